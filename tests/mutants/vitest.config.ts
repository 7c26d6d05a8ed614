import { defineConfig } from 'vitest/config'
import { STARTER_VARIABLE } from '../harness/postgres.ts'

/**
 * For `npm run mutants`: the tests inside one process, since a second one does not know which mutant is active, and on
 * SQLite alone, since the files that are changed are the same for both engines.
 */
export default defineConfig({
  root: '.',
  test: {
    isolate: false,
    testTimeout: 20_000,
    hookTimeout: 60_000,
    include: JSON.parse(process.env['MUTANT_TESTS'] ?? '[]'),
    env: { [STARTER_VARIABLE]: 'none' },
  },
})
