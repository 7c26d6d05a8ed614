import { type Browser, chromium } from '@playwright/test'
import { findBrowser } from '../scripts/setup/browser.mjs'

/** The Chromium that the tests use. It may call only the server. */
export async function startBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: await findBrowser(process.execPath),
    args: [
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  })
}
