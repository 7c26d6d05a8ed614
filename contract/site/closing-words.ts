import { dayText, timeInWords } from '../words.ts'
import * as text from './closing-words.en.ts'

/** A null `from` means the beginning of the day, and a null `until` means its end. */
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

/** Writes `2:00 pm to 6:00 pm`, `from 2:00 pm` or `until 11:00 am`. Returns null if the whole day is closed. */
export function closedHoursText(hours: ClosedHours): string | null {
  const { from, until } = openEnded(hours)
  if (from === null) return until && text.hoursUntil({ until: timeInWords(until) })
  if (until === null) return text.hoursFrom({ from: timeInWords(from) })
  return text.hours({ from: timeInWords(from), until: timeInWords(until) })
}

/** Writes `The school is closed from 2:00 pm to 6:00 pm for Pongal` or `The school is closed on this day`. */
export function closedThenText(closing: ClosedHours & { closedFor: string | null }): string {
  const { from, until, closedFor: reason } = openEnded(closing)
  if (from === null && until === null) return text.schoolClosed({ reason })
  if (from === null) return text.schoolClosedUntil({ until: timeInWords(until ?? dayEnds), reason })
  if (until === null) return text.schoolClosedFrom({ from: timeInWords(from), reason })
  return text.schoolClosedBetween({ from: timeInWords(from), until: timeInWords(until), reason })
}

export const dayBegins = '00:00'
export const dayEnds = '24:00'

/** Replaces the beginning and the end of the day by null, because a text does not mention them. */
export function openEnded<Hours extends ClosedHours>(hours: Hours): Hours {
  const { from, until } = hours
  return { ...hours, from: from === dayBegins ? null : from, until: until === dayEnds ? null : until }
}

/** Shortens `Wed, 14 January 2026` to `14 January`. */
const dateOf = (day: string) => dayText(day).slice(5, -5)

/** Writes `Closed on 14 January for Pongal` or `Closed on 14 January, 2:00 pm to 6:00 pm, for Staff outing`. */
export function closedText(span: ClosedSpan): string {
  const { day, lastDay, closedFor: reason } = span
  const facts = { day: dateOf(day), hours: closedHoursText(span), reason }
  return day === lastDay ? text.closedOnDay(facts) : text.closedOnDays({ ...facts, lastDay: dateOf(lastDay) })
}
