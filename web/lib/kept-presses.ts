import { schoolDayOf } from '../../contract/school-day.ts'
import { storage } from './storage.ts'

/**
 * The florist's clicks that wait for the network. The clicks are kept until sign-out, another person's sign-in, or the
 * end of the day.
 */
export const keptPresses = storage('floristPresses')

/** The florist's day ends after midnight, because midnight deliveries run until half past twelve. */
const dayEndsAfterMidnightMs = 3 * 60 * 60_000

export const floristDayOf = (ms: number) => schoolDayOf(ms - dayEndsAfterMidnightMs)

/** Drops clicks of an earlier day, and clicks of anybody but the signed-in user. */
export function tidyPresses(userId: string | null, now: number): void {
  const kept = keptPresses.readJson()
  if (kept === null) return
  const isLeft = (press: { by?: unknown; body?: { at?: string } } | null) =>
    (userId === null || press?.by === userId) &&
    floristDayOf(Date.parse(press?.body?.at ?? '') || 0) >= floristDayOf(now)
  if (!Array.isArray(kept) || !kept.some(isLeft)) keptPresses.write(null)
}
