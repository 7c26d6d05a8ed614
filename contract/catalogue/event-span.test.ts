import { expect, test } from 'vitest'
import { hoursOfEvent, spanOf } from './event-span.ts'

test.each([
  ['10:30', '3 hours', '2026-03-12', '13:30'],
  ['10:30', '2.5 hrs', '2026-03-12', '13:00'],
  ['22:00', '3 hours', '2026-03-13', '01:00'],
  ['23:59', '1 minute', '2026-03-12', null],
  // An end time needs both a start time and a duration in hours.
  ['10:30', '10 weeks', '2026-03-12', null],
  [null, '3 hours', '2026-03-12', null],
  [null, '2 days', '2026-03-13', null],
  ['10:30', '2 days', '2026-03-13', null],
  [null, '31 days', '2026-03-12', null],
  ['10:30', '40 hours', '2026-03-12', null],
  ['10:30', '0 hours', '2026-03-12', null],
  ['10:30', '0 days', '2026-03-12', null],
  ['10:30', null, '2026-03-12', null],
])(
  'an event on 12 March that begins at %j and lasts %j ends on %s at %j',
  (time, duration, endDay, endTime) => {
    expect(spanOf({ day: '2026-03-12', time, duration })).toEqual({ endDay, endTime })
  },
)

test('an event of two days may end in the next year', () => {
  expect(spanOf({ day: '2026-12-31', time: null, duration: '2 days' }).endDay).toBe('2027-01-01')
})

test.each([
  ['10:00', '3 hours', '10:00 am – 1:00 pm'],
  ['10:00', '6 weeks', '10:00 am'],
  ['10:00', null, '10:00 am'],
  [null, '3 hours', null],
])('an event at %j with the duration %j has the hours %j', (time, duration, hours) => {
  expect(hoursOfEvent({ day: '2026-03-11', time, duration })).toBe(hours)
})
