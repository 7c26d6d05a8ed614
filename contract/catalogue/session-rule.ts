import { weekdayOf } from '../words.ts'
import { daysAfter } from './event-span.ts'

/** A rule that generates sessions, such as: Tuesdays and Thursdays, 24 times, but not on closed days. */
export interface SessionRule {
  firstDay: string
  weekdays: readonly string[]
  count: number
  closedDays: ReadonlySet<string>
}

/** The most days to try, in case few of them fit the rule. */
const daysLookedAt = 3 * 366

/**
 * Returns the days that fit the rule. There are fewer than `count` if three years do not have enough of them.
 */
export function sessionDays({ firstDay, weekdays, count, closedDays }: SessionRule): string[] {
  const days: string[] = []
  for (let ahead = 0; ahead < daysLookedAt && days.length < count; ahead++) {
    const day = daysAfter(firstDay, ahead)
    if (weekdays.includes(weekdayOf(day)) && !closedDays.has(day)) days.push(day)
  }
  return days
}
