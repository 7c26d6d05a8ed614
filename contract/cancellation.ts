// P§9: until when an order can be cancelled by who placed it. The checkout says it before, the order's page after, and the
// server decides by it.

import { daysBetween, schoolDayOf } from './school-day.ts'
import { atSchool, dayAsSaid, timeInWords } from './words.ts'

const dayMs = 24 * 60 * 60_000
/** An order for so many days later, counted from the school's day of placing, can be cancelled. */
const leastDays = 2

/** The last instant, in ms, at which it can be cancelled: 24 hours after placing; null where it cannot at all. */
export function cancelUntil(placedAtMs: number, deliveryDay: string): number | null {
  return daysBetween(schoolDayOf(placedAtMs), deliveryDay) >= leastDays ? placedAtMs + dayMs : null
}

/** The rule for this very order, in one sentence without its full stop. */
export function cancelSentence(placedAtMs: number, deliveryDay: string, nowMs: number): string {
  const until = cancelUntil(placedAtMs, deliveryDay)
  const today = schoolDayOf(nowMs)
  if (until === null) return `Cannot be cancelled: it is for ${dayAsSaid(deliveryDay, today)}`
  const [day, time] = atSchool(new Date(until).toISOString())
  const by = `${timeInWords(time).replace(':00', '')} ${dayAsSaid(day, today)}`
  return nowMs <= until ? `Can be cancelled until ${by}` : `Could be cancelled until ${by}`
}
