import { AsyncLocalStorage } from 'node:async_hooks'

const asking = new AsyncLocalStorage<string | null>()

/**
 * Runs a call with the network whose limits its e-mails count towards. Null for calls by staff, by somebody who has
 * proved that they read the mailbox, or inside the process: their e-mails count towards no network.
 */
export function runForNetwork<T>(network: string | null, answer: () => T): T {
  return asking.run(network, answer)
}

export function askingNetwork(): string | null {
  return asking.getStore() ?? null
}
