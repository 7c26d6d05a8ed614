import { readFileSync } from 'node:fs'
import { defineConfig } from 'vitest/config'

const meant: string[] = JSON.parse(process.env['MUTANT_TESTS'] ?? '[]')
/** Left out: a separate process does not know which mutant is active, and a mocked module hides it. */
const inProcess = meant.filter(
  (file) =>
    !/node:child_process|node:worker_threads|vi\.mock\(|\.fixture\.ts'/.test(readFileSync(file, 'utf8')),
)

/** The tests inside one process, for `npm run mutants`. */
export default defineConfig({
  root: '.',
  test: {
    isolate: false,
    testTimeout: 20_000,
    hookTimeout: 60_000,
    include: inProcess,
    globalSetup: ['tests/harness/postgres-starter.ts'],
  },
})
