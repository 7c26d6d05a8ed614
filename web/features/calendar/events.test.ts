import { describe, expect, test } from 'vitest'
import { hoursOf } from '../../../contract/course-facts.ts'
import { dayText } from '../../../contract/words.ts'
import { cutDescription, eventsOf, toneOf } from './events.ts'

const today = '2026-03-02'
const course = (id: string, rest = {}) => ({ id, title: id, nextbatch: '2026-03-11', ...rest })

describe('events of the calendar', () => {
  test('come from courses that have a real date, and from no others (S6)', () => {
    const events = eventsOf(
      [
        course('soon', { nextbatch: 'Coming soon' }),
        course('none', { nextbatch: undefined }),
        course('impossible', { nextbatch: '2026-02-31' }),
        course('dated'),
        course('an instant', { nextbatch: '2026-03-12T00:00:00.000Z' }),
      ],
      today,
    )
    expect(events.map(({ id, event_date }) => [id, event_date])).toEqual([
      ['dated', '2026-03-11'],
      ['an instant', '2026-03-12'],
    ])
    expect(dayText('2026-02-31')).toBe('Invalid date')
  })

  test('stand upcoming first, then by date; today is upcoming', () => {
    const days = ['2026-02-01', '2026-04-01', '2026-03-01', '2026-03-02', '2026-03-20']
    const events = eventsOf(
      days.map((nextbatch) => course(nextbatch, { nextbatch })),
      today,
    )
    expect(events.map(({ event_date }) => event_date)).toEqual([
      '2026-03-02',
      '2026-03-20',
      '2026-04-01',
      '2026-02-01',
      '2026-03-01',
    ])
  })

  test('carry what P§3 says, and its defaults where the course says nothing', () => {
    const [bare] = eventsOf([course('x', { title: ' ' })], today)
    expect(bare).toEqual({
      id: 'x',
      slug: 'x',
      batchId: null,
      title: 'Untitled Course',
      event_type: 'Course Batch',
      event_date: '2026-03-11',
      event_time: null,
      instructor: null,
      duration: null,
      spots_left: null,
      amount: 0,
      description: '',
      booking_available: false,
    })
    const spots = (capacity: number | null, enrolled: number) =>
      eventsOf([course('x', { capacity, enrolled })], today)[0]?.spots_left
    expect([spots(20, 3), spots(20, 25), spots(null, 3)]).toEqual([17, 0, null])
  })

  test.each([
    ['3 hours', 3],
    ['1 hour', 1],
    ['2.5 hrs', 2.5],
    ['8 weeks', null],
    ['', null],
  ])('%j lasts %j hours (S9)', (duration, hours) => {
    expect(hoursOf(duration)).toBe(hours)
  })

  test('descriptions are cut at 120 characters, not before (P§9)', () => {
    expect(cutDescription('x'.repeat(120))).toBe('x'.repeat(120))
    expect(cutDescription('x'.repeat(121))).toBe(`${'x'.repeat(120)}…`)
  })

  test('each type has its colour; Course Batch that of a class, an unknown one none (S8)', () => {
    const tones = ['class', 'delivery', 'event', 'workshop'].map(toneOf)
    expect(new Set(tones).size).toBe(4)
    expect(toneOf('Course Batch')).toBe(toneOf('class'))
    expect([...tones, 'neutral']).toContain(toneOf('Exam'))
    expect(tones).not.toContain(toneOf('Exam'))
  })
})
