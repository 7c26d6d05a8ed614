import { expect, test } from 'vitest'
import { readDay, readHour } from './spreadsheet-times.ts'

test.each([
  ['2027-01-14', '2027-01-14'],
  ['2027/1/14', '2027-01-14'],
  ['2027-01-14T06:30:00', '2027-01-14'],
  ['14/01/2027', '2027-01-14'],
  ['14-1-27', '2027-01-14'],
  ['14.01.2027 6:30', '2027-01-14'],
  ['14/01/2027 6:30', '2027-01-14'],
  ['14-Dec-27', '2027-12-14'],
  ['14 December 2027', '2027-12-14'],
  ['14th Dec, 2027', '2027-12-14'],
  ['Tue, 14 Dec 2027', '2027-12-14'],
  ['Tuesday 14 Dec 2027', '2027-12-14'],
  ['Dec 14, 2027 9:30 PM', '2027-12-14'],
  ['46370', '2026-12-14'],
  ['46370.4375', '2026-12-14'],
  // The schema refuses days that do not exist, with its own sentence.
  ['30/02/2027', '2027-02-30'],
  ['01/14/2027', '2027-14-01'],
])('the cell %j of a spreadsheet is read as the day %s', (typed, day) => {
  expect(readDay(typed)).toBe(day)
})

test.each(['', 'tomorrow', '14 Foo 2027', '12', '1234567', '19999', '9:30', '0.4375', '1'.repeat(100)])(
  'the cell %j of a spreadsheet is not a day, and stays unchanged',
  (typed) => {
    expect(readDay(typed)).toBe(typed)
  },
)

test.each([
  ['9:30', '09:30'],
  ['09:30', '09:30'],
  ['09:30:00', '09:30'],
  ['9:30 AM', '09:30'],
  ['9:30\u202fPM', '21:30'],
  ['9.30 p.m.', '21:30'],
  ['9.30', '09:30'],
  ['9 am', '09:00'],
  ['12:00 AM', '00:00'],
  ['12 pm', '12:00'],
  ['9:30:00 PM', '21:30'],
  ['0.395833333333333', '09:30'],
  ['0.5', '12:00'],
  ['46370.4375', '10:30'],
  ['14/01/2027 6:30', '06:30'],
  ['14/01/2027, 6:30 pm', '18:30'],
  ['2027-01-14T06:30:00', '06:30'],
  ['14-Dec-27 9:30 AM', '09:30'],
])('the cell %j of a spreadsheet is read as the hour %s', (typed, hour) => {
  expect(readHour(typed)).toBe(hour)
})

test.each(['', 'morning', '9', '930', '13:00 PM', '0 am', '14/01/2027', '46370', '2027-01-14'])(
  'the cell %j of a spreadsheet is not an hour, and stays unchanged',
  (typed) => {
    expect(readHour(typed)).toBe(typed)
  },
)

test('a very long cell of a spreadsheet is read quickly', () => {
  const started = performance.now()
  for (const unit of [' ', '1', '9:', 'a', '.']) {
    readDay(unit.repeat(10_000))
    readHour(unit.repeat(10_000))
  }
  expect(performance.now() - started).toBeLessThan(100)
})
