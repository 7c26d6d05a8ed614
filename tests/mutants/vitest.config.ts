import { globSync, readFileSync } from 'node:fs'
import { defineConfig } from 'vitest/config'

const ofSources = ['{contract,server}/**/*.test.ts', 'tests/http/**/*.test.ts']
/** A process of its own does not see which mutant is meant, and a mocked module lets none through. */
const apart = globSync(ofSources).filter((file) =>
  /node:child_process|node:worker_threads|vi\.mock\(|\.fixture\.ts'/.test(readFileSync(file, 'utf8')),
)

/** The tests inside one process, for `npm run mutants`. */
export default defineConfig({
  root: '.',
  test: {
    isolate: false,
    testTimeout: 20_000,
    hookTimeout: 60_000,
    include: ofSources,
    exclude: apart,
    globalSetup: ['tests/harness/postgres-starter.ts'],
  },
})
