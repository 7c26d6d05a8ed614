import { describe, expect, test } from 'vitest'
import { isSchoolDay, schoolDayOf } from './school-day.ts'
import {
  amountInWords,
  batchInWords,
  counted,
  dateText,
  dayInWords,
  dayText,
  decimalRupees,
  formatRupees,
  grouped,
  instantInWords,
  momentText,
  monthText,
  shortDayText,
  shortMomentText,
  spreadsheetMoment,
  twelveHour,
  weekdayOf,
  weekMomentText,
} from './words.ts'

const dayMs = 24 * 60 * 60 * 1000
/** Noon of every day from 2024 to 2032, leap days among them. */
const noons = Array.from({ length: 9 * 366 }, (_, n) => new Date(Date.UTC(2024, 0, 1, 12) + n * dayMs))

/** Formats by `Intl`, in the school's time unless the options name another. */
function intl(options: Intl.DateTimeFormatOptions, locale = 'en-IN') {
  const format = new Intl.DateTimeFormat(locale, { timeZone: 'Asia/Kolkata', ...options })
  return (instant: Date | string) => format.format(new Date(instant))
}

describe('money as text', () => {
  test.each([
    [0, '₹0'],
    [999, '₹999'],
    [1000, '₹1,000'],
    [12500, '₹12,500'],
    ['12500.00', '₹12,500'],
    ['12500.5', '₹12,500.50'],
    ['99999.99', '₹99,999.99'],
    [100000, '₹1,00,000'],
    ['1234567.05', '₹12,34,567.05'],
    [987654321, '₹98,76,54,321'],
    [-1500, '₹-1,500'],
    ['none', '₹0'],
    [Number.POSITIVE_INFINITY, '₹0'],
  ])('the amount of %s rupees is written as %s', (amount, words) => {
    expect(formatRupees(amount)).toBe(words)
  })

  test('rupees have the same groups of digits as the browser’s Intl writes for India', () => {
    const indian = new Intl.NumberFormat('en-IN', { maximumFractionDigits: 2 })
    const values = Array.from({ length: 3_000 }, (_, n) => Math.floor(1.009 ** n) + (n % 4) / 4).filter(
      (value) => value < Number.MAX_SAFE_INTEGER / 4,
    )
    for (const value of [...values, ...values.map((one) => -one)]) {
      expect(grouped(value)).toBe(indian.format(value))
    }
  })

  test.each([
    [0, '0.00', '₹0'],
    [5, '0.05', '₹0.05'],
    [1250000, '12500.00', '₹12,500'],
    [-150, '-1.50', '₹-1.50'],
  ])('the amount of %d paise is %s rupees as a decimal, and is written as %s', (paise, decimal, words) => {
    expect(decimalRupees(paise)).toBe(decimal)
    expect(amountInWords(paise)).toBe(words)
  })
})

test.each([
  [counted(1, 'seat'), '1 seat'],
  [counted(0, 'seat'), '0 seats'],
  [counted(3, 'seat'), '3 seats'],
  [counted(1, 'try', 'tries'), '1 try'],
  [counted(2, 'try', 'tries'), '2 tries'],
])('a count is written as “%s”', (words, expected) => {
  expect(words).toBe(expected)
})

