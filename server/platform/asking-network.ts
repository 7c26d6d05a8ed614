import { AsyncLocalStorage } from 'node:async_hooks'

const asking = new AsyncLocalStorage<string | null>()

/**
 * Notes which network the e-mails of a call count towards. Null for calls of staff, of a mailbox's proved reader, and
 * inside the process: these count towards no network.
 */
export function runForNetwork<T>(network: string | null, answer: () => T): T {
  return asking.run(network, answer)
}

export function askingNetwork(): string | null {
  return asking.getStore() ?? null
}
