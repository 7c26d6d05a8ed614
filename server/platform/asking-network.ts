import { AsyncLocalStorage } from 'node:async_hooks'

const asking = new AsyncLocalStorage<string | null>()

/** Calls of staff, of a mailbox's proved reader and inside the process count towards no network. */
export function runForNetwork<T>(network: string | null, answer: () => T): T {
  return asking.run(network, answer)
}

export function askingNetwork(): string | null {
  return asking.getStore() ?? null
}
