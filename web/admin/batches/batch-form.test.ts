import { expect, test } from 'vitest'
import { pastDayQuestion } from './batch-form.tsx'

const today = '2026-03-02'

test.each([
  ['a day ahead', null, '2026-03-03'],
  ['today', null, today],
  ['the day that it has', '2020-03-02', '2020-03-02'],
  ['what is no day', null, '2020-02-31'],
])('nothing is asked about %s', (_, before, day) => {
  expect(pastDayQuestion(before, day, today)).toBeNull()
})

test('a new day that is over is asked about by its year', () => {
  expect(pastDayQuestion('2026-03-12', '2020-03-12', today)?.title).toBe('Really 2020?')
  expect(pastDayQuestion(null, '2026-03-01', today)?.title).toBe('Really 2026?')
})
