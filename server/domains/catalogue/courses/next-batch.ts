import type { BatchState } from '../../../../contract/catalogue/batch-states.ts'
import { courseDefaults } from '../../../../contract/catalogue/course-facts.ts'
import { dayEnds } from '../../../../contract/site/closing-words.ts'
import { addDays, instantOf } from '../../../platform/clock.ts'

interface Dated {
  starts_on: string | null
  /** The day of the last session. */
  ends_on?: string | null
}

interface Sold extends Dated {
  starts_at: string | null
  capacity: number | null
  taken: number
  is_closed: number
  joins_late: number
  visible_from: string | null
  cancelled_at: string | null
}

export interface Moment {
  now: string
  today: string
}

export interface BatchChoice<B> {
  /** The earliest dated batch that begins today or later, or else the batch without a date. */
  next: B | null
  /** The batch whose seats the back office shows: `next`, or else the latest past batch. */
  shown: B | null
  /** The batch whose day the back office shows: the earliest batch from today on, or else the latest past batch. */
  dated: B | null
}

export interface SaleChoice<B> {
  /** The batch that sells seats if the visitor chooses none. Null if the only batch that visitors see is closed. */
  sold: B | null
  /** The batch that visitors see: `sold`, or else the closed future batch. */
  shown: B | null
}

/** A batch is over on the day after its last day. */
export function isOver(batch: Dated, today: string): boolean {
  const last = batch.ends_on ?? batch.starts_on
  return last !== null && last < today
}

/** A batch without a starting time counts as beginning at the end of its day. Null for a batch without a date. */
export function beginningOf({ starts_on, starts_at }: Pick<Sold, 'starts_on' | 'starts_at'>): string | null {
  return starts_on === null ? null : instantOf(starts_on, starts_at ?? dayEnds)
}

/** The first moment at which a batch may begin: without a starting time, the start of its day. */
export function firstMomentOf({
  starts_on,
  starts_at,
}: Pick<Sold, 'starts_on' | 'starts_at'>): string | null {
  return starts_on === null ? null : instantOf(starts_on, starts_at ?? '00:00')
}

export function stateOf(batch: Sold, { now, today }: Moment): BatchState {
  if (batch.cancelled_at !== null) return 'cancelled'
  if (isOver(batch, today)) return 'over'
  if (batch.visible_from !== null && batch.visible_from > today) return 'hidden'
  const beginning = beginningOf(batch)
  if (beginning !== null && beginning <= now && batch.joins_late === 0) return 'running'
  if (batch.is_closed === 1) return 'closed'
  return batch.capacity !== null && batch.taken >= batch.capacity ? 'full' : 'open'
}

export function chooseBatches<B extends Dated & { cancelled_at: string | null }>(
  batches: readonly B[],
  today: string,
): BatchChoice<B> {
  const held = batches.filter((batch) => batch.cancelled_at === null)
  const inOrder = held.filter((batch) => batch.starts_on !== null).toSorted(byDay)
  const coming = inOrder.find(({ starts_on }) => (starts_on ?? '') >= today) ?? null
  const next = coming ?? held.find((batch) => batch.starts_on === null) ?? null
  const dated = coming ?? inOrder.at(-1) ?? null
  return { next, shown: next ?? dated, dated }
}

/**
 * Chooses the first of these batches that exists: a future batch with a free seat, a running batch with a free seat
 * that can be joined late, the first full batch (which has a waiting list), the batch without a date. The last is not
 * chosen if a dated batch is closed.
 */
export function chooseForSale<B extends Sold>(batches: readonly B[], at: Moment): SaleChoice<B> {
  const inOrder = batches.toSorted(byDay).map((batch) => ({ batch, state: stateOf(batch, at) }))
  const first = (state: BatchState, from = '') =>
    inOrder.find((one) => one.state === state && (one.batch.starts_on ?? '') > from)?.batch ?? null
  const yesterday = addDays(at.today, -1)
  const dated = first('open', yesterday) ?? first('open') ?? first('full')
  const closed = first('closed')
  const undated = inOrder.find(({ batch }) => batch.starts_on === null)?.batch ?? null
  const sold = dated ?? (closed === null ? undated : null)
  return { sold, shown: sold ?? closed }
}

/** Sorts a batch without a date last. */
const byDay = (a: Dated, b: Dated) => ((a.starts_on ?? '~') < (b.starts_on ?? '~') ? -1 : 1)

export function batchText(batch: Dated | null): string {
  return batch?.starts_on ?? courseDefaults.nextbatch
}

type Batch = Parameters<typeof beginningOf>[0] & { ends_on?: string | null; joins_late: number }

/**
 * Limits the end of a hold to the start of the batch, or to the end of a batch that has begun and can be joined late.
 */
export function beforeStart(batch: Batch, until: string, now: string): string {
  const bound = endOfHolds(batch, now)
  return bound !== null && bound < until ? bound : until
}

export function endOfHolds(batch: Batch, now: string): string | null {
  const start = beginningOf(batch)
  if (start === null || start > now || batch.joins_late === 0) return start
  return instantOf(batch.ends_on ?? batch.starts_on ?? '', dayEnds)
}