describe('a date as text', () => {
  test.each([
    ['2026-12-12', 'Sat, 12 December 2026', 'Sat, 12 Dec, 2026'],
    ['2028-02-29', 'Tue, 29 February 2028', 'Tue, 29 Feb, 2028'],
    ['2026-09-01', 'Tue, 1 September 2026', 'Tue, 1 Sept, 2026'],
    ['2026-03-01T00:00:00.000Z', 'Sun, 1 March 2026', '2026-03-01T00:00:00.000Z'],
    ['2026-02-31', 'Invalid date', '2026-02-31'],
    ['2026-13-01', 'Invalid date', '2026-13-01'],
    ['Coming soon', 'Coming soon', 'Coming soon'],
    ['', '', ''],
  ])('the day %s is written as %s, and in a table as %s', (day, words, short) => {
    expect(dayText(day)).toBe(words)
    expect(shortDayText(day)).toBe(short)
  })

  test('a date that is not known yet is written as “Coming soon”', () => {
    expect(shortDayText(null)).toBe('Coming soon')
  })

  test('each day of nine years is written as the browser’s Intl writes it', () => {
    const utc = { timeZone: 'UTC', day: 'numeric' } as const
    const long = intl({ ...utc, weekday: 'long', month: 'long', year: 'numeric' }, 'en-GB')
    const inLetters = intl({ ...utc, weekday: 'long', month: 'long', year: 'numeric' })
    const inTables = intl({ ...utc, weekday: 'short', month: 'short', year: 'numeric' })
    const short = intl({ ...utc, month: 'short' })
    for (const noon of noons) {
      const day = noon.toISOString().slice(0, 10)
      const [weekday = '', date, month, year] = long(noon).split(/,? /)
      expect(dayText(day)).toBe(`${weekday.slice(0, 3)}, ${date} ${month} ${year}`)
      expect(weekdayOf(day)).toBe(weekday)
      expect(monthText(day.slice(0, 7))).toBe(`${month} ${year}`)
      expect(isSchoolDay(day)).toBe(true)
      expect(dayInWords(day)).toBe(inLetters(noon).replaceAll(',', ''))
      expect(shortDayText(day)).toBe(inTables(noon))
      expect(dateText(day)).toBe(short(noon))
    }
  })
})

test.each([
  [{ day: null, time: '10:00' }, 'date to be announced'],
  [{ day: '2026-03-01', time: null }, 'Sunday 1 March 2026'],
  [{ day: '2026-03-01', time: '00:05' }, 'Sunday 1 March 2026, 12:05 am'],
])('the batch at %j is written as “%s”', (batch, words) => {
  expect(batchInWords(batch)).toBe(words)
})

test.each([
  ['00:00', '12:00 AM'],
  ['09:05', '9:05 AM'],
  ['12:00', '12:00 PM'],
  ['18:30', '6:30 PM'],
])('the time %s is written as %s', (time, words) => {
  expect(twelveHour(time)).toBe(words)
})

describe('an instant in the school’s time zone', () => {
  test.each([
    ['2026-12-12T13:00:00.000Z', '2026-12-12', 'Sat, 12 December at 6:30 pm'],
    ['2026-12-12T18:29:59.999Z', '2026-12-12', 'Sat, 12 December at 11:59 pm'],
    ['2026-12-12T18:30:00.000Z', '2026-12-13', 'Sun, 13 December at 12:00 am'],
    ['2026-12-31T19:00:00.000Z', '2027-01-01', 'Fri, 1 January at 12:30 am'],
    ['2026-06-01T06:30:00.000Z', '2026-06-01', 'Mon, 1 June at 12:00 pm'],
  ])('the instant %s is written in the school’s time', (instant, day, words) => {
    expect(schoolDayOf(new Date(instant))).toBe(day)
    expect(momentText(instant)).toBe(words)
  })

  test('the instant of each hour of a year is written as the browser’s Intl writes it', () => {
    const hour = { hour: 'numeric', minute: '2-digit' } as const
    const day = intl({}, 'en-CA')
    const inLetters = intl({ ...hour, day: 'numeric', month: 'long', year: 'numeric' })
    const inTables = intl({ ...hour, day: 'numeric', month: 'short', hour12: true })
    const ofWeek = intl({ ...hour, weekday: 'short', hour12: true })
    const inFiles = intl({ dateStyle: 'short', timeStyle: 'short' }, 'sv-SE')
    for (const noon of noons.slice(0, 366)) {
      for (let hours = 0; hours < 24; hours++) {
        const at = new Date(noon.getTime() + hours * 60 * 60 * 1000 + hours * 60_000)
        const instant = at.toISOString()
        expect(schoolDayOf(at)).toBe(day(at))
        expect(instantInWords(instant)).toBe(inLetters(at))
        expect(shortMomentText(instant)).toBe(inTables(at))
        expect(weekMomentText(instant)).toBe(ofWeek(at))
        expect(spreadsheetMoment(instant)).toBe(inFiles(at))
      }
    }
  })

  test('writing a text that is not an instant throws a RangeError', () => {
    expect(() => momentText('soon')).toThrow(RangeError)
  })
})
