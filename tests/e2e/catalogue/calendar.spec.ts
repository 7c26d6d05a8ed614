import type { Locator, Page } from '@playwright/test'
import { testNow } from '../../harness/app.ts'
import { expect, open, test, type WireAnswer } from '../../harness/browser.ts'

const grid = (page: Page) => page.getByRole('grid')
const day = (page: Page, date: string) => grid(page).locator(`[data-day="${date}"]`)
const panel = (page: Page) => page.getByRole('region', { name: 'Events of the chosen day' })
const month = (page: Page) => page.getByRole('main').getByRole('heading', { level: 2 }).first()
const fact = (page: Page, name: string) =>
  panel(page).getByRole('term').filter({ hasText: name }).locator('..').getByRole('definition')

/** A course of the wire that begins on this day. */
const row = (n: number, nextbatch: string, rest = {}) => ({
  id: `course-${n}`,
  slug: `course-${n}`,
  title: `Batch ${n}`,
  description: `About batch ${n}.`,
  price: '0',
  duration: '8 weeks',
  nextbatch,
  event_time: null,
  instructor: null,
  capacity: null,
  enrolled: 0,
  booking_available: true,
  ...rest,
})

// Page and server have the same time: Monday, 2 March 2026, noon in the school.
test.beforeEach(({ page }) => page.clock.setFixedTime(testNow))

test('a month: weekdays, days of its neighbours, today, the chosen day, and what happens when', {
  tag: '@both',
}, async ({ page, wire }) => {
  await wire.answer('GET /api/courses', {
    json: [row(1, '2026-03-11'), ...[2, 3, 4, 5].map((n) => row(n, '2026-03-19'))],
  })
  await open(page, '/calendar')
  await expect(month(page)).toHaveText('March 2026')
  await expect(grid(page)).toHaveAccessibleName('March 2026')
  await expect(grid(page).getByRole('columnheader')).toHaveText([
    'Sun',
    'Mon',
    'Tue',
    'Wed',
    'Thu',
    'Fri',
    'Sat',
  ])
  // March 2026 begins on a Sunday and ends on a Tuesday: four days of April fill its last week.
  await expect(grid(page).getByRole('gridcell')).toHaveCount(35)
  await expect(day(page, '2026-03-01')).toHaveText('1')
  await expect(day(page, '2026-04-04')).toHaveText('4')
  const looksOf = (date: string) =>
    day(page, date).evaluate((element) => getComputedStyle(element).backgroundColor)
  expect(await looksOf('2026-04-02')).not.toBe(await looksOf('2026-03-03'))

  await expect(day(page, '2026-03-02')).toHaveAttribute('aria-current', 'date')
  await expect(day(page, '2026-03-02')).toHaveAccessibleName('Mon, 2 March 2026, today')
  await expect(grid(page).locator('[aria-current=date]')).toHaveCount(1)
  // The next class is chosen at first.
  await expect(grid(page).locator('td[aria-selected=true]')).toHaveCount(1)
  await expect(day(page, '2026-03-11').locator('..')).toHaveAttribute('aria-selected', 'true')
  await expect(panel(page)).toContainText('Wed, 11 March 2026')

  await expect(day(page, '2026-03-11')).toHaveAccessibleName(/^Wed, 11 March 2026, 1 event:/)
  await expect(day(page, '2026-03-19')).toHaveAccessibleName(/^Thu, 19 March 2026, 4 events:/)
  expect(await looksOf('2026-03-19')).not.toBe(await looksOf('2026-03-03'))
  const isPhone = (page.viewportSize()?.width ?? 0) < 640
  // A cell of 46 px shows an event's type as a dot of its colour, and '+2' without the word 'more'.
  const type = day(page, '2026-03-11').getByText('Course Batch')
  if (isPhone) {
    await expect(type).toBeHidden()
    await expect(day(page, '2026-03-19').getByText('+2', { exact: true })).toBeVisible()
  } else {
    await expect(type).toBeVisible()
    // The name of a day says what it shows (D§7).
    await expect(day(page, '2026-03-19')).toHaveAccessibleName(
      'Thu, 19 March 2026, 4 events: Course Batch Batch 2 Course Batch Batch 3 +2 more',
    )
    await expect(day(page, '2026-03-19').getByText('Course Batch')).toHaveCount(2)
    await expect(day(page, '2026-03-19').getByText('+2 more')).toBeVisible()
    for (const title of ['Batch 2', 'Batch 3'])
      await expect(day(page, '2026-03-19').getByText(title, { exact: true })).toBeVisible()
  }

  await day(page, '2026-03-19').click()
  await expect(grid(page).locator('td[aria-selected=true]')).toHaveCount(1)
  await expect(day(page, '2026-03-19').locator('..')).toHaveAttribute('aria-selected', 'true')
  await expect(panel(page).getByRole('heading', { level: 3 })).toHaveCount(4)
})

