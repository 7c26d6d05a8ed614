import { enableCompileCache } from 'node:module'
import { availableParallelism } from 'node:os'
import path from 'node:path'
import { defineConfig } from '@playwright/test'

// Each worker loads the whole server. The variable tells it where to find the code that is compiled already.
process.env.NODE_COMPILE_CACHE ??= path.resolve('.cache/compile')
enableCompileCache()

const executablePath = process.env.CHROMIUM_PATH
// Chromium's sandbox does not start as root. The other flags keep Chromium from calling any server but the tests' own.
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
 * A test gets its server from tests/harness/browser.ts, on a copy of the demonstration school. A journey runs in a
 * window 1280 px wide. If the layout matters to it, it has the tag @phone for 360 px, or @both for both widths.
 */
export default defineConfig({
  testDir: 'tests/e2e',
  // Node itself strips the types, because Playwright's compiler takes four times as long.
  build: { external: ['**'] },
  globalSetup: './tests/harness/demo-school.ts',
  outputDir: '.cache/test/playwright',
  reporter: [['line'], ['json', { outputFile: '.cache/test/playwright.json' }]],
  forbidOnly: true,
  retries: 0,
  // One worker more than processors, because a journey spends a fifth of its time waiting.
  workers: Math.min(4, availableParallelism() + 1),
  fullyParallel: false,
  // The longest journey takes half a minute on two idle cores, and twice as long on busy ones.
  timeout: 120_000,
  expect: { timeout: 10_000 },
  use: {
    browserName: 'chromium',
    launchOptions: { ...(executablePath ? { executablePath } : {}), args },
    locale: 'en-IN',
    timezoneId: 'Asia/Kolkata',
    // Animations only take time, except in the journeys that test them, which turn them on.
    contextOptions: { reducedMotion: 'reduce' },
    // Requests that a service worker answers cannot be answered by a test. tests/e2e/offline.spec.ts allows the worker.
    serviceWorkers: 'block',
    // Recording a trace takes a third longer. Set TRACE=1 to look into a failure.
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
