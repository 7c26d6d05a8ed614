// A buyer can cancel an order until a deadline. The checkout and the order page state the deadline; the server enforces
// it.

import { daysBetween, schoolDayOf } from '../school-day.ts'
import { atSchool, dayAsSaid, timeInWords } from '../words.ts'
import * as text from './orders.en.ts'

/** The terms of orders say both numbers (`server/domains/school/policies/policy-facts.ts`). */
export const orderCancelHours = 24
/**
 * An order can be cancelled only if its delivery is at least this many days after it was placed, counted in the
 * school's time zone.
 */
export const orderCancelDays = 2

const cancelMs = orderCancelHours * 60 * 60_000

/**
 * The last moment to cancel, in ms. Null if the order cannot be cancelled at all.
 */
export function cancelUntil(placedAtMs: number, deliveryDay: string): number | null {
  return daysBetween(schoolDayOf(placedAtMs), deliveryDay) >= orderCancelDays ? placedAtMs + cancelMs : null
}

/** A moment as texts say it, such as `12 pm` and `tomorrow`. */
export interface CancelMoment {
  time: string
  day: string
}

/** The facts for texts about the deadline. `until` is null if the order cannot be cancelled at all. */
export function cancelFacts(
  placedAtMs: number,
  deliveryDay: string,
  nowMs: number,
): { until: CancelMoment | null; deliveryDay: string } {
  const until = cancelUntil(placedAtMs, deliveryDay)
  const today = schoolDayOf(nowMs)
  const said = dayAsSaid(deliveryDay, today)
  if (until === null) return { until, deliveryDay: said }
  const [day, time] = atSchool(new Date(until).toISOString())
  return {
    until: { time: timeInWords(time).replace(':00', ''), day: dayAsSaid(day, today) },
    deliveryDay: said,
  }
}

export function cancelSentence(placedAtMs: number, deliveryDay: string, nowMs: number): string {
  const facts = cancelFacts(placedAtMs, deliveryDay, nowMs)
  if (facts.until === null) return text.notCancellable({ day: facts.deliveryDay })
  const isOpen = nowMs <= (cancelUntil(placedAtMs, deliveryDay) ?? 0)
  return (isOpen ? text.cancellableUntil : text.wasCancellableUntil)(facts.until)
}
