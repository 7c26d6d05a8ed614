import { expect, test } from 'vitest'
import { firstOpenDay } from './copy-class.tsx'

const anyDay = () => true

test.each([
  ['one session', { day: '2026-03-03', lastDay: '2026-03-03', today: '2026-03-02' }, anyDay, '2026-03-10'],
  [
    'sessions in three weeks',
    { day: '2026-03-03', lastDay: '2026-03-19', today: '2026-03-02' },
    anyDay,
    '2026-03-24',
  ],
  [
    'a last session on the weekday',
    { day: '2026-03-03', lastDay: '2026-03-17', today: '2026-03-02' },
    anyDay,
    '2026-03-24',
  ],
  [
    'a batch that is long over',
    { day: '2025-01-07', lastDay: '2025-01-07', today: '2026-03-02' },
    anyDay,
    '2026-03-03',
  ],
  [
    'a closed day after it',
    { day: '2026-03-03', lastDay: '2026-03-03', today: '2026-03-02' },
    (day: string) => day !== '2026-03-10',
    '2026-03-17',
  ],
  [
    'a weekday that is always closed',
    { day: '2026-03-03', lastDay: '2026-03-03', today: '2026-03-02' },
    () => false,
    '2026-03-10',
  ],
])('the suggested first day of a copy keeps the weekday, for a batch with %s', (_, batch, isOpen, day) => {
  expect(firstOpenDay(batch, isOpen)).toBe(day)
})
