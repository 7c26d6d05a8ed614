// A buyer can cancel an order until a deadline. The checkout and the order page state the deadline; the server enforces
// it.

import { daysBetween, schoolDayOf } from '../school-day.ts'
import { atSchool, dayAsSaid, timeInWords } from '../words.ts'
import * as text from './orders.en.ts'

const dayMs = 24 * 60 * 60_000
/**
 * An order can be cancelled only if its delivery is at least this many days after it was placed, counted in the
 * school's time zone.
 */
const leastDays = 2

/**
 * The last moment to cancel, in ms: 24 hours after the order was placed. Null if the order cannot be cancelled at all.
 */
export function cancelUntil(placedAtMs: number, deliveryDay: string): number | null {
  return daysBetween(schoolDayOf(placedAtMs), deliveryDay) >= leastDays ? placedAtMs + dayMs : null
}

export function cancelSentence(placedAtMs: number, deliveryDay: string, nowMs: number): string {
  const until = cancelUntil(placedAtMs, deliveryDay)
  const today = schoolDayOf(nowMs)
  if (until === null) return text.notCancellable({ day: dayAsSaid(deliveryDay, today) })
  const [day, time] = atSchool(new Date(until).toISOString())
  const facts = { time: timeInWords(time).replace(':00', ''), day: dayAsSaid(day, today) }
  return (nowMs <= until ? text.cancellableUntil : text.wasCancellableUntil)(facts)
}
