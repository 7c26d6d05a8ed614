import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as delay } from 'node:timers/promises'
import { DatabaseUnavailable, isUndone } from './errors.ts'
import type { Tx } from './schema.ts'

/** A handle of the database was used at a point where it would wait for itself. */
export class TransactionMisuse extends Error {
  override name = 'TransactionMisuse'
}

interface Ending {
  /** The marked topics, which are written and announced at the end (architecture rule 8). */
  topics: Set<string>
  steps: (() => Promise<void>)[]
}

const endings = new WeakMap<object, Ending>()

export const topicsOf = (tx: object): Set<string> | undefined => endings.get(tx)?.topics

/** Runs a step after all other writes, in order: others wait for its counters until the commit. A throw undoes all. */
export function takeLast(tx: object, step: () => Promise<void>): void {
  const ending = endings.get(tx)
  if (ending === undefined) throw new Error('only an open transaction has a last step')
  ending.steps.push(step)
}

/** Knows if the caller is in a transaction: there an outer handle would read past it, or wait for it for ever. */
export class TransactionGuard {
  #storage = new AsyncLocalStorage<{ isOpen: boolean }>()

  run<T>(scope: { isOpen: boolean }, work: () => Promise<T>): Promise<T> {
    return this.#storage.run(scope, work)
  }

  refuseInside(handle: string): void {
    if (!this.#storage.getStore()?.isOpen) return
    throw new TransactionMisuse(
      `${handle} was used inside a transaction: use the transaction that the callback is given`,
    )
  }
}

/** The change feed relies on this bound: see `GAP_MS` in `changes.ts`. */
export const TRANSACTION_MS_MAX = 30_000
const ATTEMPTS_MAX = 6

/** Work throws this to run again: its reads before it had its locks are outdated. */
export class SeenTooEarly extends Error {
  override name = 'SeenTooEarly'
  readonly code = '40001'
}

export interface TransactionHooks {
  beforeCommit(tx: Tx, topics: ReadonlySet<string>): Promise<readonly number[]>
  afterCommit(topics: ReadonlySet<string>): void
  afterRollback(changeIds: readonly number[]): void
}

type Begin = <R>(work: (tx: Tx) => Promise<R>) => Promise<R>

/** Runs the work in one transaction of `begin`, inside the guard and the time limit, with the hooks around it. */
export async function runGuarded<T>(
  begin: Begin,
  guard: TransactionGuard,
  hooks: TransactionHooks,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  const scope = { isOpen: true }
  const ending: Ending = { topics: new Set(), steps: [] }
  const { topics } = ending
  let changeIds: readonly number[] = []
  let result: T
  try {
    result = await begin((tx) =>
      guard.run(scope, async () => {
        endings.set(tx, ending)
        const value = await withinTimeLimit(runWhole(tx, ending, work)).finally(() => endings.delete(tx))
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

async function runWhole<T>(tx: Tx, { steps }: Ending, work: (tx: Tx) => Promise<T>): Promise<T> {
  const value = await work(tx)
  for (const step of steps) await step()
  return value
}

async function withinTimeLimit<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new DatabaseUnavailable(`A transaction did not end within ${TRANSACTION_MS_MAX} ms`)),
      TRANSACTION_MS_MAX,
    )
    timer.unref()
  })
  try {
    return await Promise.race([work, limit])
  } finally {
    clearTimeout(timer)
  }
}

/** Runs the work again if PostgreSQL undid it for the sake of another transaction, a few times at most. */
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
