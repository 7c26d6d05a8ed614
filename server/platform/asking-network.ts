import { AsyncLocalStorage } from 'node:async_hooks'

const asking = new AsyncLocalStorage<string | null>()

/**
 * Answers a call from this network, which everything in the call can ask for, through every domain and transaction.
 * Null if its letters count for none: calls of staff, of a mailbox's proved reader, or inside the process.
 */
export function askedFrom<T>(network: string | null, answer: () => T): T {
  return asking.run(network, answer)
}

/** The network whose letters count now; null if a timer is the cause, too. */
export function askingNetwork(): string | null {
  return asking.getStore() ?? null
}
