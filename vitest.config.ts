import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    maxWorkers: availableParallelism(),
    testTimeout: 20_000,
    hookTimeout: 60_000,
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['{contract,drawings,web,scripts,tests/architecture}/**/*.test.{ts,tsx}'],
        },
      },
      {
        extends: true,
        test: {
          name: 'server',
          include: ['server/**/*.test.ts', 'tests/{harness,http}/**/*.test.ts'],
          // One PostgreSQL for the run, started when the first test asks for it.
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
