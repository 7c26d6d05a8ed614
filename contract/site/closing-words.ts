import { dayInWords, dayText, inARow, timeInWords } from '../words.ts'

/** A null `from` is the beginning of the day, a null `until` its end. */
export interface ClosedHours {
  from: string | null
  until: string | null
}

/** The days are in a row, and have one reason and one span of hours. */
export interface ClosedSpan extends ClosedHours {
  day: string
  lastDay: string
  closedFor: string
}

export function isClosedDuring({ from, until }: ClosedHours, hours: { from: string; to: string }): boolean {
  return hours.from < (until ?? dayEnds) && (from ?? dayBegins) < hours.to
}

/** It writes `2:00 pm to 6:00 pm`, `from 2:00 pm` or `until 11:00 am`; null for a whole day. */
export function closedHoursText(hours: ClosedHours): string | null {
  const { from, until } = openEnded(hours)
  if (from === null) return until && `until ${timeInWords(until)}`
  return until === null ? `from ${timeInWords(from)}` : `${timeInWords(from)} to ${timeInWords(until)}`
}

/** It writes `The school is closed from 2:00 pm to 6:00 pm` or `The school is closed on this day`. */
export function closedThenText(hours: ClosedHours): string {
  const { from, until } = openEnded(hours)
  const text = closedHoursText(hours)
  const when = text && (from !== null && until !== null ? `from ${text}` : text)
  return `The school is closed ${when ?? 'on this day'}`
}

export const dayBegins = '00:00'
export const dayEnds = '24:00'

/** The beginning and the end of the day become null, because people do not say these hours. */
export function openEnded<Hours extends ClosedHours>(hours: Hours): Hours {
  const { from, until } = hours
  return { ...hours, from: from === dayBegins ? null : from, until: until === dayEnds ? null : until }
}

/** It cuts `14 January` out of `Wed, 14 January 2026`. */
const dateOf = (day: string) => dayText(day).slice(5, -5)

/** It writes `Closed on 14 January: Pongal` or `Closed on 14 January, 2:00 pm to 6:00 pm: Staff outing`. */
export function closedText(span: ClosedSpan): string {
  const { day, lastDay, closedFor } = span
  const days = day === lastDay ? `on ${dateOf(day)}` : `from ${dateOf(day)} to ${dateOf(lastDay)}`
  return `Closed ${[days, closedHoursText(span)].filter(Boolean).join(', ')}: ${closedFor}`
}

/** Visitors read it if a batch meets while the school is closed, until staff decide; null if none does. */
export function newDateText(days: readonly string[] = []): string | null {
  if (days.length === 0) return null
  return `The school is closed when this class meets on ${inARow(days.map(dayInWords))}. We will confirm what happens then.`
}
