import type { Locator, Page } from '@playwright/test'
import { testNow } from '../../harness/app.ts'
import { expect, open, test } from '../../harness/browser.ts'
import { courseRow as row } from '../../harness/course-row.ts'

const grid = (page: Page) => page.getByRole('grid')
const day = (page: Page, date: string) => grid(page).locator(`[data-day="${date}"]`)
const panel = (page: Page) => page.getByRole('region', { name: 'Events on the selected day' })
const month = (page: Page) => page.getByRole('main').getByRole('heading', { level: 2 }).first()

// The page and the server have the same time: Monday 2 March 2026, 12:00 at the school.
test.beforeEach(({ page }) => page.clock.setFixedTime(testNow))

test('a month marks neighbouring days, today and the chosen day, and names the events of each day', async ({
  page,
  wire,
}) => {
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
  // March 2026 begins on a Sunday and ends on a Tuesday, so its last week also shows four days of April.
  await expect(grid(page).getByRole('gridcell')).toHaveCount(35)
  await expect(day(page, '2026-03-01')).toHaveText('1')
  await expect(day(page, '2026-04-04')).toHaveText('4')
  const looksOf = (date: string) =>
    day(page, date).evaluate((element) => getComputedStyle(element).backgroundColor)
  expect(await looksOf('2026-04-02')).not.toBe(await looksOf('2026-03-03'))

  await expect(day(page, '2026-03-02')).toHaveAttribute('aria-current', 'date')
  await expect(day(page, '2026-03-02')).toHaveAccessibleName('Mon, 2 March 2026, today')
  await expect(grid(page).locator('[aria-current=date]')).toHaveCount(1)
  // The day of the next class is chosen at first.
  await expect(grid(page).locator('td[aria-selected=true]')).toHaveCount(1)
  await expect(day(page, '2026-03-11').locator('..')).toHaveAttribute('aria-selected', 'true')
  await expect(panel(page)).toContainText('Wed, 11 March 2026')

  await expect(day(page, '2026-03-11')).toHaveAccessibleName(/^Wed, 11 March 2026, 1 event:/)
  await expect(day(page, '2026-03-19')).toHaveAccessibleName(/^Thu, 19 March 2026, 4 events:/)
  expect(await looksOf('2026-03-19')).not.toBe(await looksOf('2026-03-03'))
  const type = day(page, '2026-03-11').getByText('Course Batch')
  await expect(type).toBeVisible()
  // The accessible name of a day contains the same texts as the day's cell.
  await expect(day(page, '2026-03-19')).toHaveAccessibleName(
    'Thu, 19 March 2026, 4 events: Batch 2 Course Batch Batch 3 Course Batch +2 more',
  )
  await expect(day(page, '2026-03-19').getByText('Course Batch')).toHaveCount(2)
  await expect(day(page, '2026-03-19').getByText('+2 more')).toBeVisible()
  for (const title of ['Batch 2', 'Batch 3'])
    await expect(day(page, '2026-03-19').getByText(title, { exact: true })).toBeVisible()

  await page.setViewportSize({ width: 360, height: 740 })
  // A cell that is 46 px wide shows an event's type as a coloured dot, and '+2' without the word 'more'.
  await expect(type).toBeHidden()
  await expect(day(page, '2026-03-19').getByText('+2', { exact: true })).toBeVisible()
  await expect(grid(page).getByRole('gridcell')).toHaveCount(35)

  await day(page, '2026-03-19').click()
  await expect(grid(page).locator('td[aria-selected=true]')).toHaveCount(1)
  await expect(day(page, '2026-03-19').locator('..')).toHaveAttribute('aria-selected', 'true')
  await expect(panel(page).getByRole('heading', { level: 3 })).toHaveCount(4)
})

test('month arrows stay in place, Go to Today is shown in other months, and the address has month and day', {
  tag: '@both',
}, async ({ page }) => {
  await open(page, '/calendar')
  const today = page.getByRole('button', { name: 'Go to Today' })
  await expect(today).toHaveCount(0)
  const gridTop = (await grid(page).boundingBox())?.y
  for (const [name, months] of [
    ['Next month', ['April', 'May']],
    ['Previous month', ['April', 'March', 'February']],
  ] as const) {
    const arrow = page.getByRole('button', { name })
    const box = await arrow.boundingBox()
    for (const one of months) {
      // A second press at the same place hits the same arrow.
      await page.mouse.click((box?.x ?? 0) + 22, (box?.y ?? 0) + 22)
      await expect(month(page)).toHaveText(`${one} 2026`)
      await expect(today).toHaveCount(one === 'March' ? 0 : 1)
      expect(await arrow.boundingBox()).toEqual(box)
    }
  }
  await expect(page).toHaveURL('/calendar?month=2026-02')
  await today.click()
  await expect(month(page)).toHaveText('March 2026')
  await expect(page).toHaveURL('/calendar?day=2026-03-02')
  await expect(panel(page)).toContainText('Mon, 2 March 2026')
  expect((await grid(page).boundingBox())?.y).toBe(gridTop)

  await day(page, '2026-03-20').click()
  await expect(page).toHaveURL('/calendar?day=2026-03-20')
  await page.getByRole('button', { name: 'Next month' }).click()
  await expect(page).toHaveURL('/calendar?month=2026-04&day=2026-03-20')
  await expect(panel(page)).toContainText('Fri, 20 March 2026')
  await page.goBack()
  await expect(month(page)).toHaveText('March 2026')
  await page.goBack()
  await expect(panel(page)).toContainText('Mon, 2 March 2026')
})

test('a click on a day and an address with a day scroll to the events of the day; a month arrow does not scroll', {
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
  // The first day is clicked before the script of the panel has loaded.
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
  // The page is scrolled to its top, and the same day is chosen once more.
  await page.evaluate(() => scrollTo(0, 0))
  await day(page, '2026-03-11').press('Enter')
  await isWhole()

  await wire.restore('GET /api/courses')
  const courses: { title: string; nextbatch: string }[] = (await school.http('GET', '/api/courses')).body
  const { title, nextbatch } = courses[0] as (typeof courses)[number]
  const { text } = await school.http('GET', `/calendar?day=${nextbatch}`)
  expect(text).toContain(`Book Now: ${title}`)
  await open(page, `/calendar?day=${nextbatch}`)
  await expect(panel(page).getByRole('heading', { level: 3 })).toContainText([title])
  // The panel may be taller than the screen, but its heading must be below the page's header.
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

test('Back to the calendar restores the chosen day and the scroll position', {
  tag: '@phone',
}, async ({ page }) => {
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
