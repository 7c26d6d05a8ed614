import { enableCompileCache } from 'node:module'
import { availableParallelism } from 'node:os'
import path from 'node:path'
import { defineConfig } from '@playwright/test'

// Each worker loads the whole server; the variable hands the compiled code on to it.
process.env.NODE_COMPILE_CACHE ??= path.resolve('.cache/compile')
enableCompileCache()

const executablePath = process.env.CHROMIUM_PATH
// Chromium's sandbox does not start as root; the rest keeps it from talking to anyone but the tests' server.
const args = [
  ...(process.getuid?.() === 0 || process.env.CI ? ['--no-sandbox'] : []),
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/**
 * Each test starts its own server through tests/harness/browser.ts, on a copy of the demonstration school. A journey
 * runs at 1280 px; with the tag @phone at 360 px, with @both at both: where the layout takes part in the promise.
 */
export default defineConfig({
  testDir: 'tests/e2e',
  // Node strips the types; Playwright's compiler takes four times as long.
  build: { external: ['**'] },
  globalSetup: './tests/harness/demo-school.ts',
  outputDir: '.cache/test/playwright',
  reporter: [['line'], ['json', { outputFile: '.cache/test/playwright.json' }]],
  forbidOnly: true,
  retries: 0,
  // A journey waits a fifth of its time; a third worker uses it.
  workers: Math.min(4, availableParallelism() + 1),
  fullyParallel: false,
  // The longest takes half a minute on two quiet cores, and twice that on busy ones.
  timeout: 120_000,
  expect: { timeout: 10_000 },
  use: {
    browserName: 'chromium',
    launchOptions: { ...(executablePath ? { executablePath } : {}), args },
    locale: 'en-IN',
    timezoneId: 'Asia/Kolkata',
    // Motion has journeys of its own, that ask for it; elsewhere it only takes time.
    contextOptions: { reducedMotion: 'reduce' },
    // What the worker answers passes by the tests' own answers; tests/e2e/offline.spec.ts lets it in.
    serviceWorkers: 'block',
    // Recording costs a third of the time; ask for it with TRACE=1 where a failure is looked into.
    trace: process.env.TRACE ? 'retain-on-failure' : 'off',
  },
  projects: [
    {
      name: '360',
      grep: /@phone|@both/,
      use: { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true },
    },
    { name: '1280', grepInvert: /@phone/, use: { viewport: { width: 1280, height: 800 } } },
  ],
})
