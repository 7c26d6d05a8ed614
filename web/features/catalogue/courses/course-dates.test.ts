import { describe, expect, test } from 'vitest'
import type { Batch } from '../../../../contract/catalogue/courses.ts'
import { laterDatesText } from './course-card.tsx'
import { courseFacts } from './course-facts.ts'
import { listedDates, openAfter, otherPriceText, stateText, withBatch } from './dates-section.tsx'

const batch = (date: string | null, state: Batch['state'], rest: Partial<Batch> = {}): Batch => ({
  id: `of ${date}`,
  date,
  startTime: '10:30',
  endsOn: null,
  price: '12500.00',
  capacity: 12,
  enrolled: 3,
  spotsLeft: 9,
  state,
  room: null,
  roomAddress: null,
  instructor: null,
  closedOn: [],
  ...rest,
})
const full = batch('2026-03-12', 'full', { enrolled: 12, spotsLeft: 0 })
const closed = batch('2026-03-19', 'closed')
const open = batch('2026-03-26', 'open', { price: '15000.00' })
const all = [full, closed, open]

describe('the dates of a course', () => {
  test('the dates of a course are sorted by day with begun batches last; past and cancelled ones are left out', () => {
    const rows = [
      batch('2026-02-01', 'over'),
      batch('2026-02-27', 'running'),
      batch('2026-03-13', 'cancelled'),
      batch(null, 'open'),
      open,
      ...all.slice(0, 2),
    ]
    expect(listedDates(rows).map(({ date, state }) => [date, state])).toEqual([
      ['2026-03-12', 'full'],
      ['2026-03-19', 'closed'],
      ['2026-03-26', 'open'],
      ['2026-02-27', 'running'],
    ])
  })

  test.each([
    ['9 of 12 left', batch('2026-03-26', 'open')],
    ['Only 1 left', batch('2026-03-26', 'open', { enrolled: 11, spotsLeft: 1 })],
    ['Available', batch('2026-03-26', 'open', { capacity: null, spotsLeft: null })],
    ['Full', full],
    ['Enrolment closed', closed],
    ['Already started', batch('2026-03-26', 'running')],
  ])('a date of a course is shown with the state “%s”', (words, one) => {
    expect(stateText(one)).toBe(words)
  })

  test('a full date of a course offers the next later date with seats', () => {
    const [first, , last] = listedDates(all)
    expect(first && openAfter(first, listedDates(all))?.date).toBe('2026-03-26')
    expect(last && openAfter({ ...last, state: 'full' }, listedDates(all))).toBeUndefined()
  })

  test('a date of a course shows its price only if it differs from the price of the course', () => {
    const course = courseFacts({ id: 'c', price: '12500.00' })
    expect(
      [full, open, batch('2026-03-26', 'open', { price: '0.00' })].map((one) => otherPriceText(one, course)),
    ).toEqual([false, '₹15,000', 'Free'])
  })

  test('the enrolment dialog gets the course with the day, hour, price and seats of the chosen batch', () => {
    const course = courseFacts({
      id: 'c',
      title: 'Ikebana',
      price: '12500.00',
      nextbatch: '2026-03-12',
      batches: all,
    })
    const [, , chosen] = listedDates(all)
    expect(chosen && withBatch(course, chosen)).toMatchObject({
      id: 'c',
      title: 'Ikebana',
      batch: '2026-03-26',
      batchText: 'Thu, 26 March 2026',
      batchId: 'of 2026-03-26',
      time: '10:30',
      price: '15000.00',
      isFull: false,
    })
  })
})

describe('a course card', () => {
  const card = (rest: object) => laterDatesText(courseFacts({ id: 'c', ...rest }))
  test.each([
    [{ nextbatch: '2026-03-12' }, ''],
    [{}, ''],
    [{ nextbatch: '2026-03-26', batches: all }, ''],
    [{ nextbatch: '2026-03-26', batches: [...all, batch('2026-04-02', 'open')] }, 'and 1 later batch'],
    [
      {
        nextbatch: '2026-03-26',
        batches: [
          ...all,
          batch('2026-04-02', 'open'),
          batch('2026-04-09', 'full'),
          batch('2026-04-16', 'open'),
          batch(null, 'open'),
        ],
      },
      'and 2 later batches',
    ],
  ])('a course card counts the later dates that have seats (case %#)', (course, words) => {
    expect(card(course)).toBe(words)
  })

  test('a course that is not on sale although seats are left is called closed; a full course is not', () => {
    const isClosed = (rest: object) => courseFacts({ id: 'c', ...rest }).isClosed
    expect(isClosed({ booking_available: false, capacity: 12, enrolled: 3 })).toBe(true)
    expect(isClosed({ booking_available: false, capacity: 12, enrolled: 12 })).toBe(false)
    expect([isClosed({ booking_available: true }), isClosed({})]).toEqual([false, false])
  })
})
