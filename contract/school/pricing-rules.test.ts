import { expect, test } from 'vitest'
import { endsAfterStart, pricingTimes, splitPricingLabel } from './pricing-rules.ts'

test.each([
  ['Weekdays 10:00 AM - 6:00 PM', 'Weekdays', '10:00 AM - 6:00 PM'],
  ['  Weekends   8 AM ', 'Weekends', '8 AM'],
  ['Sundays', 'Sundays', ''],
  [' Sundays ', 'Sundays', ''],
  ['10:00 AM', '', '10:00 AM'],
  ['', '', ''],
])('the label of a hall price %j has the day %j and the time %j', (label, day, time) => {
  expect(splitPricingLabel(label)).toEqual({ day, time })
})

test.each([
  [
    'Weekdays 10:00 AM - 6:00 PM',
    { before: 'Weekdays ', start: '10:00', startHalf: 'AM', end: '6:00', endHalf: 'PM' },
  ],
  ['9:15 am–1:30pm', { before: '', start: '9:15', startHalf: 'am', end: '1:30', endHalf: 'pm' }],
  ['Weekends', null],
  ['Weekends 10:00 - 18:00', null],
])('the hours in the label of a hall price %j are read if there are any', (label, times) => {
  expect(pricingTimes(label)).toEqual(times)
})

test.each([
  ['Weekdays 10:00 AM - 6:00 PM', true],
  ['Weekdays 10:00 am - 6:00 pm', true],
  ['Weekdays 10:15 AM - 10:45 AM', true],
  ['Evenings 6:00 PM - 10:00 PM', true],
  ['Evenings 6:00 PM – 12:00 AM', true],
  ['Noon 12:00 PM - 1:00 PM', true],
  ['Nights 12:00 AM - 6:00 AM', true],
  ['Mornings 10:00 AM - 9:45 AM', false],
  ['Mornings 10:00 AM - 10:00 AM', false],
  ['Mornings 10:00 PM - 10:00 AM', false],
])('the hours in the label of a hall price %j end after they begin: %s', (label, does) => {
  const times = pricingTimes(label)
  expect(times && endsAfterStart(times)).toBe(does)
})
