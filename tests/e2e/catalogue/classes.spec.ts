import type { Page } from '@playwright/test'
import { expect, open, test } from '../../harness/browser.ts'

const list = (page: Page) => page.getByRole('region', { name: 'Courses' })
const cards = (page: Page) =>
  list(page)
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading') })
const card = (page: Page, title: string) =>
  cards(page).filter({ has: page.getByRole('heading', { name: title, exact: true }) })
const filter = (page: Page) => page.getByRole('navigation', { name: 'Category' })
test('the category filter starts at All, counts each category, and has links that can be shared', {
  tag: '@phone',
}, async ({ page }) => {
  await open(page, '/classes')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Our Courses')
  await expect(filter(page).getByRole('link')).toHaveText(['All(12)', 'Diploma Course(6)', 'Workshops(6)'])
  await expect(filter(page).locator('[aria-current=true]')).toHaveText('All(12)')
  await expect(list(page)).toContainText('12 Courses Available')
  await expect(cards(page)).toHaveCount(12)

  await filter(page).getByRole('link', { name: 'Workshops' }).click()
  await expect(page).toHaveURL('/classes?category=Workshops')
  await expect(list(page)).toContainText('6 Courses Available')
  await expect(cards(page)).toHaveCount(6)
  await page.goBack()
  await expect(cards(page)).toHaveCount(12)

  await open(page, '/classes?category=Diploma%20Course')
  await expect(cards(page)).toHaveCount(6)
  await expect(filter(page).locator('[aria-current=true]')).toHaveText('Diploma Course(6)')
})

test('both category shortcuts set the course filter and scroll to the list', async ({ page }) => {
  await open(page, '/classes')
  for (const [name, category] of [
    ['Diploma Courses', 'Diploma Course'],
    ['Workshops', 'Workshops'],
  ] as const) {
    await page.evaluate(() => scrollTo(0, 0))
    await page
      .getByRole('main')
      .getByRole('link', { name: new RegExp(`^${name} (?:Train|Spend)`) })
      .click()
    await expect(filter(page).locator('[aria-current=true]')).toHaveText(`${category}(6)`)
    await expect.poll(async () => (await list(page).boundingBox())?.y).toBeLessThan(120)
  }
})

test('a visitor joins the waiting list of a full course, and a failed request keeps the input', async ({
  page,
  school,
  wire,
}) => {
  const full = card(page, 'Advanced Diploma in Wedding Floristry')
  const dialog = page.getByRole('dialog')
  await wire.answer('POST /api/waiting-list', 'offline')
  await open(page, '/classes')
  await expect(full.getByRole('button', { name: /^Join Waitlist/ })).toBeDisabled()
  const ask = full.getByRole('button', { name: 'Tell me when a seat opens' })
  await ask.click()
  await expect(dialog).toContainText('Advanced Diploma in Wedding Floristry')
  const send = dialog.getByRole('button', { name: 'Join the waiting list' })
  await send.click()
  for (const sentence of ['Full name is required', 'Email is required', 'Phone number is required'])
    await expect(dialog.getByText(sentence)).toBeVisible()
  await dialog.getByLabel('Full Name').fill('Meena Krishnan')
  await expect(dialog.getByText('Full name is required')).toHaveCount(0)
  await dialog.getByLabel('Email').fill('meena@mail.example')
  await dialog.getByLabel('Phone').fill('98400 12345')
  await send.click()
  await expect(dialog.getByRole('alert')).toContainText('What you typed is still here.')
  await expect(dialog.getByLabel('Email')).toHaveValue('meena@mail.example')
  await wire.restore('POST /api/waiting-list')
  await send.click()
  await expect(dialog).toContainText('One more step')
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(ask).toBeFocused()
  const rows = await school.db.read
    .selectFrom('waiting_list_entry')
    .selectAll()
    .where('email', '=', 'meena@mail.example')
    .execute()
  expect(rows).toHaveLength(1)
})

test('all course cards are laid out without scrolling, with and without scripts', async ({
  browser,
  school,
}) => {
  // The `page` of the fixture lays out all cards at once, so this test opens pages of its own.
  for (const javaScriptEnabled of [true, false]) {
    const visitor = await browser.newPage({ javaScriptEnabled, viewport: { width: 360, height: 640 } })
    await visitor.goto(`${school.url}/classes`)
    const texts = visitor.locator('main li .later').filter({
      has: visitor.locator('h3'),
    })
    await expect(texts).toHaveCount(12)
    await expect
      .poll(() =>
        texts.evaluateAll(
          (cards) =>
            cards.filter(
              (card) => !card.querySelector('h3')?.checkVisibility({ contentVisibilityAuto: true }),
            ).length,
        ),
      )
      .toBe(0)
    await visitor.close()
  }
})
