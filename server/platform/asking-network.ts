import { AsyncLocalStorage } from 'node:async_hooks'

const asking = new AsyncLocalStorage<string | null>()

/**
 * Answers a call from this network: whatever the call does knows it, through every domain and transaction. Null where
 * its letters count for none: of staff, of who reads the mailbox, of calls inside the process.
 */
export function askedFrom<T>(network: string | null, answer: () => T): T {
  return asking.run(network, answer)
}

/** The network whose letters count now; null where a timer is the cause, too. */
export function askingNetwork(): string | null {
  return asking.getStore() ?? null
}
