import { expect, test } from 'vitest'
import { cancelSentence, cancelUntil } from './cancellation.ts'

/** Returns the instant of a moment in the school's time. */
const at = (moment: string) => Date.parse(`${moment}+05:30`)

test.each([
  // The columns are the time of the order, the delivery day, and the last moment to cancel.
  ['2026-03-02T10:00', '2026-03-02', null],
  ['2026-03-02T10:00', '2026-03-03', null],
  ['2026-03-02T10:00', '2026-03-04', '2026-03-03T10:00'],
  ['2026-03-02T00:00', '2026-03-04', '2026-03-03T00:00'],
  ['2026-03-02T00:00', '2026-03-03', null],
  ['2026-03-02T23:59:59.999', '2026-03-04', '2026-03-03T23:59:59.999'],
  ['2026-03-03T00:00', '2026-03-04', null],
  // A day in the school's time zone begins 5½ hours before the UTC day of the same date.
  ['2026-03-02T02:00', '2026-03-03', null],
  ['2026-03-02T02:00', '2026-03-04', '2026-03-03T02:00'],
  ['2026-12-30T18:00', '2027-01-01', '2026-12-31T18:00'],
  ['2026-12-31T18:00', '2027-01-01', null],
  ['2026-02-27T09:30', '2026-03-01', '2026-02-28T09:30'],
  ['2028-02-28T09:30', '2028-03-01', '2028-02-29T09:30'],
  ['2028-02-28T09:30', '2028-02-29', null],
])('an order placed at %s for delivery on %s can be cancelled until %s', (placed, day, until) => {
  expect(cancelUntil(at(placed), day)).toBe(until === null ? null : at(until))
})

test.each([
  ['2026-03-02T18:00', '2026-03-04', '2026-03-02T18:05', 'You can cancel this order until 6 pm tomorrow'],
  ['2026-03-02T18:05', '2026-03-04', '2026-03-03T09:00', 'You can cancel this order until 6:05 pm today'],
  [
    '2026-03-02T18:05',
    '2026-03-06',
    '2026-03-05T09:00',
    'You could cancel this order until 6:05 pm Tue, 3 Mar',
  ],
  ['2026-03-02T18:00', '2026-03-03', '2026-03-02T18:00', 'Orders for tomorrow can’t be cancelled'],
  ['2026-03-02T14:00', '2026-03-02', '2026-03-02T14:00', 'Orders for today can’t be cancelled'],
])('an order placed at %s for delivery on %s says at %s: “%s”', (placed, day, now, sentence) => {
  expect(cancelSentence(at(placed), day, at(now))).toBe(sentence)
})
