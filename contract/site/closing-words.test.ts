import { expect, test } from 'vitest'
import { closedText, closedThenText, isClosedDuring } from './closing-words.ts'
import { newDateText } from './new-date.ts'

const pongal = { day: '2026-01-14', lastDay: '2026-01-14', closedFor: 'Pongal', from: null, until: null }

test.each([
  [pongal, 'Closed on 14 January for Pongal'],
  [{ ...pongal, lastDay: '2026-02-02' }, 'Closed from 14 January to 2 February for Pongal'],
  [{ ...pongal, from: '14:00', until: '18:30' }, 'Closed on 14 January, 2:00 pm to 6:30 pm, for Pongal'],
  [{ ...pongal, from: '14:00' }, 'Closed on 14 January, from 2:00 pm, for Pongal'],
  [{ ...pongal, until: '11:00' }, 'Closed on 14 January, until 11:00 am, for Pongal'],
  // The database stores both hours of a closing, even if only one was typed.
  [{ ...pongal, from: '14:00', until: '24:00' }, 'Closed on 14 January, from 2:00 pm, for Pongal'],
  [{ ...pongal, from: '00:00', until: '11:00' }, 'Closed on 14 January, until 11:00 am, for Pongal'],
])('the school’s closed days are written in words (row %#)', (span, words) => {
  expect(closedText(span)).toBe(words)
})

test.each([
  [null, null, true],
  ['09:00', '10:00', false],
  ['09:00', '10:01', true],
  ['11:59', '18:00', true],
  ['12:00', '18:00', false],
  ['12:00', null, false],
  ['11:59', null, true],
  [null, '10:00', false],
  [null, '10:01', true],
])('a closure from %s to %s covers part of the hours from ten to twelve: %s', (from, until, isClosed) => {
  expect(isClosedDuring({ from, until }, { from: '10:00', to: '12:00' })).toBe(isClosed)
})

test.each([
  [null, null, 'The school is closed on this day'],
  ['14:00', '18:00', 'The school is closed from 2:00 pm to 6:00 pm'],
  ['14:00', null, 'The school is closed from 2:00 pm'],
  [null, '11:00', 'The school is closed until 11:00 am'],
])('a closure of the school from %s until %s is written as “%s”', (from, until, words) => {
  expect(closedThenText({ from, until, closedFor: null })).toBe(words)
})

test.each([
  [[], null],
  [['2026-03-12'], 'The school is closed on Thursday 12 March 2026, so this date may change.'],
  [
    ['2026-03-12', '2026-03-19', '2026-03-26'],
    'The school is closed on Thursday 12 March 2026, Thursday 19 March 2026 and Thursday 26 March 2026, so these dates may change.',
  ],
])('the notice for a batch that meets on the closed days %j names each of these days', (days, words) => {
  expect(newDateText(days)).toBe(words)
})
