// Lists inside English sentences. A long list names its first items and counts the rest.

import { plural } from './plural.ts'
import { dayInWords, inARow, timeInWords } from './words.ts'

/** `closedFor` is null if the school is always closed on that day of the week. */
export interface ClosedDay {
  day: string
  closedFor: string | null
}

export interface NamedBatch {
  title: string
  day: string | null
}

const namedMax = 3

export function closedDayList(days: readonly ClosedDay[]): string {
  const named = days
    .slice(0, namedMax)
    .map(({ day, closedFor }) => (closedFor === null ? dayInWords(day) : `${dayInWords(day)} (${closedFor})`))
  const more = days.length - named.length
  if (more === 0) return inARow(named)
  return inARow([...named, plural(more, { one: '1 other day', other: `${more} other days` })])
}

/** `named` are the first of `count` batches. */
export function batchList(count: number, named: readonly NamedBatch[]): string {
  const all = named.map(({ title, day }) => (day === null ? title : `${title} on ${dayInWords(day)}`))
  const more = count - all.length
  return inARow(more > 0 ? [...all, `${more} more`] : all)
}

export function idList(missing: readonly string[]): string {
  const named = missing.slice(0, namedMax)
  const more = missing.length - named.length
  return inARow(more > 0 ? [...named, `${more} more`] : named)
}

export function openingDays({ first, last }: { first: string; last: string }): string {
  return first === last ? first : `${first} to ${last}`
}

export function openingHours(hours: { from: string; to: string } | null): string {
  return hours === null ? 'Closed' : hoursText(hours)
}

/** The hours are 24-hour times. */
export function hoursText({ from, to }: { from: string; to: string }): string {
  return `${timeInWords(from)} to ${timeInWords(to)}`
}
