import { schoolDayOf } from './school-day.ts'

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

const dayPatterns = [
  /^(?<year>\d{4})[-/.](?<month>\d{1,2})[-/.](?<day>\d{1,2})(?!\d)/,
  /^(?<day>\d{1,2})[-/.\s](?<month>\d{1,2})[-/.\s](?<year>\d{4}|\d{2})(?![\d:])/,
  /^(?<day>\d{1,2})(?:st|nd|rd|th)?[-/.,\s]{0,3}(?<month>[a-z]{3,9})[-/.,\s]{0,3}(?<year>\d{4}|\d{2})(?![\d:])/i,
  /^(?<month>[a-z]{3,9})\.?\s{0,3}(?<day>\d{1,2})(?:st|nd|rd|th)?,?\s{1,3}(?<year>\d{4})(?!\d)/i,
]

/** A cell with a day or an hour is never longer than this. */
const lengthMax = 60
/** The day from which a spreadsheet counts days. A number of five digits is a day from 1954 to 2173. */
const firstDayMs = Date.UTC(1899, 11, 30)
const dayMs = 24 * 60 * 60_000
const serial = /^(?<days>[2-9]\d{4})?(?:0?(?<part>\.\d{1,15}))?$/

/**
 * Reads a day as spreadsheets and banks write it, with the day before the month: `14/01/2027`, `14-Jan-27`, `Thu, 14
 * Jan 2027`, `2027-01-14`, `Jan 14, 2027`, or the number of a spreadsheet. A time may follow. The function returns any
 * other text unchanged, so that the error message can show that text.
 */
export function readDay(typed: string): string {
  const text = typed.trim()
  if (text.length > lengthMax) return typed
  const days = serial.exec(text)?.groups?.['days']
  if (days !== undefined) return schoolDayOf(firstDayMs + Number(days) * dayMs)
  const bare = text.replace(/^(?:mon|tue|wed|thu|fri|sat|sun)[a-z]{0,6}[.,\s]{1,3}/i, '')
  const parts = dayPatterns.find((pattern) => pattern.test(bare))?.exec(bare)?.groups
  if (!parts) return typed
  const { year = '', month = '', day = '' } = parts
  const number = /\d/.test(month)
    ? Number(month)
    : 1 + months.findIndex((name) => month.toLowerCase().startsWith(name))
  const full = year.length === 2 ? `20${year}` : year
  return number === 0 ? typed : `${full}-${twoDigits(number)}-${twoDigits(Number(day))}`
}

/**
 * Reads a time as spreadsheets write it: `9:30`, `09:30:00`, `9.30 am`, `9 PM`, or a fraction of a day such as
 * `0.3958`. The time may follow a day. Any other text is returned unchanged.
 */
export function readHour(typed: string): string {
  const text = typed.trim()
  if (text.length > lengthMax) return typed
  const part = serial.exec(text)?.groups?.['part']
  if (part !== undefined) {
    const minutes = Math.round(Number(part) * 24 * 60)
    return `${twoDigits(Math.floor(minutes / 60))}:${twoDigits(minutes % 60)}`
  }
  const found =
    /(?:^|[\sT])(?<hour>\d{1,2})(?:[:.](?<minute>\d{2})(?::\d{2}(?:\.\d{1,6})?)?)?\s*(?:(?<half>[ap])\.?m\.?)?$/i.exec(
      text,
    )?.groups
  const { hour = '', minute, half } = found ?? {}
  // A bare number is not read as an hour, because it may mean anything.
  if (hour === '' || (minute === undefined && half === undefined)) return typed
  if (half === undefined) return `${twoDigits(Number(hour))}:${minute}`
  if (Number(hour) < 1 || Number(hour) > 12) return typed
  const of24 = (Number(hour) % 12) + (half.toLowerCase() === 'p' ? 12 : 0)
  return `${twoDigits(of24)}:${minute ?? '00'}`
}

const twoDigits = (count: number) => String(count).padStart(2, '0')
