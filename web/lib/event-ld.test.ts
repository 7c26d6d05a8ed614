import { describe, expect, test } from 'vitest'
import { endLd } from './event-ld.ts'

const begins = { day: '2026-03-12', time: '10:30', duration: null }

describe('when an event ends', () => {
  test.each([
    ['40 hours', undefined],
    ['10 weeks', undefined],
    ['6 months', undefined],
    ['1 day', undefined],
    ['3 hours', '2026-03-12T13:30:00+05:30'],
    ['2 days', '2026-03-13'],
  ])('of %j is said where it is known, and is after its beginning', (duration, endDate) => {
    expect(endLd({ ...begins, duration }).endDate).toBe(endDate)
  })

  test('the last meeting comes before its day, and its day before the duration', () => {
    const lastMeeting = { day: '2026-05-21', to: '13:00' }
    const known = { ...begins, duration: '3 hours', endsOn: '2026-05-21', lastMeeting }
    expect(endLd(known).endDate).toBe('2026-05-21T13:00:00+05:30')
    expect(endLd({ ...known, lastMeeting: undefined }).endDate).toBe('2026-05-21')
  })

  test.each([
    ['on the first day alone', '2026-03-12', undefined],
    ['before the first day', '2026-03-11', undefined],
    ['on the first day, of known hours', '2026-03-12', '3 hours'],
  ])('a last meeting %s names no end before the beginning', (_, endsOn, duration = null as never) => {
    expect(endLd({ ...begins, duration, endsOn }).endDate).toBe(
      duration === null ? undefined : '2026-03-12T13:30:00+05:30',
    )
  })

  test('what has no hour ends on a later day or says nothing', () => {
    expect(endLd({ day: '2026-03-12', time: null, duration: '3 hours' })).toEqual({})
    expect(endLd({ day: '2026-03-12', time: null, duration: '2 days' })).toEqual({ endDate: '2026-03-13' })
  })
})