test('months forth and back, Go to Today only elsewhere; month and day live in the address', async ({
  page,
}) => {
  await open(page, '/calendar')
  const today = page.getByRole('button', { name: 'Go to Today' })
  await expect(today).toHaveCount(0)
  await page.getByRole('button', { name: 'Next month' }).click()
  await expect(month(page)).toHaveText('April 2026')
  await expect(page).toHaveURL('/calendar?month=2026-04')
  await page.getByRole('button', { name: 'Previous month' }).click()
  await page.getByRole('button', { name: 'Previous month' }).click()
  await expect(month(page)).toHaveText('February 2026')
  await expect(page).toHaveURL('/calendar?month=2026-02')
  await today.click()
  await expect(month(page)).toHaveText('March 2026')
  await expect(page).toHaveURL('/calendar?day=2026-03-02')
  await expect(panel(page)).toContainText('Mon, 2 March 2026')
  await expect(today).toHaveCount(0)

  await day(page, '2026-03-20').click()
  await expect(page).toHaveURL('/calendar?day=2026-03-20')
  await page.getByRole('button', { name: 'Next month' }).click()
  await expect(page).toHaveURL('/calendar?month=2026-04&day=2026-03-20')
  await expect(panel(page)).toContainText('Fri, 20 March 2026')
  await page.goBack()
  await expect(month(page)).toHaveText('March 2026')
  await page.goBack()
  await expect(panel(page)).toContainText('Mon, 2 March 2026')

  await open(page, '/calendar?day=2026-05-09')
  await expect(month(page)).toHaveText('May 2026')
  await expect(day(page, '2026-05-09').locator('..')).toHaveAttribute('aria-selected', 'true')
})

test('two years back and forth, and no further: neither by buttons, nor by keys, nor by an address', async ({
  page,
}) => {
  await open(page, '/calendar?month=2028-03')
  await expect(month(page)).toHaveText('March 2028')
  await expect(page.getByRole('button', { name: 'Next month' })).toBeDisabled()
  await expect(day(page, '2028-04-01')).toBeDisabled()
  await day(page, '2028-03-31').click()
  await page.keyboard.press('ArrowRight')
  await expect(day(page, '2028-03-31')).toBeFocused()
  await page.keyboard.press('ArrowLeft')
  await expect(day(page, '2028-03-30')).toBeFocused()
  await open(page, '/calendar?month=2024-03')
  await expect(page.getByRole('button', { name: 'Previous month' })).toBeDisabled()
  await page.getByRole('button', { name: 'Next month' }).click()
  await expect(month(page)).toHaveText('April 2024')
  for (const beyond of ['?month=2028-04', '?month=2024-02', '?day=2099-01-01']) {
    await open(page, `/calendar${beyond}`)
    await expect(month(page)).toHaveText('March 2026')
    await expect(page.getByRole('button', { name: 'Next month' })).toBeEnabled()
  }
})

test('a day of a neighbouring month is chosen, and the grid stays', async ({ page }) => {
  await open(page, '/calendar')
  await day(page, '2026-04-03').click()
  await expect(page).toHaveURL('/calendar?month=2026-03&day=2026-04-03')
  await expect(month(page)).toHaveText('March 2026')
  await expect(day(page, '2026-04-03').locator('..')).toHaveAttribute('aria-selected', 'true')
  await expect(panel(page)).toContainText('Fri, 3 April 2026')
  // The keys go on from there, and take the grid along.
  await page.keyboard.press('ArrowRight')
  await expect(day(page, '2026-04-04')).toBeFocused()
  await expect(month(page)).toHaveText('April 2026')
})

