import { AsyncLocalStorage } from 'node:async_hooks'

const asking = new AsyncLocalStorage<string | null>()

/**
 * Runs a call. The e-mails of the call count towards the limits of `network`. Null for calls by staff, by somebody who
 * has proved that they read the mailbox, or inside the process: e-mails of these calls count towards no network.
 */
export function runForNetwork<T>(network: string | null, answer: () => T): T {
  return asking.run(network, answer)
}

export function askingNetwork(): string | null {
  return asking.getStore() ?? null
}
