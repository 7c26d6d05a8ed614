import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['{contract,server,web,drawings,scripts,tests}/**/*.test.{ts,tsx}'],
    globalSetup: ['tests/harness/postgres-starter.ts'],
    testTimeout: 20_000,
    hookTimeout: 60_000,
  },
})
