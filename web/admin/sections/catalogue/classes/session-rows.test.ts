import { expect, test } from 'vitest'
import { isSameList, mergeMine, sortSessions, type TypedSession, toInput, toTyped } from './session-rows.ts'

const stored = {
  id: 'm1',
  day: '2026-03-12',
  from: '10:00',
  to: '12:00',
  roomId: null,
  instructorId: 'i1',
  topic: null,
}
const row: TypedSession = toTyped(stored)

test('a session that is loaded into the form and saved is sent back unchanged', () => {
  expect(toInput(row)).toEqual(stored)
  expect(toInput({ ...row, topic: '  ' })).toEqual(stored)
  expect(isSameList([row], [{ ...row, key: 'other' }])).toBe(true)
  expect(isSameList([row], [{ ...row, topic: 'Wiring' }])).toBe(false)
})

test('sessions are sorted by day and hour, and a session without a day comes last', () => {
  const rows = [
    { ...row, key: 'c', day: '' },
    { ...row, key: 'b', from: '14:00' },
    { ...row, key: 'a' },
  ]
  expect(sortSessions(rows).map(({ key }) => key)).toEqual(['a', 'b', 'c'])
})

test('a session that another person deleted is added as a new session by “Keep mine”', () => {
  const kept = mergeMine([row, { ...row, key: 'm2', id: 'm2' }], [{ ...row, day: '2026-03-13' }])
  expect(kept.map(({ id }) => id)).toEqual(['m1', undefined])
  expect(kept[0]?.day).toBe('2026-03-12')
})
