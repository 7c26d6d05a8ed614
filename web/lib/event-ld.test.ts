import { describe, expect, test } from 'vitest'
import { endLd } from './event-ld.ts'

const begins = { day: '2026-03-12', time: '10:30', duration: null }

describe('the end of an event for search engines', () => {
  test.each([
    ['40 hours', undefined],
    ['10 weeks', undefined],
    ['6 months', undefined],
    ['1 day', undefined],
    ['3 hours', '2026-03-12T13:30:00+05:30'],
    ['2 days', '2026-03-13'],
  ])('the duration %j gives the event the end %s', (duration, endDate) => {
    expect(endLd({ ...begins, duration }).endDate).toBe(endDate)
  })

  test('the end of an event is the end of its last session, otherwise its last day, otherwise its start and duration', () => {
    const lastMeeting = { day: '2026-05-21', to: '13:00' }
    const known = { ...begins, duration: '3 hours', endsOn: '2026-05-21', lastMeeting }
    expect(endLd(known).endDate).toBe('2026-05-21T13:00:00+05:30')
    expect(endLd({ ...known, lastMeeting: undefined }).endDate).toBe('2026-05-21')
  })

  test.each([
    ['that is the first day', '2026-03-12', undefined],
    ['that is before the first day', '2026-03-11', undefined],
    ['that is the first day of a known duration', '2026-03-12', '3 hours'],
  ])(
    'a last day %s never gives the event an end before its beginning',
    (_, endsOn, duration = null as never) => {
      expect(endLd({ ...begins, duration, endsOn }).endDate).toBe(
        duration === null ? undefined : '2026-03-12T13:30:00+05:30',
      )
    },
  )

  test('an event without an hour has an end only if it ends on a later day', () => {
    expect(endLd({ day: '2026-03-12', time: null, duration: '3 hours' })).toEqual({})
    expect(endLd({ day: '2026-03-12', time: null, duration: '2 days' })).toEqual({ endDate: '2026-03-13' })
  })
})
