// A buyer can cancel an order until a deadline. The checkout and the order's page state it; the server enforces it.

import { daysBetween, schoolDayOf } from '../school-day.ts'
import { atSchool, dayAsSaid, timeInWords } from '../words.ts'

const dayMs = 24 * 60 * 60_000
/** An order can be cancelled if its delivery is at least this many school days after it was placed. */
const leastDays = 2

/** The last instant for it, in ms, is 24 hours after placing; null if the order can never be cancelled. */
export function cancelUntil(placedAtMs: number, deliveryDay: string): number | null {
  return daysBetween(schoolDayOf(placedAtMs), deliveryDay) >= leastDays ? placedAtMs + dayMs : null
}

export function cancelSentence(placedAtMs: number, deliveryDay: string, nowMs: number): string {
  const until = cancelUntil(placedAtMs, deliveryDay)
  const today = schoolDayOf(nowMs)
  if (until === null) return `Cannot be cancelled: it is for ${dayAsSaid(deliveryDay, today)}`
  const [day, time] = atSchool(new Date(until).toISOString())
  const by = `${timeInWords(time).replace(':00', '')} ${dayAsSaid(day, today)}`
  return nowMs <= until ? `Can be cancelled until ${by}` : `Could be cancelled until ${by}`
}
