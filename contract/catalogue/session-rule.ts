import { weekdayOf } from '../words.ts'
import { daysAfter } from './event-span.ts'

/** A rule that generates sessions, such as: Tuesdays and Thursdays, 24 times, but not on closed days. */
export interface SessionRule {
  firstDay: string
  weekdays: readonly string[]
  count: number
  closedDays: ReadonlySet<string>
}

/** The largest number of days to try, in case few days fit the rule. */
const daysLookedAt = 3 * 366

/** Returns the first `count` days that fit the rule, or fewer if three years do not contain so many. */
export function sessionDays({ firstDay, weekdays, count, closedDays }: SessionRule): string[] {
  const days: string[] = []
  for (let ahead = 0; ahead < daysLookedAt && days.length < count; ahead++) {
    const day = daysAfter(firstDay, ahead)
    if (weekdays.includes(weekdayOf(day)) && !closedDays.has(day)) days.push(day)
  }
  return days
}
