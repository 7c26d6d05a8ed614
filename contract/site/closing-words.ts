import { dayInWords, dayText, inARow, timeInWords } from '../words.ts'

/** A null `from` means from the beginning of the day, a null `until` to its end. */
export interface ClosedHours {
  from: string | null
  until: string | null
}

/** Days in a row with the same reason for closing and the same hours. */
export interface ClosedSpan extends ClosedHours {
  day: string
  lastDay: string
  closedFor: string
}

export function isClosedDuring({ from, until }: ClosedHours, hours: { from: string; to: string }): boolean {
  return hours.from < (until ?? dayEnds) && (from ?? dayBegins) < hours.to
}

/** Writes `2:00 pm to 6:00 pm`, `from 2:00 pm` or `until 11:00 am`; null for a whole day. */
export function closedHoursText(hours: ClosedHours): string | null {
  const { from, until } = openEnded(hours)
  if (from === null) return until && `until ${timeInWords(until)}`
  return until === null ? `from ${timeInWords(from)}` : `${timeInWords(from)} to ${timeInWords(until)}`
}

/** Writes `The school is closed from 2:00 pm to 6:00 pm` or `The school is closed on this day`. */
export function closedThenText(hours: ClosedHours): string {
  const { from, until } = openEnded(hours)
  const text = closedHoursText(hours)
  const when = text && (from !== null && until !== null ? `from ${text}` : text)
  return `The school is closed ${when ?? 'on this day'}`
}

export const dayBegins = '00:00'
export const dayEnds = '24:00'

/** Replaces the first and the last time of the day with null, because a text should not mention them. */
export function openEnded<Hours extends ClosedHours>(hours: Hours): Hours {
  const { from, until } = hours
  return { ...hours, from: from === dayBegins ? null : from, until: until === dayEnds ? null : until }
}

/** Shortens `Wed, 14 January 2026` to `14 January`. */
const dateOf = (day: string) => dayText(day).slice(5, -5)

/** Writes `Closed on 14 January: Pongal` or `Closed on 14 January, 2:00 pm to 6:00 pm: Staff outing`. */
export function closedText(span: ClosedSpan): string {
  const { day, lastDay, closedFor } = span
  const days = day === lastDay ? `on ${dateOf(day)}` : `from ${dateOf(day)} to ${dateOf(lastDay)}`
  return `Closed ${[days, closedHoursText(span)].filter(Boolean).join(', ')}: ${closedFor}`
}

/**
 * The text for visitors about a batch that meets on closed days, shown until staff decide. Null if there are no such
 * days.
 */
export function newDateText(days: readonly string[] = []): string | null {
  if (days.length === 0) return null
  return `The school is closed when this class meets on ${inARow(days.map(dayInWords))}. We will confirm what happens then.`
}
