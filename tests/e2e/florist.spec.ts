import type { Page } from '@playwright/test'
import { isSound } from '../harness/accessibility.ts'
import { type TestApp, testNow } from '../harness/app.ts'
import { beSignedIn, expect, kept, open, test, toastOf } from '../harness/browser.ts'
import { addFlower, addRecipe, orderFor } from '../harness/florist.ts'
import { addProduct } from '../harness/orders.ts'

const today = '2026-03-02'
const main = (page: Page) => page.getByRole('main')

/** Two orders of today: one with a card, one without a recipe. */
async function morning(school: TestApp) {
  const rose = await addFlower(school, 'Morning Rose', { bunchSize: 10 })
  const productId = await addProduct(school, 50, 'Rose dozen')
  const bare = await addProduct(school, 50, 'Brass lamp')
  await addRecipe(school, `product:${productId}`, [{ flowerId: rose, count: 12, waste: 10 }])
  const first = await orderFor(school, today, [{ productId, quantity: 2, name: 'Rose dozen' }], {
    slot_id: 'morning',
  })
  await orderFor(school, today, [{ productId: bare, quantity: 1, name: 'Brass lamp' }], {
    slot_id: 'morning',
    recipient_name: 'Arun Raj',
    card_message: null,
  })
  return { first }
}

test.beforeEach(async ({ page, school }) => {
  await page.clock.setFixedTime(testNow)
  await beSignedIn(page, school, 'staff')
})

test('a flower and a recipe of it by keyboard: what is refused stands beside its field, the cost beside the price', {
  tag: '@phone',
}, async ({ page, school }) => {
  await addProduct(school, 5, 'Moon garland')
  const dialog = page.getByRole('dialog')
  await open(page, '/admin#recipes?view=flowers')
  await page.getByRole('button', { name: 'Add Flower' }).first().press('Enter')
  await dialog.getByLabel('Name').press('Enter')
  await expect(dialog.getByText('Name is required')).toBeVisible()
  await isSound(page)
  await dialog.getByLabel('Name').fill('Moonflower')
  await dialog.getByLabel(/^In a bunch/).fill('10')
  await dialog.getByLabel(/^Price of a bunch/).fill('120')
  await dialog.getByLabel('Name').press('Enter')
  await expect(toastOf(page)).toContainText('Flower created successfully')

  await page
    .getByRole('navigation', { name: 'Recipes and flowers' })
    .getByRole('link', { name: 'Recipes' })
    .press('Enter')
  await expect(main(page)).toContainText(/1 product and \d+ classes without a recipe/)
  await page.getByRole('button', { name: 'Add Recipe' }).first().press('Enter')
  await dialog.getByRole('combobox', { name: /^Of/ }).selectOption({ label: 'Moon garland' })
  await dialog.getByRole('button', { name: 'Add Recipe' }).press('Enter')
  await expect(dialog.getByRole('alert').first()).toBeVisible()
  await isSound(page)
  await dialog.getByRole('combobox', { name: /^Flower/ }).selectOption({ label: 'Moonflower' })
  await dialog.getByLabel(/^Count/).fill('20')
  await expect(dialog.getByRole('status')).toHaveText('The flowers cost ₹240 of ₹500: ₹260 (52%) is left.')
  await dialog.getByRole('button', { name: 'Add Recipe' }).press('Enter')
  await expect(toastOf(page)).toContainText('Recipe created successfully')
  await expect(main(page)).not.toContainText(/1 product and/)
  const recipe = main(page).getByRole('listitem').filter({ hasText: 'Moon garland' })
  // A long list on a phone keeps the rest of a card behind its arrow.
  await recipe.getByRole('button', { name: /^More of / }).click()
  await expect(recipe).toContainText('20 Moonflower')
  await isSound(page)
})

