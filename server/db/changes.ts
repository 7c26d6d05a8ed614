import { setTimeout as delay } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import type { Schema, Tx } from './schema.ts'
import { TRANSACTION_MS_MAX, type TransactionHooks, TransactionMisuse, topicsOf } from './transaction.ts'

/** The topic that is announced when the feed may have missed some topics. Every cached value is then stale. */
export const ANY_TOPIC = '*'

export type ChangeListener = (topics: ReadonlySet<string>) => void

export type ChangeFeed = Omit<ReturnType<typeof createChangeFeed>, 'hooks'>

const POLL_MS = 180
const PAUSE_AFTER_FAULT_MS = 1_000
const PRUNE_MS = 10 * 60_000
const KEEP_MS = 60 * 60_000
const KEEP_ROWS_MAX = 10_000
const KEEP_ROWS_MIN = 1_000
/**
 * A row may become visible after a row with a higher id, because its transaction commits later. So the feed looks for a
 * missing id for this many milliseconds.
 */
const GAP_MS = 2 * TRANSACTION_MS_MAX

export interface ChangeFeedOptions {
  read: Kysely<Schema>
  write: Kysely<Schema>
  now: () => Date
  countLosses: () => number
  onBackgroundError: (error: unknown) => void
}

export function createChangeFeed(options: ChangeFeedOptions) {
  const { read, write, now, countLosses, onBackgroundError } = options
  const listeners = new Set<ChangeListener>()
  const ownIds = new Set<number>()
  const gaps = new Map<number, number>()
  let head = 0
  /** The time of the row at `head`, which distinguishes that row from a later row with the same id. */
  let headAt = ''
  let lossesAtStart = 0
  let hasFailed = false
  let lastReadAt = 0
  let prunedAt = Number.NEGATIVE_INFINITY
  let following: { abort: AbortController; ended: Promise<void> } | null = null

  function tell(topics: ReadonlySet<string>) {
    for (const listener of listeners) {
      try {
        listener(topics)
      } catch (error) {
        onBackgroundError(error)
      }
    }
  }

  function noteGaps(from: number, to: number, lookedForUntil: number) {
    for (let id = Math.max(from, to - KEEP_ROWS_MIN); id < to; id++) gaps.set(id, lookedForUntil)
  }

  async function startAtHead() {
    lossesAtStart = countLosses()
    const rows = await read
      .selectFrom('change')
      .select(['id', 'at'])
      .orderBy('id', 'desc')
      .limit(KEEP_ROWS_MIN)
      .execute()
    head = rows[0]?.id ?? 0
    headAt = rows[0]?.at ?? ''
    gaps.clear()
    const present = new Set(rows.map(({ id }) => id))
    noteGaps(Math.max(1, head - KEEP_ROWS_MIN), head, performance.now() + GAP_MS)
    for (const id of present) gaps.delete(id)
    lastReadAt = performance.now()
    hasFailed = false
  }

  /**
   * Starts again after a fault or a failover. A standby that became the primary may lack the last rows, and may give
   * their ids to other rows.
   */
  async function restart() {
    await startAtHead()
    ownIds.clear()
    tell(new Set([ANY_TOPIC]))
  }

  async function readOthers() {
    const rows = await read
      .selectFrom('change')
      .select(['id', 'topic', 'at'])
      .where((where) =>
        gaps.size === 0
          ? where('id', '>=', head)
          : where.or([where('id', '>=', head), where('id', 'in', [...gaps.keys()])]),
      )
      .orderBy('id')
      .execute()
    const place = rows.findIndex(({ id, at }) => id === head && at === headAt)
    // The row at the head is never pruned. If it is missing, the database has lost it and reuses its id.
    if (head > 0 && place < 0) return restart()
    if (place >= 0) rows.splice(place, 1)
    const at = performance.now()
    const topics = new Set<string>()
    if (at - lastReadAt > KEEP_MS / 2) topics.add(ANY_TOPIC)
    lastReadAt = at
    for (const [id, lookedForUntil] of gaps) if (lookedForUntil < at) gaps.delete(id)
    for (const { id, topic, at: writtenAt } of rows) {
      if (id > head) {
        if (id - head > KEEP_ROWS_MIN) topics.add(ANY_TOPIC)
        noteGaps(head + 1, id, at + GAP_MS)
        head = id
        headAt = writtenAt
      } else gaps.delete(id)
      if (!ownIds.delete(id)) topics.add(topic)
    }
    if (topics.size > 0) tell(topics)
  }

  async function prune() {
    const oldest = new Date(now().getTime() - KEEP_MS).toISOString()
    await write
      .deleteFrom('change')
      .where('id', '<=', head - KEEP_ROWS_MIN)
      .where((where) => where.or([where('at', '<', oldest), where('id', '<=', head - KEEP_ROWS_MAX)]))
      .execute()
  }

  async function follow(signal: AbortSignal) {
    while (!signal.aborted) {
      let pause = POLL_MS
      try {
        if (hasFailed || countLosses() !== lossesAtStart) await restart()
        await readOthers()
        if (performance.now() - prunedAt > PRUNE_MS) {
          prunedAt = performance.now()
          await prune()
        }
      } catch (error) {
        hasFailed = true
        pause = PAUSE_AFTER_FAULT_MS
        onBackgroundError(error)
      }
      await delay(pause, undefined, { signal, ref: false }).catch(() => {})
    }
  }

  return {
    /** Marks every value cached under `topic` as stale when `tx` commits; other processes follow within 250 ms. */
    async mark(tx: Tx, topic: string): Promise<void> {
      const topics = topicsOf(tx)
      if (!topics) throw new TransactionMisuse('mark() was used outside a transaction')
      topics.add(topic)
    },

    subscribe(listener: ChangeListener): () => void {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },

    async start(): Promise<void> {
      if (following) return
      const begun = { abort: new AbortController(), ended: Promise.resolve() }
      following = begun
      await startAtHead().catch((error: unknown) => {
        following = null
        throw error
      })
      begun.ended = follow(begun.abort.signal)
    },

    async stop(): Promise<void> {
      const ending = following
      following = null
      ending?.abort.abort()
      await ending?.ended
      ownIds.clear()
    },

    hooks: {
      // The insert is the transaction's last statement, so that its id is uncommitted as briefly as possible.
      async beforeCommit(tx, topics) {
        const at = now().toISOString()
        const rows = await tx
          .insertInto('change')
          .values([...topics].map((topic) => ({ topic, at })))
          .returning('id')
          .execute()
        const ids = rows.map(({ id }) => id)
        if (following) for (const id of ids) ownIds.add(id)
        return ids
      },
      afterCommit: tell,
      afterRollback(ids) {
        for (const id of ids) ownIds.delete(id)
      },
    } satisfies TransactionHooks,
  }
}
