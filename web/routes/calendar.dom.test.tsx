import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { componentTests, drawn, stubWire } from '../../tests/harness/component.tsx'
import { courseRow as row } from '../../tests/harness/course-row.ts'
import Calendar from './calendar.tsx'

componentTests()

/** Noon in the school, of Monday, 2 March 2026. */
const now = '2026-03-02T06:30:00.000Z'

beforeEach(() => void vi.useFakeTimers({ now: Date.parse(now), toFake: ['Date'] }))
afterEach(() => void vi.useRealTimers())

/** Shows the calendar, once it has these courses. */
async function calendarOf(courses: object[] | object, at = '/calendar') {
  const wire = stubWire()
  wire.answer('GET /api/courses', { status: 200, json: courses })
  wire.answer('GET /api/school', 'never')
  const shown = drawn(<Calendar />, { at })
  await screen.findByRole('region', { name: 'Events on the selected day' })
  return shown
}

const grid = () => screen.getByRole('grid')
const day = (date: string) => grid().querySelector(`[data-day="${date}"]`) as HTMLButtonElement
const chosen = () => grid().querySelector('td[aria-selected=true] button')?.getAttribute('data-day')
const panel = () => screen.getByRole('region', { name: 'Events on the selected day' })
const month = () => screen.getAllByRole('heading', { level: 2 })[0]?.textContent
const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name })
const fact = (name: string) => within(panel()).getByText(name).nextElementSibling?.textContent
const focused = () => document.activeElement?.getAttribute('data-day')

test('the side panel of the calendar shows all facts of an event', async () => {
  const description = `${'A long day with flowers. '.repeat(5)}And here it is over at last.`
  const event = {
    title: 'Bridal Bouquets',
    description,
    price: '125000.50',
    duration: '2.5 hours',
    event_time: '15:30',
    instructor: 'Farah Siddiqui',
    capacity: 12,
    enrolled: 7,
  }
  await calendarOf({ data: [row(1, '2026-03-21', event)] }, '/calendar?day=2026-03-21')
  const heading = await within(panel()).findByRole('heading', { level: 3 })
  expect(heading.textContent).toBe('Bridal Bouquets')
  expect(within(panel()).getByRole('heading', { level: 2 }).textContent).toBe('Sat, 21 March 2026')
  expect(within(panel()).getByText('Course Batch')).toBeTruthy()
  expect(['Time', 'Instructor', 'Duration', 'Spots left', 'Price'].map(fact)).toEqual([
    '3:30 pm – 6:00 pm',
    'Farah Siddiqui',
    '2.5 hours',
    '5',
    '₹1,25,000.50',
  ])
  expect(panel().textContent).toContain('A long day with flowers. A long day with…')
  expect(panel().textContent).not.toMatch(/And here it is over|Past Event|Booking not available/)
  expect(button('Book Now: Bridal Bouquets').textContent).toBe('Book Now')
})

test('the side panel of the calendar leaves out facts that an event does not have, such as price or spots', async () => {
  const { user } = await calendarOf(
    [row(1, '2026-03-21', { duration: '' }), row(2, '2026-03-22')],
    '/calendar?day=2026-03-21',
  )
  await within(panel()).findByRole('heading', { level: 3, name: 'Batch 1' })
  expect(within(panel()).queryAllByRole('term')).toEqual([])
  expect(panel().textContent).not.toContain('₹')
  await user.click(day('2026-03-22'))
  expect(fact('Duration')).toBe('8 weeks')
})

test('an event of today or later can be booked while seats are left; a past event says that it is past', async () => {
  const { user } = await calendarOf([
    row(1, '2026-03-01'),
    row(2, '2026-03-02'),
    row(3, '2026-03-21', { booking_available: false, capacity: 10, enrolled: 12 }),
  ])
  await within(panel()).findByText('Mon, 2 March 2026')
  const says = () => ({
    past: panel().textContent?.includes('Past Event'),
    unbookable: panel().textContent?.includes('Booking not available for this event'),
    books: within(panel()).queryAllByRole('button', { name: /^Book Now/ }).length > 0,
  })
  await user.click(day('2026-03-01'))
  expect(says()).toEqual({ past: true, unbookable: true, books: false })
  await user.click(day('2026-03-02'))
  expect(says()).toEqual({ past: false, unbookable: false, books: true })
  await user.click(day('2026-03-21'))
  expect(says()).toEqual({ past: false, unbookable: true, books: false })
  expect(fact('Spots left')).toBe('None')
  await user.click(day('2026-03-22'))
  expect(panel().textContent).toContain('No events scheduled for this date')
})

