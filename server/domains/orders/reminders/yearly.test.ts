import { describe, expect, test } from 'vitest'
import { dueOccasion, nextDay, nextLetter } from './yearly.ts'

/** The instant of a school time such as `2026-02-07 09:00`. */
const at = (moment: string) => new Date(`${moment.replace(' ', 'T')}+05:30`).toISOString()

describe('the next reminder e-mail', () => {
  test.each<[day: string, now: string, on: string, letter: string]>([
    ['2026-02-14', '2026-02-14 20:00', '2027-02-14', '2027-02-07 09:00'],
    ['2026-02-14', '2026-02-10 12:00', '2027-02-14', '2027-02-07 09:00'],
    // A request in the week before the day is for the next year.
    ['2026-02-14', '2027-02-07 08:59', '2027-02-14', '2027-02-07 09:00'],
    ['2026-02-14', '2027-02-07 09:00', '2028-02-14', '2028-02-07 09:00'],
    ['2026-02-14', '2027-02-10 12:00', '2028-02-14', '2028-02-07 09:00'],
    ['2026-02-14', '2030-06-01 12:00', '2031-02-14', '2031-02-07 09:00'],
    // The letter for a day early in January is sent in December.
    ['2026-01-01', '2026-01-01 12:00', '2027-01-01', '2026-12-25 09:00'],
    ['2026-01-07', '2026-01-08 12:00', '2027-01-07', '2026-12-31 09:00'],
    ['2026-01-08', '2026-01-08 12:00', '2027-01-08', '2027-01-01 09:00'],
    ['2026-12-31', '2026-12-31 23:59', '2027-12-31', '2027-12-24 09:00'],
    // An order in December for a day in January: the delivery's own day has no reminder.
    ['2027-01-02', '2026-12-20 12:00', '2028-01-02', '2027-12-26 09:00'],
    ['2027-01-02', '2026-12-26 09:00', '2028-01-02', '2027-12-26 09:00'],
    // The school's year has changed, and the year in UTC has not.
    ['2026-01-08', '2027-01-01 02:00', '2027-01-08', '2027-01-01 09:00'],
    ['2026-01-07', '2027-01-01 02:00', '2028-01-07', '2027-12-31 09:00'],
    // A year without a 29 February has the reminder for 28 February.
    ['2028-02-29', '2028-02-29 12:00', '2029-02-28', '2029-02-21 09:00'],
    ['2028-02-29', '2031-03-01 12:00', '2032-02-29', '2032-02-22 09:00'],
    ['2028-02-28', '2031-03-01 12:00', '2032-02-28', '2032-02-21 09:00'],
    // The week before the day may have a 29 February.
    ['2026-03-05', '2026-03-05 12:00', '2027-03-05', '2027-02-26 09:00'],
    ['2026-03-05', '2027-03-05 12:00', '2028-03-05', '2028-02-27 09:00'],
    ['2026-03-07', '2027-03-07 12:00', '2028-03-07', '2028-02-29 09:00'],
    // 2100 has no 29 February.
    ['2028-02-29', '2099-03-01 12:00', '2100-02-28', '2100-02-21 09:00'],
  ])(
    'the letter about a delivery on %s, asked for at %s, reminds of %s and is sent at %s',
    (day, now, on, letter) => {
      expect(nextLetter(day, at(now))).toEqual({ on, dueAt: at(letter) })
    },
  )
})

describe('the reminder that is due', () => {
  test.each<[day: string, now: string, on: string | null]>([
    ['2026-02-14', '2027-02-07 08:59', null],
    ['2026-02-14', '2027-02-07 09:00', '2027-02-14'],
    // A server that was down sends the reminders of days to come.
    ['2026-02-14', '2027-02-13 23:59', '2027-02-14'],
    ['2026-02-14', '2027-02-14 00:00', null],
    ['2026-02-14', '2027-02-20 12:00', null],
    ['2026-02-14', '2029-02-10 12:00', '2029-02-14'],
    ['2026-01-03', '2026-12-27 09:00', '2027-01-03'],
    ['2026-01-03', '2027-01-02 23:59', '2027-01-03'],
    ['2026-01-03', '2027-01-03 00:00', null],
    ['2028-02-29', '2029-02-21 09:00', '2029-02-28'],
    ['2028-02-29', '2029-02-28 00:00', null],
    // The day of the delivery itself has no reminder.
    ['2027-02-14', '2027-02-10 12:00', null],
  ])('a delivery on %s has, at %s, a reminder due for %s', (day, now, on) => {
    expect(dueOccasion(day, at(now))?.on ?? null).toBe(on)
  })
})

test.each<[day: string, now: string, on: string]>([
  ['2026-02-14', '2026-02-13 23:59', '2026-02-14'],
  ['2026-02-14', '2026-02-14 00:00', '2027-02-14'],
  ['2026-01-01', '2026-12-31 23:59', '2027-01-01'],
  ['2026-01-02', '2027-01-01 00:30', '2027-01-02'],
  ['2028-02-29', '2029-02-01 12:00', '2029-02-28'],
])('the anniversary of %s that follows %s is %s', (day, now, on) => {
  expect(nextDay(day, at(now)).on).toBe(on)
})
