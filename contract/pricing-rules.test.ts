import { expect, test } from 'vitest'
import { splitPricingLabel } from './pricing-rules.ts'

test.each([
  ['Weekdays 10:00 AM - 6:00 PM', 'Weekdays', '10:00 AM - 6:00 PM'],
  ['  Weekends   8 AM ', 'Weekends', '8 AM'],
  ['Sundays', 'Sundays', ''],
  [' Sundays ', 'Sundays', ''],
  ['10:00 AM', '', '10:00 AM'],
  ['', '', ''],
])('%j is the day %j and the time %j (P§3)', (label, day, time) => {
  expect(splitPricingLabel(label)).toEqual({ day, time })
})
