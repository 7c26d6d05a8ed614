import { expect, test } from 'vitest'
import { leftInWords, payingWords, readOut, untilText } from './paying-words.ts'

test.each([
  [900, '15 minutes'],
  [899, '14 minutes'],
  [180, '3 minutes'],
  [179, '2 minutes'],
  [121, '2 minutes'],
  [120, '2:00'],
  [119, '1:59'],
  [60, '1:00'],
  [9, '0:09'],
  [0, '0:00'],
])('%i seconds are %j', (seconds, words) => {
  expect(leftInWords(seconds)).toBe(words)
})

test.each([
  ['upi', 'Less than two minutes are left, and the code to pay has gone.', 'The time to pay is over.'],
  ['simulated', 'Less than two minutes are left.', 'The time is over.'],
  ['free', 'Less than two minutes are left.', 'The time is over.'],
] as const)(
  'of a quarter of an hour (%s) four sentences are read out, and no second',
  (paying, few, over) => {
    const words = payingWords[paying]
    const said = new Set(Array.from({ length: 901 }, (_, second) => readOut(900 - second, words)))
    expect([...said]).toEqual(['A seat is kept for you.', 'Less than five minutes are left.', few, over])
  },
)

test('an end is told by the school’s clocks', () => {
  expect(untilText('2026-03-02T10:45:00.000Z')).toBe('4:15 pm')
})
