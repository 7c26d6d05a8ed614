import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as delay } from 'node:timers/promises'
import { DatabaseUnavailable, isUndone } from './errors.ts'
import type { Tx } from './schema.ts'

/** Code inside a transaction used an outer handle, which could wait forever for that transaction. */
export class TransactionMisuse extends Error {
  override name = 'TransactionMisuse'
}

interface Ending {
  topics: Set<string>
  steps: (() => Promise<void>)[]
}

const endings = new WeakMap<object, Ending>()

export const topicsOf = (tx: object): Set<string> | undefined => endings.get(tx)?.topics

/**
 * Runs `step` at the end of the transaction, because `step` locks counters for which other callers wait until the
 * commit.
 */
export function takeLast(tx: object, step: () => Promise<void>): void {
  const ending = endings.get(tx)
  if (ending === undefined) throw new Error('only an open transaction has a last step')
  ending.steps.push(step)
}

/** Detects that code inside a transaction uses an outer handle, which would read older data or wait forever. */
export class TransactionGuard {
  #storage = new AsyncLocalStorage<{ isOpen: boolean }>()

  run<T>(scope: { isOpen: boolean }, work: () => Promise<T>): Promise<T> {
    return this.#storage.run(scope, work)
  }

  refuseInside(handle: string): void {
    if (!this.#storage.getStore()?.isOpen) return
    throw new TransactionMisuse(
      `${handle} was used inside a transaction. Use the transaction that the callback receives`,
    )
  }
}

/** `GAP_MS` in `changes.ts` relies on this limit. */
export const TRANSACTION_MS_MAX = 30_000
const ATTEMPTS_MAX = 6

/**
 * The transaction read data before it had its locks. The data may have changed in between, so the transaction must run
 * again.
 */
export class SeenTooEarly extends Error {
  override name = 'SeenTooEarly'
  readonly code = '40001'
}

export interface TransactionHooks {
  beforeCommit(tx: Tx, topics: ReadonlySet<string>): Promise<readonly number[]>
  afterCommit(topics: ReadonlySet<string>): void
  afterRollback(changeIds: readonly number[]): void
}

export async function runGuarded<T>(
  begin: (work: (tx: Tx) => Promise<T>) => Promise<T>,
  guard: TransactionGuard,
  hooks: TransactionHooks,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  const scope = { isOpen: true }
  const ending: Ending = { topics: new Set(), steps: [] }
  const { topics, steps } = ending
  let changeIds: readonly number[] = []
  let result: T
  try {
    result = await begin((tx) =>
      guard.run(scope, async () => {
        endings.set(tx, ending)
        const runAll = async () => {
          const value = await work(tx)
          for (const step of steps) await step()
          return value
        }
        const value = await withinTime(runAll(), TRANSACTION_MS_MAX, () => {
          return new DatabaseUnavailable(`A transaction did not end within ${TRANSACTION_MS_MAX} ms`)
        }).finally(() => endings.delete(tx))
        if (topics.size > 0) changeIds = await hooks.beforeCommit(tx, topics)
        return value
      }),
    )
  } catch (error) {
    hooks.afterRollback(changeIds)
    throw error
  } finally {
    scope.isOpen = false
  }
  if (topics.size > 0) hooks.afterCommit(topics)
  return result
}

export async function withinTime<T>(work: Promise<T>, ms: number, late: () => Error): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(late()), ms)
    timer.unref()
  })
  try {
    return await Promise.race([work, limit])
  } finally {
    clearTimeout(timer)
  }
}

/** PostgreSQL may roll back a transaction in favour of another one. The work then runs again, at most a few times. */
export async function withRetries<T>(attempt: () => Promise<T>): Promise<T> {
  for (let count = 1; ; count++) {
    try {
      return await attempt()
    } catch (error) {
      if (count === ATTEMPTS_MAX || !isUndone(error)) throw error
      await delay(Math.random() * 10 * 2 ** count)
    }
  }
}
