import { expect, test } from 'vitest'
import { slotHours, windowText } from './delivery-hours.ts'

test.each([
  ['13:00', '18:30', '1 pm – 6:30 pm'],
  ['09:00', '12:00', '9 am – 12 pm'],
  ['23:00', '00:30', '11 pm – 12:30 am, the night before'],
])('a delivery window from %s to %s is written as %s', (from, to, words) => {
  expect(windowText({ from, to })).toBe(words)
})

test.each([
  ['2026-03-05T07:30:00.000Z', '2026-03-05T13:00:00.000Z', '1 pm – 6:30 pm'],
  ['2026-03-04T17:30:00.000Z', '2026-03-04T19:00:00.000Z', '11 pm – 12:30 am, the night before'],
])('an order’s delivery slot from %s to %s is written as %s', (from, to, words) => {
  expect(slotHours({ from, to })).toBe(words)
})
