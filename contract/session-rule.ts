import { daysAfter } from './event-span.ts'
import { weekdayOf } from './words.ts'

/** `Tuesdays and Thursdays, 24 times, not on closed days` (D§1). */
export interface SessionRule {
  /** The first day that may be one. */
  firstDay: string
  /** As `weekdayOf` calls them. */
  weekdays: readonly string[]
  count: number
  /** Days on which nothing meets. */
  closedDays: ReadonlySet<string>
}

/** A rule that finds too few days ends here. */
const daysLookedAt = 3 * 366

/** The days of a rule; fewer than asked for where there are not so many within three years. */
export function sessionDays({ firstDay, weekdays, count, closedDays }: SessionRule): string[] {
  const days: string[] = []
  for (let ahead = 0; ahead < daysLookedAt && days.length < count; ahead++) {
    const day = daysAfter(firstDay, ahead)
    if (weekdays.includes(weekdayOf(day)) && !closedDays.has(day)) days.push(day)
  }
  return days
}
