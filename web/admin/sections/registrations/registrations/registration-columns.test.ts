import { expect, test } from 'vitest'
import { shortDayText, shortMomentText, spreadsheetMoment } from '../../../../../contract/words.ts'
import { canMarkPaid } from '../../../seats/mark-seat-paid.tsx'
import { questionsText } from './registration-columns.tsx'

test('staff cannot mark a cancelled seat or a paid seat as paid', () => {
  expect(canMarkPaid({ status: 'cancelled', due: '0.00' })).toBe(false)
  expect(canMarkPaid({ status: 'confirmed', due: '0.00' })).toBe(false)
})

test('staff can mark an unpaid, an expired or a partly paid seat as paid', () => {
  expect(canMarkPaid({ status: 'pending', due: '1500.00' })).toBe(true)
  expect(canMarkPaid({ status: 'expired', due: '0.00' })).toBe(true)
  expect(canMarkPaid({ status: 'confirmed', due: '723.00' })).toBe(true)
})

test.each([null, '', '  \n'])(
  'the registrations show an empty field of questions as “No questions”: %j',
  (question) => {
    expect(questionsText(question)).toBe('No questions')
  },
)

test('the registrations show times in the time zone of the school', () => {
  expect(shortMomentText('2026-12-12T20:00:00.000Z')).toMatch(/^13 Dec.* 1:30/)
  expect(spreadsheetMoment('2026-12-12T20:00:00.000Z')).toBe('2026-12-13 01:30')
})

test('the registrations show a batch with its day, or as “Coming soon” if it has no day', () => {
  expect(shortDayText(null)).toBe('Coming soon')
  expect(shortDayText('Coming soon')).toBe('Coming soon')
  expect(shortDayText('2026-12-08')).toMatch(/^Tue, 8 Dec,? 2026$/)
})
