import { expect, test } from 'vitest'
import { sessionDays } from './session-rule.ts'

const rule = {
  firstDay: '2026-12-22',
  weekdays: ['Tuesday', 'Thursday'],
  count: 4,
  closedDays: new Set<string>(),
}

test.each([
  ['from the first day on, over the year', {}, ['2026-12-22', '2026-12-24', '2026-12-29', '2026-12-31']],
  [
    'a closed day is left out, and another one comes at the end',
    { closedDays: new Set(['2026-12-24']) },
    ['2026-12-22', '2026-12-29', '2026-12-31', '2027-01-05'],
  ],
  ['the first day need not be one', { firstDay: '2026-12-23', count: 1 }, ['2026-12-24']],
  ['29 February counts', { firstDay: '2028-02-29', count: 2 }, ['2028-02-29', '2028-03-02']],
  ['none', { count: 0 }, []],
  ['without a weekday there is none', { weekdays: [] }, []],
])('%s', (_, changes, days) => {
  expect(sessionDays({ ...rule, ...changes })).toEqual(days)
})

test('a rule that never ends is cut after three years', () => {
  expect(sessionDays({ ...rule, weekdays: ['Tuesday'], count: 1000 })).toHaveLength(157)
})
