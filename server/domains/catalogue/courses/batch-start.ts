import { addDays, instantOf } from '../../../platform/clock.ts'
import { beginningOf } from './next-batch.ts'

type Batch = Parameters<typeof beginningOf>[0] & { ends_on?: string | null; joins_late: number }

/** No hold outlasts its batch's start, or its last day if students may join late. */
export function beforeStart(batch: Batch, until: string, now: string): string {
  const bound = endOfHolds(batch, now)
  return bound !== null && bound < until ? bound : until
}

/** Null if the batch has no date. */
export function endOfHolds(batch: Batch, now: string): string | null {
  const start = beginningOf(batch)
  if (start === null || start > now || batch.joins_late === 0) return start
  return instantOf(addDays(batch.ends_on ?? batch.starts_on ?? '', 1), '00:00')
}
