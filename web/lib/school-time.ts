// By hand, not by `Intl` (decision 0046): what the server rendered is what the browser says.

import { schoolAheadMs } from '../../contract/school-day.ts'

/** Sunday first, as the school's wall calendar. */
export const weekdays = [
  'Sunday',
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
] as const
const months = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
] as const

const isoDay = /^\d{4}-\d{2}-\d{2}$/

/** A school day as people read it, with its weekday; other text as it is; a date that is none is 'Invalid date'. */
export function dayText(day: string): string {
  if (!/^\d{4}-\d{2}-\d{2}/.test(day)) return day
  const isoPart = day.slice(0, 10)
  return isSchoolDay(isoPart) ? `${shortDay(isoPart)} ${isoPart.slice(0, 4)}` : 'Invalid date'
}

/** Whether this is a day of the calendar: 31 February is none, although `Date` takes it for one in March. */
export function isSchoolDay(text: string): boolean {
  const ms = isoDay.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN
  return !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(text)
}

/** What a school day is called: `Monday`. */
export function weekdayOf(schoolDay: string): string {
  return weekdays[new Date(`${schoolDay}T00:00:00Z`).getUTCDay()] ?? ''
}

/** `2026-09` → `September 2026`. */
export function monthText(month: string): string {
  return `${months[Number(month.slice(5, 7)) - 1]} ${month.slice(0, 4)}`
}

/** An instant in the school's time: `Sat, 12 December at 6:30 pm`. */
export function momentText(instant: string): string {
  const there = atSchool(new Date(instant))
  const hour = Number(there.slice(11, 13))
  const time = `${hour % 12 || 12}:${there.slice(14, 16)} ${hour < 12 ? 'am' : 'pm'}`
  return `${shortDay(there.slice(0, 10))} at ${time}`
}

/** `Sat, 12 December`. */
function shortDay(schoolDay: string): string {
  const [, month = '', day = ''] = schoolDay.split('-')
  return `${weekdayOf(schoolDay).slice(0, 3)}, ${Number(day)} ${months[Number(month) - 1]}`
}

/** What the school's clocks show, as ISO text without a zone. */
function atSchool(instant: Date): string {
  return new Date(instant.getTime() + schoolAheadMs).toISOString().slice(0, 19)
}
