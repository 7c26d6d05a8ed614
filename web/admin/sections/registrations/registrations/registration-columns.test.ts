import { expect, test } from 'vitest'
import { shortDayText, shortMomentText, spreadsheetMoment } from '../../../../../contract/words.ts'
import { canMarkPaid } from '../../../seats/mark-seat-paid.tsx'
import { questionsText } from './registration-columns.tsx'

test('a cancelled seat is never paid again, nor is one that is paid', () => {
  expect(canMarkPaid({ status: 'cancelled', due: '0.00' })).toBe(false)
  expect(canMarkPaid({ status: 'confirmed', due: '0.00' })).toBe(false)
})

test('money that comes late, and the rest after a part, can still be recorded', () => {
  expect(canMarkPaid({ status: 'pending', due: '1500.00' })).toBe(true)
  expect(canMarkPaid({ status: 'expired', due: '0.00' })).toBe(true)
  expect(canMarkPaid({ status: 'confirmed', due: '723.00' })).toBe(true)
})

test.each([null, '', '  \n'])('no question reads as No questions: %j', (question) => {
  expect(questionsText(question)).toBe('No questions')
})

test('moments are told in school time', () => {
  expect(shortMomentText('2026-12-12T20:00:00.000Z')).toMatch(/^13 Dec.* 1:30/)
  expect(spreadsheetMoment('2026-12-12T20:00:00.000Z')).toBe('2026-12-13 01:30')
})

test('a batch without a day keeps its text', () => {
  expect(shortDayText(null)).toBe('Coming soon')
  expect(shortDayText('Coming soon')).toBe('Coming soon')
  expect(shortDayText('2026-12-08')).toMatch(/^Tue, 8 Dec,? 2026$/)
})
