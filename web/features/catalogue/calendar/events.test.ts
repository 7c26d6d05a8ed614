import { describe, expect, test } from 'vitest'
import { hoursOf } from '../../../../contract/catalogue/course-facts.ts'
import type { Batch } from '../../../../contract/catalogue/courses.ts'
import { dayText } from '../../../../contract/words.ts'
import {
  type CalendarEvent,
  cutDescription,
  eventKey,
  eventsOf,
  isBookable,
  isPast,
  laterDates,
  nextDay,
  stateWords,
  typeTone,
} from './events.ts'

const today = '2026-03-02'
const course = (id: string, rest = {}) => ({ id, title: id, nextbatch: '2026-03-11', ...rest })

describe('the events of the calendar', () => {
  test('the calendar has events only for courses with a real date', () => {
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

  test('upcoming events come before past events, both by date; an event of today is upcoming', () => {
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

  test('a calendar event has the facts of its course, and defaults for missing facts', () => {
    const [bare] = eventsOf([course('x', { title: ' ' })], today)
    expect(bare).toEqual({
      id: 'x',
      slug: 'x',
      batchId: null,
      closedOn: [],
      title: 'Untitled Course',
      event_type: 'Course Batch',
      event_date: '2026-03-11',
      event_time: null,
      endsOn: null,
      instructor: null,
      room: null,
      roomAddress: null,
      duration: null,
      spots_left: null,
      amount: 0,
      description: '',
      picture: null,
      booking_available: true,
      state: 'open',
    })
    const spots = (capacity: number | null, enrolled: number) =>
      eventsOf([course('x', { capacity, enrolled })], today)[0]?.spots_left
    expect([spots(20, 3), spots(20, 25), spots(null, 3)]).toEqual([17, 0, null])
  })

  test('each batch with a date is an event in the calendar with its own hour, seats and price, unless it is cancelled', () => {
    const batch = (id: string, date: string | null, state: string, rest = {}) =>
      ({
        id,
        date,
        state,
        startTime: null,
        endsOn: null,
        price: '100.00',
        spotsLeft: 4,
        instructor: null,
        room: null,
        ...rest,
      }) as Batch
    const events = eventsOf(
      [
        course('x', {
          price: '100.00',
          batches: [
            batch('past', '2026-02-01', 'over'),
            batch('full', '2026-03-11', 'full', { spotsLeft: 0 }),
            batch('closed', '2026-03-12', 'closed'),
            batch('gone', '2026-03-13', 'cancelled'),
            batch('open', '2026-03-14', 'open', {
              startTime: '14:00',
              price: '250.00',
              instructor: 'Uma',
              room: 'Terrace',
            }),
            batch('later', '2026-03-21', 'open'),
            batch('begun', '2026-03-02', 'running'),
            batch('soon', null, 'open'),
          ],
        }),
      ],
      today,
    )
    const shown = events.map((event) => [
      event.id,
      eventKey(event),
      isPast(event, today) ? 'past' : isBookable(event, today) ? 'sold' : stateWords(event),
    ])
    expect(shown).toEqual([
      ['x', 'begun', 'Already started'],
      ['x', 'full', 'Full'],
      ['x', 'closed', 'Enrolment closed'],
      ['x', 'open', 'sold'],
      ['x', 'later', 'sold'],
      ['x', 'past', 'past'],
    ])
    expect(events.find(({ batchId }) => batchId === 'open')).toMatchObject({
      event_date: '2026-03-14',
      event_time: '14:00',
      amount: 250,
      spots_left: 4,
      instructor: 'Uma',
      room: 'Terrace',
    })
    const full = events.find(({ batchId }) => batchId === 'full') as CalendarEvent
    expect(laterDates(full, events, today).map(eventKey)).toEqual(['open', 'later'])
  })

  test.each([
    [{}, true],
    [{ capacity: 20, enrolled: 2 }, true],
    [{ capacity: null }, true],
    [{ capacity: 20, enrolled: 20 }, false],
    [{ capacity: 20, enrolled: 2, booking_available: false }, false],
    [{ nextbatch: '2026-02-01' }, false],
  ])('a course with %j can be booked: %s', (rest, isSold) => {
    const [event] = eventsOf([course('x', rest)], today)
    expect(event && isBookable(event, today)).toBe(isSold)
  })

  test('a calendar event without a state from the server is called full only if no seat is left', () => {
    const words = (rest: object) => eventsOf([course('x', rest)], today).map(stateWords)
    expect(words({ capacity: 3, enrolled: 3, booking_available: false })).toEqual(['Full'])
    expect(words({ capacity: 3, enrolled: 1, booking_available: false })).toEqual([undefined])
  })

  test.each([
    ['3 hours', 3, '3 hours'],
    ['1 hour', 1, '1 hour'],
    ['2.5 hrs', 2.5, '2.5 hrs'],
    ['8 weeks', null, '8 weeks'],
    [' 3 months ', null, '3 months'],
    ['10 weeks, 3 hours each', 3, '10 weeks, 3 hours each'],
    [' ', null, null],
    [undefined, null, null],
  ])('the duration %j is read as %j hours and shown as %j', (duration, hours, words) => {
    expect(hoursOf(duration)).toBe(hours)
    expect(eventsOf([course('x', { duration })], today)[0]?.duration).toBe(words)
  })

  test.each<[string, string[], string | null]>([
    ['the class of today', ['2026-03-01', '2026-03-02', '2026-03-09'], '2026-03-02'],
    ['the first class of a later month', ['2026-02-20', '2026-05-09', '2026-06-01'], '2026-05-09'],
    ['none when all classes are over', ['2026-02-20', '2026-03-01'], null],
    ['none when there are no events', [], null],
  ])('the calendar opens at the next class, which is %s', (_, days, next) => {
    const courses = days.map((nextbatch) => course(nextbatch, { nextbatch }))
    expect(nextDay(eventsOf(courses, today), today)).toBe(next)
  })

  test('the description of a calendar event is cut only if it has more than 120 characters', () => {
    expect(cutDescription('x'.repeat(120))).toBe('x'.repeat(120))
    expect(cutDescription('x'.repeat(121))).toBe(`${'x'.repeat(120)}…`)
    const words = `${'petal '.repeat(18)}petal, jasmine rose`
    expect(cutDescription(words)).toBe(`${'petal '.repeat(19).trim()}…`)
  })

  test('each type of event has a colour; Course Batch has the colour of a class, and an unknown type has none', () => {
    const tones = ['class', 'delivery', 'event', 'workshop'].map(typeTone)
    expect(new Set(tones).size).toBe(4)
    expect(typeTone('Course Batch')).toBe(typeTone('class'))
    expect([...tones, 'neutral']).toContain(typeTone('Exam'))
    expect(tones).not.toContain(typeTone('Exam'))
  })
})
