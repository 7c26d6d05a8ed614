import { expect, test } from 'vitest'
import { sessionDays } from './session-rule.ts'

const rule = {
  firstDay: '2026-12-22',
  weekdays: ['Tuesday', 'Thursday'],
  count: 4,
  closedDays: new Set<string>(),
}

test.each([
  [
    'from the first day on, across the end of a year',
    {},
    ['2026-12-22', '2026-12-24', '2026-12-29', '2026-12-31'],
  ],
  [
    'a closed day is skipped, and a day is added at the end',
    { closedDays: new Set(['2026-12-24']) },
    ['2026-12-22', '2026-12-29', '2026-12-31', '2027-01-05'],
  ],
  ['the first day may lie before the first session', { firstDay: '2026-12-23', count: 1 }, ['2026-12-24']],
  [
    '29 February counts like any other day',
    { firstDay: '2028-02-29', count: 2 },
    ['2028-02-29', '2028-03-02'],
  ],
  ['no days if no sessions are wanted', { count: 0 }, []],
  ['no days if no weekday is chosen', { weekdays: [] }, []],
])('the days that a rule for weekly sessions gives: %s', (_, changes, days) => {
  expect(sessionDays({ ...rule, ...changes })).toEqual(days)
})

test('a rule for weekly sessions gives only days within three years', () => {
  expect(sessionDays({ ...rule, weekdays: ['Tuesday'], count: 1000 })).toHaveLength(157)
})
