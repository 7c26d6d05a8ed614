import { expect, test } from 'vitest'
import { madeText } from './rule-maker.tsx'

const closedFor = new Map([
  ['2027-01-14', 'Pongal'],
  ['2027-01-12', null],
  ['2027-01-13', 'Bhogi'],
  ['2026-01-15', 'Pongal'],
])
const weekdays = ['Tuesday', 'Thursday']
const firstDay = '2027-01-12'

test.each([
  [
    ['2027-01-12', '2027-01-19'],
    '2 sessions from Tue, 12 January 2027 to Tue, 19 January 2027. Skipped closed days: Thu, 14 January 2027 (Pongal). Nothing is saved yet.',
  ],
  [['2027-01-12'], '1 session on Tue, 12 January 2027. Nothing is saved yet.'],
  [[], 'No open days found in the next three years. Choose another day of the week.'],
])(
  'the preview of a rule for sessions names the sessions and the closed days that it leaves out: %j',
  (found, words) => {
    expect(madeText({ found, weekdays, firstDay, closedFor })).toBe(words)
  },
)

test('the preview of a rule for sessions names only three of five closed days', () => {
  const many = new Map(Array.from({ length: 5 }, (_, n) => [`2027-01-${12 + 7 * n}`, 'Leave'] as const))
  const { length } = madeText({
    found: ['2027-01-14', '2027-03-02'],
    weekdays,
    firstDay,
    closedFor: many,
  }).split('(Leave)')
  expect(length).toBe(4)
})