test('arrows stay where they are, whatever the month is called: a second press hits the same one', {
  tag: '@both',
}, async ({ page }) => {
  await open(page, '/calendar')
  const today = page.getByRole('button', { name: 'Go to Today' })
  for (const [name, months] of [
    ['Next month', ['April', 'May', 'June', 'July', 'August', 'September']],
    ['Previous month', ['August', 'July', 'June', 'May', 'April', 'March', 'February', 'January']],
  ] as const) {
    const arrow = page.getByRole('button', { name })
    const box = await arrow.boundingBox()
    for (const one of months) {
      await page.mouse.click((box?.x ?? 0) + 22, (box?.y ?? 0) + 22)
      await expect(month(page)).toHaveText(`${one} 2026`)
      await expect(today).toHaveCount(one === 'March' ? 0 : 1)
      expect(await arrow.boundingBox()).toEqual(box)
    }
  }
  const gridTop = (await grid(page).boundingBox())?.y
  await today.click()
  await expect(month(page)).toHaveText('March 2026')
  expect((await grid(page).boundingBox())?.y).toBe(gridTop)
})

test('a press on a day brings its panel into view; so does an address, and no arrow', {
  tag: '@both',
}, async ({ page, school, wire }) => {
  await wire.answer('GET /api/courses', {
    json: [
      row(1, '2026-03-11'),
      row(2, '2026-03-31', { capacity: 2, enrolled: 2, booking_available: false }),
    ],
  })
  const isWhole = () => expect(panel(page)).toBeInViewport({ ratio: 0.99 })
  const top = () => page.evaluate(() => scrollY)
  // The first day is pressed before the panel's code is there.
  let release = () => {}
  const isPressed = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(/\/assets\/day-panel-[\w-]+\.js/, async (route) => {
    await isPressed
    await route.continue()
  })
  await open(page, '/calendar')
  expect(await top()).toBe(0)
  for (const date of ['2026-03-31', '2026-03-02', '2026-03-11']) {
    await day(page, date).click()
    await expect(day(page, date).locator('..')).toHaveAttribute('aria-selected', 'true')
    release()
    await isWhole()
  }
  // The same day once more, after the page was scrolled away.
  await page.evaluate(() => scrollTo(0, 0))
  await day(page, '2026-03-11').press('Enter')
  await isWhole()

  await wire.restore('GET /api/courses')
  const courses: { title: string; nextbatch: string }[] = (await school.http('GET', '/api/courses')).body
  const { title, nextbatch } = courses[0] as (typeof courses)[number]
  await open(page, `/calendar?day=${nextbatch}`)
  await expect(panel(page).getByRole('heading', { level: 3 })).toContainText([title])
  // It may be higher than the screen: its head stands beneath the page's.
  const headOf = async (part: Locator) => (await part.boundingBox()) ?? { y: 0, height: 0 }
  const header = await headOf(page.getByRole('banner'))
  const head = await headOf(panel(page).getByRole('heading', { level: 2 }))
  expect(head.y).toBeGreaterThan(header.y + header.height)
  expect(head.y).toBeLessThan(500)
  const shown = await month(page).textContent()
  await page.evaluate(() => scrollTo(0, 0))
  await page.getByRole('button', { name: 'Next month' }).click()
  await expect(month(page)).not.toHaveText(shown ?? '')
  expect(await top()).toBe(0)
})

test('whoever comes back to a day is shown the place that was left', { tag: '@phone' }, async ({ page }) => {
  await open(page, '/calendar?day=2026-03-02')
  await expect(panel(page)).toBeInViewport({ ratio: 0.99 })
  await page.evaluate(() => scrollTo(0, 0))
  await page.getByRole('banner').getByRole('link', { name: 'About', exact: true }).click()
  await expect(page).toHaveURL('/about')
  await page.evaluate(() => scrollTo(0, 0))
  await page.goBack()
  await expect(month(page)).toHaveText('March 2026')
  await expect(panel(page)).toContainText('Mon, 2 March 2026')
  expect(await page.evaluate(() => scrollY)).toBe(0)
})

test('the side panel tells everything about an event', { tag: '@both' }, async ({ page, wire }) => {
  const description = `${'A long day with flowers. '.repeat(5)}And here it is over at last.`
  await wire.answer('GET /api/courses', {
    json: {
      data: [
        row(1, '2026-03-21', {
          title: 'Bridal Bouquets',
          description,
          price: '125000.50',
          duration: '2.5 hours',
          event_time: '15:30',
          instructor: 'Farah Siddiqui',
          capacity: 12,
          enrolled: 7,
        }),
      ],
    },
  })
  await open(page, '/calendar?day=2026-03-21')
  await expect(panel(page).getByRole('heading', { level: 2 })).toHaveText('Sat, 21 March 2026')
  await expect(panel(page).getByRole('heading', { level: 3 })).toHaveText(['Bridal Bouquets'])
  await expect(panel(page).getByText('Course Batch', { exact: true })).toBeVisible()
  await expect(fact(page, 'Time')).toHaveText('3:30 pm')
  await expect(fact(page, 'Instructor')).toHaveText('Farah Siddiqui')
  await expect(fact(page, 'Duration')).toHaveText('2.5 hours')
  await expect(fact(page, 'Spots left')).toHaveText('5')
  await expect(fact(page, 'Price')).toHaveText('₹1,25,000.50')
  // P§9: 120 characters.
  await expect(panel(page)).toContainText(`${description.slice(0, 120).trimEnd()}…`)
  await expect(panel(page)).not.toContainText('And here it is over')
  await expect(panel(page).getByText('Past Event')).toHaveCount(0)
  await expect(panel(page).getByText('Booking not available for this event')).toHaveCount(0)
  await expect(panel(page).getByRole('button', { name: 'Book Now: Bridal Bouquets' })).toHaveText('Book Now')
})

