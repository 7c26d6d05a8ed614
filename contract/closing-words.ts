import { dayText, timeInWords } from './words.ts'

/** When the school is closed on a day; both hours are null where it is closed as a whole. */
export interface ClosedHours {
  from: string | null
  until: string | null
}

/** Closed days in a row, for the same reason and at the same hours. */
export interface ClosedSpan extends ClosedHours {
  day: string
  lastDay: string
  closedFor: string
}

/** Whether the school is closed in some part of these hours. */
export function isClosedDuring({ from, until }: ClosedHours, hours: { from: string; to: string }): boolean {
  return from === null || until === null || (hours.from < until && from < hours.to)
}

/** `2:00 pm to 6:00 pm`; null for a whole day. */
export function closedHoursText({ from, until }: ClosedHours): string | null {
  return from === null || until === null ? null : `${timeInWords(from)} to ${timeInWords(until)}`
}

/** `14 January`, of `Wed, 14 January 2026`. */
const dateOf = (day: string) => dayText(day).slice(5, -5)

/** `Closed on 14 January: Pongal`, `Closed on 14 January, 2:00 pm to 6:00 pm: Staff outing`. */
export function closedText(span: ClosedSpan): string {
  const { day, lastDay, closedFor } = span
  const days = day === lastDay ? `on ${dateOf(day)}` : `from ${dateOf(day)} to ${dateOf(lastDay)}`
  return `Closed ${[days, closedHoursText(span)].filter(Boolean).join(', ')}: ${closedFor}`
}
