import { expect, test } from 'vitest'
import { pastDayQuestion } from './batch-form.tsx'

const today = '2026-03-02'

test.each([
  ['a day in the future', null, '2026-03-03'],
  ['today', null, today],
  ['the past day that the batch already has', '2020-03-02', '2020-03-02'],
  ['a date that does not exist', null, '2020-02-31'],
])('the batch form asks no question about %s', (_, before, day) => {
  expect(pastDayQuestion(before, day, today)).toBeNull()
})

test('the batch form asks whether a new day in the past is meant, and names its year', () => {
  expect(pastDayQuestion('2026-03-12', '2020-03-12', today)?.title).toBe('Is 2020 right?')
  expect(pastDayQuestion(null, '2026-03-01', today)?.title).toBe('Is 2026 right?')
})