test('what an event does not have is not shown; a free one has no price, an unlimited one no spots', async ({
  page,
  wire,
}) => {
  await wire.answer('GET /api/courses', {
    json: [row(1, '2026-03-21', { duration: '' }), row(2, '2026-03-22')],
  })
  await open(page, '/calendar?day=2026-03-21')
  await expect(panel(page).getByRole('heading', { level: 3 })).toHaveText(['Batch 1'])
  await expect(panel(page).getByRole('term')).toHaveCount(0)
  await expect(panel(page)).not.toContainText('₹')
  await day(page, '2026-03-22').click()
  await expect(fact(page, 'Duration')).toHaveText('8 weeks')
})

test('booking is offered from today on, and while there is a seat; a past event says so', async ({
  page,
  wire,
}) => {
  await wire.answer('GET /api/courses', {
    json: [
      row(1, '2026-03-01'),
      row(2, '2026-03-02'),
      row(3, '2026-03-21', { booking_available: false, capacity: 10, enrolled: 12 }),
    ],
  })
  const book = panel(page).getByRole('button', { name: /^Book Now/ })
  const unbookable = panel(page).getByText('Booking not available for this event')
  const past = panel(page).getByText('Past Event', { exact: true })
  await open(page, '/calendar')
  await expect(panel(page)).toContainText('Mon, 2 March 2026')

  await day(page, '2026-03-01').click()
  await expect(past).toBeVisible()
  await expect(unbookable).toBeVisible()
  await expect(book).toHaveCount(0)
  await day(page, '2026-03-02').click()
  await expect(book).toBeVisible()
  await expect(past).toHaveCount(0)
  await expect(unbookable).toHaveCount(0)
  await day(page, '2026-03-21').click()
  await expect(unbookable).toBeVisible()
  await expect(fact(page, 'Spots left')).toHaveText('None')
  await expect(book).toHaveCount(0)
  await expect(past).toHaveCount(0)
  await day(page, '2026-03-22').click()
  await expect(panel(page)).toContainText('No events scheduled for this date')
})

test('courses without a real date are no events, and no day of the address is believed unseen', async ({
  page,
  wire,
}) => {
  await wire.answer('GET /api/courses', {
    json: [row(1, 'Coming soon'), row(2, '2026-02-31'), row(3, '2026-03-03T18:30:00.000Z')],
  })
  await open(page, '/calendar')
  await expect(grid(page).getByRole('button', { name: /event/ })).toHaveText([/^Tue, 3 March/])
  await open(page, '/calendar?day=2026-02-31')
  await expect(panel(page).getByRole('heading', { level: 2 })).toHaveText('Invalid date')
  await expect(panel(page)).toContainText('No events scheduled for this date')
  for (const address of ['?day=soon', '?month=2026-13', '?day=2026-13-01&month=x']) {
    await open(page, `/calendar${address}`)
    await expect(month(page)).toHaveText('March 2026')
    await expect(panel(page)).toContainText('Tue, 3 March 2026')
  }
  await wire.answer('GET /api/courses', { json: [row(1, 'Coming soon'), row(2, '2026-03-01')] })
  await open(page, '/calendar')
  await expect(panel(page)).toContainText('Select a date to view events')
})

