import { expect, test } from 'vitest'
import { closedText, isClosedDuring } from './closing-words.ts'

const pongal = { day: '2026-01-14', lastDay: '2026-01-14', closedFor: 'Pongal', from: null, until: null }

test.each([
  [pongal, 'Closed on 14 January: Pongal'],
  [{ ...pongal, lastDay: '2026-02-02' }, 'Closed from 14 January to 2 February: Pongal'],
  [{ ...pongal, from: '14:00', until: '18:30' }, 'Closed on 14 January, 2:00 pm to 6:30 pm: Pongal'],
])('closed days in words', (span, words) => {
  expect(closedText(span)).toBe(words)
})

test.each([
  [null, null, true],
  ['09:00', '10:00', false],
  ['09:00', '10:01', true],
  ['11:59', '18:00', true],
  ['12:00', '18:00', false],
])('from ten to twelve it is closed: %s to %s, %s', (from, until, isClosed) => {
  expect(isClosedDuring({ from, until }, { from: '10:00', to: '12:00' })).toBe(isClosed)
})