test('a closed batch says that enrollment is closed and links to later dates with seats', async () => {
  const ofBatch = {
    startTime: null,
    endsOn: null,
    price: '100.00',
    spotsLeft: 4,
    capacity: 5,
    enrolled: 1,
    instructor: null,
    room: null,
    roomAddress: null,
    closedOn: [],
  }
  const batch = (id: string, date: string, state: string) => ({
    ...ofBatch,
    id,
    date,
    state,
  })
  const batches = [batch('closed', '2026-03-19', 'closed'), batch('open', '2026-03-26', 'open')]
  const { user } = await calendarOf([row(1, '2026-03-26', { batches })], '/calendar?day=2026-03-19')
  await within(panel()).findByText('Enrolment closed')
  expect(panel().textContent).toContain('Booking not available for this event')
  expect(within(panel()).queryByRole('button')).toBeNull()
  await user.click(within(panel()).getByRole('link', { name: 'Thu, 26 March 2026' }))
  expect(within(panel()).getByRole('button', { name: 'Book Now: Batch 1' })).toBeTruthy()
})

describe('the address of the calendar', () => {
  test('courses without a real date are not shown as events', async () => {
    await calendarOf(
      [row(1, 'Coming soon'), row(2, '2026-02-31'), row(3, '2026-03-03T18:30:00.000Z')],
      '/calendar?month=2026-03&day=2026-02-31',
    )
    const events = await within(grid()).findAllByRole('button', { name: /event/ })
    expect(events.map((one) => one.getAttribute('data-day'))).toEqual(['2026-03-03'])
    expect(within(panel()).getByRole('heading', { level: 2 }).textContent).toBe('Invalid date')
    expect(panel().textContent).toContain('No events scheduled for this date')
  })

  test.each(['?day=soon', '?month=2026-13', '?day=2026-13-01&month=x'])(
    'the address %s, which names no valid day, opens the day of the next class',
    async (search) => {
      await calendarOf([row(3, '2026-03-03')], `/calendar${search}`)
      await within(panel()).findByText('Tue, 3 March 2026')
      expect(month()).toBe('March 2026')
    },
  )

  test('the calendar chooses no day when all classes are over', async () => {
    await calendarOf([row(1, 'Coming soon'), row(2, '2026-03-01')])
    await within(grid()).findByRole('button', { name: /1 event/ })
    expect(panel().textContent).toContain('Select a date to view events')
    expect(chosen()).toBeUndefined()
  })

  test.each(['?month=2028-04', '?month=2024-02', '?day=2099-01-01'])(
    'the address %s, more than two years away, opens the current month',
    async (search) => {
      await calendarOf([], `/calendar${search}`)
      expect(month()).toBe('March 2026')
      expect(button('Next month').disabled).toBe(false)
    },
  )

  test('the calendar chooses the day in the address, and shows its month', async () => {
    await calendarOf([], '/calendar?day=2026-05-09')
    expect(month()).toBe('May 2026')
    expect(chosen()).toBe('2026-05-09')
  })
})

test('the calendar ends two years ahead, for buttons and for keys', async () => {
  const { user } = await calendarOf([], '/calendar?month=2028-03')
  expect(month()).toBe('March 2028')
  expect(button('Next month').disabled).toBe(true)
  expect(day('2028-04-01').disabled).toBe(true)
  await user.click(day('2028-03-31'))
  await user.keyboard('{ArrowRight}')
  expect(focused()).toBe('2028-03-31')
  await user.keyboard('{ArrowLeft}')
  expect(focused()).toBe('2028-03-30')
})

test('the calendar begins two years ago', async () => {
  const { user } = await calendarOf([], '/calendar?month=2024-03')
  expect(button('Previous month').disabled).toBe(true)
  await user.click(button('Next month'))
  expect(month()).toBe('April 2024')
})

test.each([
  ['is in this month', '2026-03-30', 'March 2026'],
  ['stands in the last row of this month', '2026-04-04', 'April 2026'],
  ['is beyond the last row of this month', '2026-04-05', 'April 2026'],
  ['is months away', '2026-07-01', 'July 2026'],
])('the calendar opens where the next class is: it %s', async (_, date, shown) => {
  const { user } = await calendarOf([row(1, date)])
  await waitFor(() => expect(chosen()).toBe(date))
  expect(month()).toBe(shown)
  await user.click(button('Previous month'))
  await user.click(button('Next month'))
  expect(month()).toBe(shown)
})

test('a click on a day of the next or previous month chooses the day and keeps the shown month', async () => {
  const { user, address } = await calendarOf([])
  await user.click(day('2026-04-03'))
  expect(address()).toBe('/calendar?month=2026-03&day=2026-04-03')
  expect(month()).toBe('March 2026')
  expect(chosen()).toBe('2026-04-03')
  expect(panel().textContent).toContain('Fri, 3 April 2026')
  // The keys go on from there, and take the grid along.
  await user.keyboard('{ArrowRight}')
  expect(focused()).toBe('2026-04-04')
  expect(month()).toBe('April 2026')
})