test('the morning: what to buy, less what is there, on paper; then the cards', { tag: '@phone' }, async ({
  page,
  school,
}) => {
  await morning(school)
  await page.addInitScript(() => {
    window.print = () => document.body.setAttribute('data-printed', 'yes')
  })
  await open(page, '/admin#florist')
  const row = main(page).getByRole('row', { name: /Morning Rose/ })
  // 2 × 13.2 stems, in bunches of ten.
  await expect(row).toContainText('27 stems needed')
  await expect(row.locator('strong')).toHaveText('3')
  await row.getByLabel('Morning Rose: there already').fill('8')
  await expect(row.locator('strong')).toHaveText('2')
  await expect(main(page)).toContainText('1 × Brass lamp')
  const chat = await main(page)
    .getByRole('link', { name: /Chat with the list/ })
    .getAttribute('href')
  expect(decodeURIComponent(chat ?? '')).toContain('Morning Rose: 2 bunches (20 stems)')
  await isSound(page)
  await page.reload()
  await expect(row.locator('strong')).toHaveText('2')
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByText('Market list for Mon, 2 March 2026').first()).toBeVisible()
  await expect(main(page).getByRole('button')).toHaveCount(0)
  await expect(row).toContainText('8')
  await page.emulateMedia({ media: 'screen' })

  await main(page).getByRole('link', { name: 'Cards' }).click()
  await isSound(page)
  await main(page)
    .getByRole('button', { name: /^Print \d+ cards?$/ })
    .click()
  await expect(page.locator('body[data-printed]')).toBeAttached()
  const chosen = main(page).getByRole('listitem').filter({ hasText: 'for Uma Sundaram' })
  await expect(chosen.getByText('Printed', { exact: true })).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  const card = page.getByRole('article', { name: 'Card for Uma Sundaram' })
  await expect(card).toContainText('Happy birthday, Amma')
  expect((await card.boundingBox())?.width).toBeCloseTo((95 / 25.4) * 96, 0)
  const count = await page.getByRole('article', { name: /^Card for/ }).count()
  const sheets = (await page.pdf({ preferCSSPageSize: true }))
    .toString('latin1')
    .match(/\/Type ?\/Page\b(?!s)/g)
  expect(sheets).toHaveLength(Math.ceil(count / 4))
})

test('the route without a line: presses wait on the phone with their time, and leave it at sign-out', {
  tag: '@phone',
}, async ({ page, school, context, problems }) => {
  problems.allow(/ERR_INTERNET_DISCONNECTED/)
  const { first } = await morning(school)
  await open(page, '/admin#florist?view=make')
  await isSound(page)
  await main(page).getByRole('button', { name: 'Start' }).first().click()
  await expect(toastOf(page)).toContainText('Processing')
  await main(page).getByRole('link', { name: 'Route' }).click()
  const stop = main(page).getByRole('listitem').filter({ hasText: 'Uma Sundaram' })
  await expect(stop.getByRole('link', { name: /Call/ })).toHaveAttribute('href', 'tel:+919876500001')
  await expect(stop.getByRole('link', { name: /Map/ })).toHaveAttribute('href', /Kutchery%20Road/)
  await isSound(page)
  await context.setOffline(true)
  await stop.getByRole('button', { name: 'Out' }).click()
  await expect(stop).toContainText('On its way')
  await stop.getByRole('button', { name: /Could not be delivered/ }).click()
  await stop.getByLabel('A note for the team').fill('Gate locked')
  await stop.getByRole('button', { name: 'Not reached' }).click()
  await expect(main(page)).toContainText('2 presses not sent yet')
  expect(JSON.parse((await kept(page, 'floristPresses')) ?? '[]')).toHaveLength(2)

  // 37 minutes later there is a line again.
  school.deps.clock.advance(37 * 60_000)
  await page.clock.setFixedTime(Date.parse(testNow) + 37 * 60_000)
  let release = () => {}
  const reading = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/api/admin/florist/day*', async (route) => {
    await reading
    await route.continue()
  })
  await context.setOffline(false)
  await expect(main(page)).not.toContainText('not sent yet')
  // Sent, and the list is not read yet: the order does not fall back.
  await expect(stop).toContainText('On its way')
  await expect(stop).toContainText('Gate locked')
  release()
  expect(await kept(page, 'floristPresses')).toBeNull()
  const tracking = (await school.http('GET', `/api/orders/${first}/tracking`)).body
  expect(tracking.steps[3]).toEqual({ step: 'On its way', at: testNow })
  expect(tracking.attempts).toEqual([{ what: 'Not reached', at: testNow }])

  await expect(stop.getByText('Gate locked')).toHaveCount(1)

  // What still waits belongs to nobody else who takes this phone.
  await page.route('**/presses', (route) => route.abort('internetdisconnected'))
  await stop.getByRole('button', { name: /^Delivered/ }).click()
  await stop.getByRole('button', { name: 'Without one' }).click()
  await expect(stop).toContainText('Delivered')
  expect(await kept(page, 'floristPresses')).not.toBeNull()
  const menu = page.getByRole('button', { name: 'Open menu' })
  if (await menu.isVisible()) await menu.click()
  await page.getByRole('button', { name: 'Sign Out' }).click()
  await expect.poll(() => kept(page, 'floristPresses')).toBeNull()
})
