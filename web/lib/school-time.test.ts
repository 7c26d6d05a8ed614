import { describe, expect, test } from 'vitest'
import { schoolDayOf } from '../../contract/school-day.ts'
import { dayText, isSchoolDay, momentText, monthText, weekdayOf } from './school-time.ts'

const dayMs = 24 * 60 * 60 * 1000
/** Noon of every day from 2024 to 2032, leap days among them. */
const noons = Array.from({ length: 9 * 366 }, (_, n) => new Date(Date.UTC(2024, 0, 1, 12) + n * dayMs))

describe('words of days', () => {
  test.each([
    ['2026-12-12', 'Sat, 12 December 2026'],
    ['2028-02-29', 'Tue, 29 February 2028'],
    ['2026-03-01T00:00:00.000Z', 'Sun, 1 March 2026'],
    ['2026-02-31', 'Invalid date'],
    ['2026-13-01', 'Invalid date'],
    ['Coming soon', 'Coming soon'],
    ['', ''],
  ])('%s is %s', (day, words) => {
    expect(dayText(day)).toBe(words)
  })

  test('are those of Intl, on every day of nine years', () => {
    const format = new Intl.DateTimeFormat('en-GB', {
      weekday: 'long',
      day: 'numeric',
      month: 'long',
      year: 'numeric',
      timeZone: 'UTC',
    })
    for (const noon of noons) {
      const day = noon.toISOString().slice(0, 10)
      const part = Object.fromEntries(format.formatToParts(noon).map(({ type, value }) => [type, value]))
      expect(dayText(day)).toBe(`${part.weekday?.slice(0, 3)}, ${part.day} ${part.month} ${part.year}`)
      expect(weekdayOf(day)).toBe(part.weekday)
      expect(monthText(day.slice(0, 7))).toBe(`${part.month} ${part.year}`)
      expect(isSchoolDay(day)).toBe(true)
    }
  })
})

describe('an instant in the school’s time', () => {
  test.each([
    ['2026-12-12T13:00:00.000Z', '2026-12-12', 'Sat, 12 December at 6:30 pm'],
    ['2026-12-12T18:29:59.999Z', '2026-12-12', 'Sat, 12 December at 11:59 pm'],
    ['2026-12-12T18:30:00.000Z', '2026-12-13', 'Sun, 13 December at 12:00 am'],
    ['2026-12-31T19:00:00.000Z', '2027-01-01', 'Fri, 1 January at 12:30 am'],
    ['2026-06-01T06:30:00.000Z', '2026-06-01', 'Mon, 1 June at 12:00 pm'],
  ])('%s', (instant, day, words) => {
    expect(schoolDayOf(new Date(instant))).toBe(day)
    expect(momentText(instant)).toBe(words)
  })

  test('has the day that Intl finds in Asia/Kolkata, at every hour', () => {
    const format = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Kolkata' })
    for (const noon of noons.slice(0, 400)) {
      for (let hour = 0; hour < 24; hour++) {
        const instant = new Date(noon.getTime() + hour * 60 * 60 * 1000)
        expect(schoolDayOf(instant)).toBe(format.format(instant))
      }
    }
  })

  test('that is none is an error', () => {
    expect(() => momentText('soon')).toThrow(RangeError)
  })
})
