import { addDays, instantOf } from '../../platform/clock.ts'
import { beginningOf } from './next-batch.ts'

type Batch = Parameters<typeof beginningOf>[0] & { ends_on?: string | null; joins_late: number }

/** No hold outlasts its batch's start (reading S4); of a batch that is joined late, its last day. */
export function beforeStart(batch: Batch, until: string, now: string): string {
  const bound = endOfHolds(batch, now)
  return bound !== null && bound < until ? bound : until
}

/** When the last hold in the batch ends; null without a date. */
export function endOfHolds(batch: Batch, now: string): string | null {
  const start = beginningOf(batch)
  if (start === null || start > now || batch.joins_late === 0) return start
  return instantOf(addDays(batch.ends_on ?? batch.starts_on ?? '', 1), '00:00')
}
