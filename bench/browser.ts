import { type Browser, chromium } from '@playwright/test'
import { findBrowser } from '../scripts/setup/browser.mjs'

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
