import { expect, test } from 'vitest'
import { readRelative } from './relative-days.ts'

/** This instant is half past two on Monday morning in the school's time zone. */
const seeded = { now: '2026-03-01T21:00:00.000Z', today: '2026-03-02' }

test.each([
  ['now', '2026-03-01T21:00:00.000Z'],
  ['now -0.5 days', '2026-03-01T09:00:00.000Z'],
  ['now +2 days', '2026-03-03T21:00:00.000Z'],
  ['today', '2026-03-02'],
  ['today -2 days', '2026-02-28'],
  ['today +30 days', '2026-04-01'],
  ['today 06:30', '2026-03-02T01:00:00.000Z'],
  ['today -47 days 06:30', '2026-01-14T01:00:00.000Z'],
  ['Monday from today', '2026-03-02'],
  ['Sunday from today', '2026-03-08'],
  ['Tuesday from today +2 days', '2026-03-10'],
  ['03-02 from today', '2026-03-02'],
  ['03-01 from today', '2027-03-01'],
  ['01-15 from today +14 days', '2027-01-15'],
])('the relative day “%s” becomes %s', (text, read) => {
  expect(readRelative(text, seeded)).toBe(read)
})

test.each(['', '09:00', 'today’s flowers', 'Bring it now -2 days', '600004', 'from today'])(
  'the text %j does not count as a relative day, and stays unchanged',
  (text) => {
    expect(readRelative(text, seeded)).toBe(text)
  },
)

test('a relative day with an unknown weekday is refused', () => {
  expect(() => readRelative('Tusday from today', seeded)).toThrow('no day called Tusday')
})
