import { AsyncLocalStorage } from 'node:async_hooks'

const asking = new AsyncLocalStorage<string | null>()

/**
 * Everything in the call can ask for this network, through every domain and transaction. Null if letters
 * count for no network: calls of staff, of a proved reader of the mailbox, or inside the process.
 */
export function askedFrom<T>(network: string | null, answer: () => T): T {
  return asking.run(network, answer)
}

/** The network whose letters count now; null for a timer. */
export function askingNetwork(): string | null {
  return asking.getStore() ?? null
}
