import { defineConfig } from '@playwright/test'

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

/** Each test starts its own server through tests/harness. */
export default defineConfig({
  testDir: 'tests/e2e',
  outputDir: '.cache/test/playwright',
  reporter: [['line'], ['json', { outputFile: '.cache/test/playwright.json' }]],
  forbidOnly: true,
  retries: 0,
  workers: 2,
  fullyParallel: false,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  use: {
    browserName: 'chromium',
    launchOptions: { ...(executablePath ? { executablePath } : {}), args },
    locale: 'en-IN',
    timezoneId: 'Asia/Kolkata',
    trace: 'retain-on-failure',
  },
  projects: [
    { name: '360', use: { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true } },
    { name: '1280', use: { viewport: { width: 1280, height: 800 } } },
  ],
})
