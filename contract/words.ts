// Texts for numbers, money and days. `Intl` does not write these texts, because a server and a browser must show the
// same text even if their locales differ. Creating a formatter also delays a page on a slow phone by 30 ms (decision
// 0038).

import { daysBetween, isSchoolDay, schoolAheadMs } from './school-day.ts'

/** Groups digits in the Indian way: `1250000` → `'12,50,000'`. */
export function grouped(value: number): string {
  const [whole = '', fraction] = String(value).split('.')
  // A number that is written without an exponent has at most 21 digits.
  const groups = whole.replace(/\B(?=(?:\d{2}){0,9}\d{3}$)/g, ',')
  return fraction === undefined ? groups : `${groups}.${fraction}`
}

/** Rupees with sign and Indian grouping: `12500` → `'₹12,500'`, `12500.5` → `'₹12,500.50'`. */
export function formatRupees(amount: number | string): string {
  const value = Number(amount)
  const [whole, fraction] = (Number.isFinite(value) ? value : 0).toFixed(2).split('.')
  return `₹${grouped(Number(whole))}${fraction === '00' ? '' : `.${fraction}`}`
}

/** Paise as rupees in text: `1250000` → `'₹12,500'`. */
export function amountInWords(paise: number): string {
  return formatRupees(paise / 100)
}

/** Paise as the decimal string of the API: `1250000` → `'12500.00'`. */
export function decimalRupees(paise: number): string {
  const sign = paise < 0 ? '-' : ''
  const whole = Math.floor(Math.abs(paise) / 100)
  return `${sign}${whole}.${String(Math.abs(paise) % 100).padStart(2, '0')}`
}

/** Writes `1 seat` or `3 seats`. `many` is needed if the plural is not the singular with an s, as in `2 tries`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`
}

/** Writes a number of hours, and whole days as days: `36 hours`, `2 days`. */
export function hoursInWords(hours: number): string {
  return hours > 0 && hours % 24 === 0 ? counted(hours / 24, 'day') : counted(hours, 'hour')
}

export const weekdays = [
  'Sunday',
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
] as const
const months = 'January February March April May June July August September October November December'.split(
  ' ',
)

export function weekdayOf(schoolDay: string): string {
  return weekdays[new Date(`${schoolDay}T00:00:00Z`).getUTCDay()] ?? ''
}

/** The parts of a date, such as `Sat`, `12`, `December`, `2026`. */
function partsOf(schoolDay: string): [weekday: string, date: number, month: string, year: string] {
  const [year = '', month = '', date = ''] = schoolDay.split('-')
  return [weekdayOf(schoolDay).slice(0, 3), Number(date), months[Number(month) - 1] ?? '', year]
}

/**
 * Writes `Sat, 12 December 2026`. Text that is no date stays as it is; a date that does not exist becomes 'Invalid
 * date'.
 */
export function dayText(day: string): string {
  if (!/^\d{4}-\d{2}-\d{2}/.test(day)) return day
  const isoPart = day.slice(0, 10)
  if (!isSchoolDay(isoPart)) return 'Invalid date'
  const [weekday, date, month, year] = partsOf(isoPart)
  return `${weekday}, ${date} ${month} ${year}`
}

/** E-mails write `Saturday 12 December 2026`. */
export function dayInWords(schoolDay: string): string {
  const [, date, month, year] = partsOf(schoolDay)
  return `${weekdayOf(schoolDay)} ${date} ${month} ${year}`
}

/** Tables write `Sat, 12 Dec, 2026`. Null becomes 'Coming soon'; other text stays as it is. */
export function shortDayText(day: string | null): string {
  if (day === null) return 'Coming soon'
  return isSchoolDay(day) ? `${partsOf(day)[0]}, ${dateText(day)}, ${day.slice(0, 4)}` : day
}

/** Writes `12 Dec`. */
export function dateText(schoolDay: string): string {
  const [, date, month] = partsOf(schoolDay)
  return `${date} ${month.slice(0, month === 'September' ? 4 : 3)}`
}

/** `2026-09` → `September 2026`. */
export function monthText(month: string): string {
  return `${months[Number(month.slice(5, 7)) - 1]} ${month.slice(0, 4)}`
}

/** `18:30` → `6:30 PM`. The specification prescribes this form for the business hours alone. */
export function twelveHour(time: string): string {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return `${hours % 12 || 12}:${String(minutes).padStart(2, '0')} ${hours < 12 ? 'AM' : 'PM'}`
}

/** `18:30` → `6:30 pm`. All times except the business hours have this form. */
export function timeInWords(time: string): string {
  return twelveHour(time).toLowerCase()
}

export function batchInWords(batch: { day: string | null; time: string | null }): string {
  if (batch.day === null) return 'date to be announced'
  return batch.time === null ? dayInWords(batch.day) : `${dayInWords(batch.day)}, ${timeInWords(batch.time)}`
}

/** The day and the time that the school's clocks show, such as `2026-12-12` and `18:30`. */
export function atSchool(instant: string): [day: string, time: string] {
  const there = new Date(Date.parse(instant) + schoolAheadMs).toISOString()
  return [there.slice(0, 10), there.slice(11, 16)]
}

/** A moment by the school's clock: `Sat, 12 December at 6:30 pm`. */
export function momentText(instant: string): string {
  const [day, time] = atSchool(instant)
  const [weekday, date, month] = partsOf(day)
  return `${weekday}, ${date} ${month} at ${timeInWords(time)}`
}

/** E-mails write `12 December 2026 at 6:30 pm`. */
export function instantInWords(instant: string): string {
  const [day, time] = atSchool(instant)
  const [, date, month, year] = partsOf(day)
  return `${date} ${month} ${year} at ${timeInWords(time)}`
}

/** Tables write `12 Dec, 6:30 pm`. */
export function shortMomentText(instant: string): string {
  const [day, time] = atSchool(instant)
  return `${dateText(day)}, ${timeInWords(time)}`
}

/** A moment in this week: `Sat, 6:30 pm`. */
export function weekMomentText(instant: string): string {
  const [day, time] = atSchool(instant)
  return `${partsOf(day)[0]}, ${timeInWords(time)}`
}

/** The form that spreadsheets understand: `2026-12-12 18:30`. */
export function spreadsheetMoment(instant: string): string {
  return atSchool(instant).join(' ')
}

/** Writes `a`, `a and b` or `a, b and c`. */
export function inARow(words: readonly string[]): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`
}

/** Writes `yesterday`, `today`, `tomorrow` or `Thu, 26 Nov`. */
export function dayAsSaid(day: string, today: string): string {
  const near = { [-1]: 'yesterday', 0: 'today', 1: 'tomorrow' }[daysBetween(today, day)]
  return near ?? `${weekdayOf(day).slice(0, 3)}, ${dateText(day)}`
}

/** Joins the parts that are not empty: `joined([name, size, note && 'urgent'], ' · ')`. */
export function joined(parts: readonly (string | number | false | null | undefined)[], by = ', '): string {
  return parts.filter(Boolean).join(by)
}
