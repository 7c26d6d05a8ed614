import { type Browser, chromium } from '@playwright/test'
import { findBrowser } from '../scripts/setup/browser.mjs'

/** The Chromium that the tests use. It may call only the server. `env` stands beside the environment of this process. */
export async function startBrowser(env: Record<string, string> = {}): Promise<Browser> {
  return chromium.launch({
    executablePath: await findBrowser(process.execPath),
    env: { ...(process.env as Record<string, string>), ...env },
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
