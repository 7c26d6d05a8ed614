import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

/** Tests that click and type in components, in jsdom. */
const ofComponents = ['web/**/*.dom.test.tsx']
const ofUnit = ['{contract,drawings,web,tests/architecture}/**/*.test.{ts,tsx}']
const ofServer = ['{server,scripts}/**/*.test.ts', 'tests/{harness,http}/**/*.test.ts']

export default defineConfig({
  test: {
    // One worker more than processors, because each waits a fifth of its time for a clock, a process or PostgreSQL.
    maxWorkers: availableParallelism() + 1,
    // Tests make many short-lived objects. V8 collects them less often with four times the space for new objects.
    execArgv: ['--max-semi-space-size=64'],
    // Loading the server costs more than most files' tests: a worker loads it once for all its files. So a file
    // leaves nothing behind: no fake clock, no spy, no variable of the environment. `vi.mock` takes hold only of what
    // is not loaded yet, and stays: a test spies on a module's function by `vi.spyOn` instead.
    isolate: false,
    testTimeout: 20_000,
    hookTimeout: 60_000,
    // A test that waits for an event waits this long, because the event may come late on a busy machine.
    expect: { poll: { timeout: 10_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ofUnit,
          exclude: ofComponents,
        },
      },
      {
        extends: true,
        test: {
          name: 'components',
          include: ofComponents,
          environment: 'jsdom',
        },
      },
      {
        extends: true,
        test: {
          name: 'server',
          include: ofServer,
          // One PostgreSQL for the whole run, started when the first test needs it.
          globalSetup: ['tests/harness/postgres-starter.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'robustness',
          include: ['tests/robustness/**/*.test.ts'],
          testTimeout: 60_000,
          globalSetup: ['tests/harness/postgres-starter.ts'],
        },
      },
    ],
  },
})