test('the grid by keyboard: one stop, arrows, Home, End, Page Up, Page Down, Enter and Space', async ({
  page,
}) => {
  await open(page, '/calendar?day=2026-03-02')
  await expect(grid(page).locator('button[tabindex="0"]')).toHaveCount(1)
  const next = page.getByRole('button', { name: 'Next month' })
  await next.focus()
  await page.keyboard.press('Tab')
  await expect(day(page, '2026-03-02')).toBeFocused()
  for (const [key, date] of [
    ['ArrowRight', '2026-03-03'],
    ['ArrowDown', '2026-03-10'],
    ['ArrowLeft', '2026-03-09'],
    ['ArrowUp', '2026-03-02'],
    ['End', '2026-03-07'],
    ['Home', '2026-03-01'],
    ['ArrowLeft', '2026-02-28'],
    ['PageDown', '2026-03-28'],
    ['ArrowRight', '2026-03-29'],
    ['ArrowRight', '2026-03-30'],
    ['PageUp', '2026-02-28'],
    ['Shift+PageDown', '2027-02-28'],
    ['Shift+PageUp', '2026-02-28'],
  ] as const) {
    await page.keyboard.press(key)
    await expect(day(page, date), key).toBeFocused()
  }
  await expect(month(page)).toHaveText('February 2026')
  await expect(grid(page).locator('button[tabindex="0"]')).toHaveCount(1)
  await page.keyboard.press('Enter')
  await expect(panel(page)).toContainText('Sat, 28 February 2026')
  await page.keyboard.press('ArrowLeft')
  await expect(panel(page)).toContainText('Sat, 28 February 2026')
  await page.keyboard.press('Space')
  await expect(panel(page)).toContainText('Fri, 27 February 2026')
  // One press of Tab leaves the grid.
  await page.keyboard.press('Shift+Tab')
  await expect(next).toBeFocused()
})

test('a spinner while the browser alone brings the courses', async ({ page, wire }) => {
  const held = Promise.withResolvers<WireAnswer>()
  await wire.answer('GET /api/courses', () => held.promise)
  await open(page, '/privacy')
  await page.getByRole('banner').getByRole('link', { name: 'Calendar' }).click()
  const loading = page.getByRole('status').filter({ hasText: 'Loading events…' })
  await expect(loading).toBeVisible()
  await day(page, '2026-03-12').click()
  await expect(panel(page)).toContainText('Loading events…')
  held.resolve({ json: [row(1, '2026-03-11')] })
  await expect(day(page, '2026-03-11')).toHaveAccessibleName(/1 event: Course Batch Batch 1$/)
  await expect(loading).toHaveCount(0)
  await expect(panel(page)).toContainText('No events scheduled for this date')
})

test('after a failed load a day says so, and never that it has no events', async ({ page, wire }) => {
  await wire.answer('GET /api/courses', { status: 500 })
  await open(page, '/privacy')
  await page.getByRole('banner').getByRole('link', { name: 'Calendar' }).click()
  await expect(
    page
      .getByRole('main')
      .getByRole('alert')
      .filter({ hasText: 'Failed to load courses. Please try again later.' }),
  ).toBeVisible()
  await day(page, '2026-03-12').click()
  await expect(panel(page)).toContainText('The events could not be loaded.')
  await expect(panel(page)).not.toContainText('No events')
})

test('a day’s address tells its events without JavaScript, and stays true afterwards', async ({
  page,
  school,
}) => {
  const courses: { title: string; nextbatch: string }[] = (await school.http('GET', '/api/courses')).body
  const one = courses.find(({ title }) => title === 'Table Flowers for the Home')
  const html = (await school.http('GET', `/calendar?day=${one?.nextbatch}`)).text
  expect(html).toContain('Book Now: Table Flowers for the Home')
  await open(page, `/calendar?day=${one?.nextbatch}`)
  await expect(panel(page).getByRole('button', { name: `Book Now: ${one?.title}` })).toBeVisible()
})

test.describe('far from the school', () => {
  test.use({ timezoneId: 'America/Los_Angeles' })
  for (const [instant, today] of [
    ['2026-03-02T18:29:59.000Z', '2026-03-02'],
    ['2026-03-02T18:30:00.000Z', '2026-03-03'],
    ['2026-03-02T23:59:59.000Z', '2026-03-03'],
  ] as const) {
    test(`days are the school's days: at ${instant} today is ${today}`, async ({ page, wire }) => {
      await page.clock.setFixedTime(instant)
      await wire.answer('GET /api/courses', { json: [row(1, '2026-03-02'), row(2, '2026-03-03')] })
      await open(page, '/calendar?day=2026-03-02')
      await expect(grid(page).locator('[aria-current=date]')).toHaveAttribute('data-day', today)
      await expect(panel(page).getByText('Past Event')).toHaveCount(today === '2026-03-02' ? 0 : 1)
    })
  }
})
