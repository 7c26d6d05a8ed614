import { expect, test } from 'vitest'
import { pastDayQuestion } from './batch-form.tsx'

const today = '2026-03-02'

test.each([
  ['a day in the future', null, '2026-03-03'],
  ['today', null, today],
  ['the past day that the batch already has', '2020-03-02', '2020-03-02'],
  ['a date that does not exist', null, '2020-02-31'],
])('the batch form asks no question about %s', (_, before, day) => {
  expect(pastDayQuestion('day', before, day, today)).toBeNull()
})

test('the batch form says that a new day is in the past, also in the present year', () => {
  expect(pastDayQuestion('day', '2026-03-12', '2020-03-12', today)?.title).toBe(
    'Thu, 12 March 2020 is in the past',
  )
  expect(pastDayQuestion('day', null, '2026-03-01', today)?.title).toBe('Sun, 1 March 2026 is in the past')
})
