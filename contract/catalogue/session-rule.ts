import { weekdayOf } from '../words.ts'
import { daysAfter } from './event-span.ts'

/** A rule says: Tuesdays and Thursdays, 24 times, not on closed days. */
export interface SessionRule {
  firstDay: string
  weekdays: readonly string[]
  count: number
  closedDays: ReadonlySet<string>
}

/** A rule that finds too few days ends here. */
const daysLookedAt = 3 * 366

/** It gives fewer days than asked for if there are not enough within three years. */
export function sessionDays({ firstDay, weekdays, count, closedDays }: SessionRule): string[] {
  const days: string[] = []
  for (let ahead = 0; ahead < daysLookedAt && days.length < count; ahead++) {
    const day = daysAfter(firstDay, ahead)
    if (weekdays.includes(weekdayOf(day)) && !closedDays.has(day)) days.push(day)
  }
  return days
}
