import { dayInWords, dayText, inARow, timeInWords } from './words.ts'

/** When the school is closed on a day; null is from its beginning, or to its end. */
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
  return hours.from < (until ?? dayEnds) && (from ?? dayBegins) < hours.to
}

/** `2:00 pm to 6:00 pm`, `from 2:00 pm`, `until 11:00 am`; null for a whole day. */
export function closedHoursText(hours: ClosedHours): string | null {
  const { from, until } = openEnded(hours)
  if (from === null) return until && `until ${timeInWords(until)}`
  return until === null ? `from ${timeInWords(from)}` : `${timeInWords(from)} to ${timeInWords(until)}`
}

/** `The school is closed from 2:00 pm to 6:00 pm`, `The school is closed on this day`. */
export function closedThenText(hours: ClosedHours): string {
  const { from, until } = openEnded(hours)
  const text = closedHoursText(hours)
  const when = text && (from !== null && until !== null ? `from ${text}` : text)
  return `The school is closed ${when ?? 'on this day'}`
}

export const dayBegins = '00:00'
export const dayEnds = '24:00'

/** The hours as people say them: who closes until the end of the day says no hour. */
export function openEnded<Hours extends ClosedHours>(hours: Hours): Hours {
  const { from, until } = hours
  return { ...hours, from: from === dayBegins ? null : from, until: until === dayEnds ? null : until }
}

/** `14 January`, of `Wed, 14 January 2026`. */
const dateOf = (day: string) => dayText(day).slice(5, -5)

/** `Closed on 14 January: Pongal`, `Closed on 14 January, 2:00 pm to 6:00 pm: Staff outing`. */
export function closedText(span: ClosedSpan): string {
  const { day, lastDay, closedFor } = span
  const days = day === lastDay ? `on ${dateOf(day)}` : `from ${dateOf(day)} to ${dateOf(lastDay)}`
  return `Closed ${[days, closedHoursText(span)].filter(Boolean).join(', ')}: ${closedFor}`
}

/** What visitors read of a batch that meets while the school is closed; null if it does not. Staff still decide. */
export function newDateText(days: readonly string[] = []): string | null {
  if (days.length === 0) return null
  return `The school is closed when this class meets on ${inARow(days.map(dayInWords))}. We will confirm what happens then.`
}
