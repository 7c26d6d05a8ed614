import { defineConfig } from 'vitest/config'
import { STARTER_VARIABLE } from '../harness/postgres.ts'

/**
 * The configuration for `npm run mutants`. All tests run inside one process, because a second process does not know the
 * active mutant. The tests run on SQLite alone, because the changed files are the same for both engines.
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