test('the calendar grid is one tab stop; arrow keys, Home, End and Page keys move, Enter and Space choose', async () => {
  const { user } = await calendarOf([], '/calendar?day=2026-03-02')
  const stops = () => grid().querySelectorAll('button[tabindex="0"]').length
  expect(stops()).toBe(1)
  button('Next month').focus()
  await user.tab()
  expect(focused()).toBe('2026-03-02')
  for (const [keys, date] of [
    ['{ArrowRight}', '2026-03-03'],
    ['{ArrowDown}', '2026-03-10'],
    ['{ArrowLeft}', '2026-03-09'],
    ['{ArrowUp}', '2026-03-02'],
    ['{End}', '2026-03-07'],
    ['{Home}', '2026-03-01'],
    ['{ArrowLeft}', '2026-02-28'],
    ['{PageDown}', '2026-03-28'],
    ['{ArrowRight}', '2026-03-29'],
    ['{ArrowRight}', '2026-03-30'],
    ['{PageUp}', '2026-02-28'],
    ['{Shift>}{PageDown}{/Shift}', '2027-02-28'],
    ['{Shift>}{PageUp}{/Shift}', '2026-02-28'],
  ] as const) {
    await user.keyboard(keys)
    expect(focused(), keys).toBe(date)
  }
  expect(month()).toBe('February 2026')
  expect(stops()).toBe(1)
  await user.keyboard('{Enter}')
  expect(panel().textContent).toContain('Sat, 28 February 2026')
  await user.keyboard('{ArrowLeft}')
  expect(panel().textContent).toContain('Sat, 28 February 2026')
  await user.keyboard(' ')
  expect(panel().textContent).toContain('Fri, 27 February 2026')
  // One press of Tab leaves the grid.
  await user.tab({ shift: true })
  expect(document.activeElement).toBe(button('Next month'))
})

test('while events load or fail to load, the chosen day says so instead of saying that it has no events', async () => {
  const wire = stubWire()
  wire.answer('GET /api/school', 'never')
  const answer = Promise.withResolvers<{ status: number; json: unknown }>()
  wire.answer('GET /api/courses', () => answer.promise)
  const { user } = drawn(<Calendar />, { at: '/calendar?day=2026-03-12' })
  const loading = await screen.findAllByText('Loading events…')
  expect(loading.some((one) => one.closest('[role=status]'))).toBe(true)
  await user.click(day('2026-03-12'))
  expect((await screen.findByRole('region', { name: 'Events on the selected day' })).textContent).toContain(
    'Loading events…',
  )
  answer.resolve({ status: 500, json: {} })
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toContain('Failed to load courses. Please try again later.')
  expect(panel().textContent).toContain('We couldn’t load the events.')
  expect(panel().textContent).not.toContain('No events')
})

test('dates that cannot be loaded again stay, and a quiet note says that they may be out of date', async () => {
  const wire = stubWire()
  wire.answer('GET /api/school', 'never')
  wire.answer('GET /api/courses', { json: [{ id: 'a', title: 'Ikebana', nextbatch: '2026-03-12' }] as never })
  const { client } = drawn(<Calendar />, { at: '/calendar?day=2026-03-12' })
  await waitFor(() => expect(panel().textContent).toContain('Ikebana'))
  wire.answer('GET /api/courses', { status: 500, json: { error: 'x' } })
  await client.refetchQueries({ queryKey: ['GET /api/courses'] })
  const note = (await screen.findByText('Failed to load courses. Please try again later.')).closest(
    '[data-note]',
  )
  expect(note?.getAttribute('role')).toBe('status')
  expect(note?.textContent).toContain('The dates below may be out of date.')
  expect(panel().textContent).toContain('Ikebana')
})

describe('the calendar on a device in another time zone', () => {
  const ofDevice = process.env.TZ
  beforeEach(() => {
    process.env.TZ = 'America/Los_Angeles'
  })
  afterEach(() => {
    if (ofDevice === undefined) delete process.env.TZ
    else process.env.TZ = ofDevice
  })

  test.each([
    ['2026-03-02T18:29:59.000Z', '2026-03-02'],
    ['2026-03-02T18:30:00.000Z', '2026-03-03'],
    ['2026-03-02T23:59:59.000Z', '2026-03-03'],
  ])('at %s the calendar marks %s, the school’s day, as today', async (instant, today) => {
    vi.setSystemTime(instant)
    await calendarOf([row(1, '2026-03-02'), row(2, '2026-03-03')], '/calendar?day=2026-03-02')
    await within(panel()).findByRole('heading', { level: 3, name: 'Batch 1' })
    expect(new Date().getHours()).toBeLessThan(17)
    expect(grid().querySelector('[aria-current=date]')?.getAttribute('data-day')).toBe(today)
    expect(within(panel()).queryAllByText('Past Event')).toHaveLength(today === '2026-03-02' ? 0 : 1)
  })
})
