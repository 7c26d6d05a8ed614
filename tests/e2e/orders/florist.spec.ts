import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { isSound } from '../../harness/accessibility.ts'
import { type TestApp, testNow } from '../../harness/app.ts'
import { beSignedIn, expect, kept, open, test, toastOf } from '../../harness/browser.ts'
import { addFlower, addRecipe, orderFor } from '../../harness/florist.ts'
import { addProduct } from '../../harness/orders.ts'

const today = '2026-03-02'
const track = async (school: TestApp, id: string) =>
  (await school.http('GET', `/api/orders/${id}/tracking`)).body
const main = (page: Page) => page.getByRole('main')

/** Adds two orders for today: one with a card, and one whose product has no recipe. */
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

test('staff add a flower and its recipe by keyboard, with errors at their fields and the cost beside the price', {
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
  await expect(main(page)).toContainText(/\d+ products and classes have no recipe/)
  await page.getByRole('button', { name: 'Add Recipe' }).first().press('Enter')
  await dialog.getByRole('combobox', { name: /^Recipe for/ }).selectOption({ label: 'Moon garland' })
  await dialog.getByRole('button', { name: 'Add Recipe' }).press('Enter')
  await expect(dialog.getByRole('alert').first()).toBeVisible()
  await dialog.getByRole('combobox', { name: /^Flower/ }).selectOption({ label: 'Moonflower' })
  await dialog.getByLabel(/^Count/).fill('20')
  await expect(dialog.getByRole('status')).toHaveText(
    'The flowers cost ₹240. At the price of ₹500, the margin is ₹260 (52%).',
  )
  await dialog.getByRole('button', { name: 'Add Recipe' }).press('Enter')
  await expect(toastOf(page)).toContainText('Recipe created successfully')
  await expect(main(page)).not.toContainText(/1 product and/)
  const recipe = main(page).getByRole('listitem').filter({ hasText: 'Moon garland' })
  // A phone shows only the first lines of a card in a long list until the card's arrow is pressed.
  await recipe.getByRole('button', { name: /^Show more of / }).click()
  await expect(recipe).toContainText('20 Moonflower')
  await isSound(page)

  // The command palette opens the form for a new flower, and later finds a flower.
  const palette = page.getByRole('dialog', { name: 'Find sections, records and actions' })
  await page.keyboard.press('Control+k')
  await palette.getByRole('combobox').fill('add flower')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Add Flower' }).getByLabel('Name')).toBeFocused()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+k')
  await palette.getByRole('combobox').fill('moonflow')
  await expect(palette.getByRole('option', { name: /Moonflower/ })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Edit Flower' }).getByLabel('Name')).toHaveValue('Moonflower')
})

test('the market list can be printed and leaves out flowers that are in stock; cards print four to a sheet', {
  tag: '@phone',
}, async ({ page, school }) => {
  await morning(school)
  await page.addInitScript(() => {
    window.print = () => document.body.setAttribute('data-printed', 'yes')
  })
  await open(page, '/admin#florist')
  const row = main(page).getByRole('row', { name: /Morning Rose/ })
  // Two orders need 13.2 stems each, and a bunch has ten stems.
  await expect(row).toContainText('27 stems needed')
  await expect(row.locator('strong')).toHaveText('3')
  await row.getByLabel('Morning Rose in stock').fill('8')
  await expect(row.locator('strong')).toHaveText('2')
  await expect(main(page)).toContainText('1 × Brass lamp')
  const chat = await main(page)
    .getByRole('link', { name: /Share on WhatsApp/ })
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
  // The card is as wide as in the checkout, and the name is below the card.
  expect((await card.locator('> div').boundingBox())?.width).toBeCloseTo((134 / 25.4) * 96, 0)
  const count = await page.getByRole('article', { name: /^Card for/ }).count()
  const sheets = (await page.pdf({ preferCSSPageSize: true }))
    .toString('latin1')
    .match(/\/Type ?\/Page\b(?!s)/g)
  expect(sheets).toHaveLength(Math.ceil(count / 4))
})

test('the florist’s lists keep the chosen day, and the menu opens them at today', async ({
  page,
  school,
}) => {
  const day = main(page).getByLabel('Day', { exact: true })
  const list = (name: string) =>
    page.getByRole('navigation', { name: 'Florist’s lists' }).getByRole('link', { name })
  await orderFor(school, '2026-03-03', [{ productId: null, quantity: 1 }], {
    slot_id: 'morning',
    recipient_name: 'Of tomorrow',
  })
  await open(page, '/admin#florist')
  await main(page).getByRole('button', { name: 'Tomorrow' }).click()
  await list('Route').click()
  await expect(day).toHaveValue('2026-03-03')
  await expect(main(page).getByText('3 Mar 2026', { exact: true })).toBeVisible()
  await expect(main(page)).toContainText('Of tomorrow')
  await main(page).getByRole('button', { name: 'Next day' }).click()
  await list('Cards').click()
  await expect(day).toHaveValue('2026-03-04')
  await list('Market').click()
  await expect(main(page).getByLabel('From')).toHaveValue('2026-03-04')
  await expect(main(page).getByLabel('To')).toHaveValue('2026-03-04')
  await list('Make').click()
  await page.reload()
  await expect(day).toHaveValue('2026-03-04')
  await page.getByRole('link', { name: 'Dashboard' }).first().click()
  await page.getByRole('link', { name: 'Florist' }).first().click()
  await expect(main(page).getByLabel('From')).toHaveValue(today)
})

test('the florist notes each step with photographs, online and offline, and the buyer sees the photographs', {
  tag: '@phone',
}, async ({ page, school, context, problems }) => {
  problems.allow(/ERR_INTERNET_DISCONNECTED/)
  // The picture has the size of a phone's photograph, and noise that compresses badly.
  const buffer = await sharp({
    create: {
      width: 2000,
      height: 1500,
      channels: 3,
      background: '#aa3355',
      noise: { type: 'gaussian', mean: 128, sigma: 60 },
    },
  })
    .jpeg({ quality: 90 })
    .toBuffer()
  const photograph = { name: 'photograph.jpg', mimeType: 'image/jpeg', buffer }
  const { first } = await morning(school)
  const { ordernumber: number } = await school.app.services.orders.getOrder(first)
  await open(page, '/admin#florist?view=make')
  const order = main(page).getByRole('listitem').filter({ hasText: number }).first()
  await order.getByRole('button', { name: `Start ${number}` }).click()
  await expect(order.getByText('In progress')).toBeVisible()
  await order.getByRole('button', { name: /^Ready/ }).click()
  await isSound(page)
  const camera = order.locator('input[type=file]')
  await camera.setInputFiles({ name: 'words.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('no picture') })
  await expect(toastOf(page).filter({ hasText: 'This photo can’t be used' })).toBeVisible()
  await expect(order.getByText('In progress')).toBeVisible()
  await camera.setInputFiles(photograph)
  await expect(order.getByText(/^Ready \d/)).toBeVisible()
  await expect.poll(async () => (await track(school, first)).photographs.length).toBe(1)

  await main(page).getByRole('link', { name: 'Route' }).click()
  const stop = main(page).getByRole('listitem').filter({ hasText: number }).first()
  await context.setOffline(true)
  await stop.getByRole('button', { name: `Out for delivery ${number}` }).click()
  await stop.getByRole('button', { name: /Couldn’t deliver/ }).click()
  await stop.getByRole('button', { name: 'Not reached' }).click()
  await stop.getByRole('button', { name: /^Delivered/ }).click()
  await isSound(page)
  await stop.locator('input[type=file]').setInputFiles(photograph)
  await expect(main(page)).toContainText('3 updates not sent yet')
  await expect(stop.getByText('Delivered', { exact: true })).toBeVisible()
  expect((await kept(page, 'floristPresses'))?.length).toBeLessThan(250_000)

  await context.setOffline(false)
  await expect(main(page)).not.toContainText('not sent yet')
  const { steps, attempts, photographs } = await track(school, first)
  expect(steps.filter(({ at }: { at: string | null }) => at === null)).toEqual([])
  expect(attempts).toMatchObject([{ what: 'Not reached' }])
  expect(photographs.map(({ kind }: { kind: string }) => kind)).toEqual(['ready', 'door'])

  // The buyer sees both photographs. The calls for the delivery address fail, because the florist's account has no
  // right to it.
  problems.allow(/status of 403/)
  await open(page, `/orders/${first}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your flowers have arrived')
  for (const name of ['The finished bouquet', 'The bouquet at the door']) {
    const shown = page.getByRole('img', { name })
    await shown.scrollIntoViewIfNeeded()
    await expect
      .poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBeGreaterThan(0)
  }
  await isSound(page)
})

test('steps noted offline are stored on the florist’s phone with their time, and deleted from it at sign-out', {
  tag: '@phone',
}, async ({ page, school, context, problems }) => {
  problems.allow(/ERR_INTERNET_DISCONNECTED/)
  const { first } = await morning(school)
  await open(page, '/admin#florist?view=make')
  await main(page).getByRole('button', { name: 'Start' }).first().click()
  await expect(toastOf(page)).toContainText('Processing')
  await main(page).getByRole('link', { name: 'Route' }).click()
  const stop = main(page).getByRole('listitem').filter({ hasText: 'Uma Sundaram' })
  await expect(stop.getByRole('link', { name: /Call/ })).toHaveAttribute('href', 'tel:+919876500001')
  await expect(stop.getByRole('link', { name: /Map/ })).toHaveAttribute('href', /Kutchery%20Road/)
  await context.setOffline(true)
  await stop.getByRole('button', { name: 'Out for delivery' }).click()
  await expect(stop).toContainText('On its way')
  await stop.getByRole('button', { name: /Couldn’t deliver/ }).click()
  await stop.getByLabel('Note for staff').fill('Gate locked')
  await stop.getByRole('button', { name: 'Not reached' }).click()
  await expect(main(page)).toContainText('2 updates not sent yet')
  expect(JSON.parse((await kept(page, 'floristPresses')) ?? '[]')).toHaveLength(2)

  // The network returns after 37 minutes.
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
  // The first call fails, because a phone reports that it is online before its calls succeed.
  await page.route('**/presses', (route) => route.abort('internetdisconnected'), { times: 1 })
  await context.setOffline(false)
  await expect(main(page)).not.toContainText('not sent yet')
  // The steps are sent, but the list is not reloaded yet. The order still shows its new state.
  await expect(stop).toContainText('On its way')
  await expect(stop).toContainText('Gate locked')
  release()
  expect(await kept(page, 'floristPresses')).toBeNull()
  const tracking = (await school.http('GET', `/api/orders/${first}/tracking`)).body
  expect(tracking.steps[3]).toEqual({ step: 'On its way', at: testNow })
  expect(tracking.attempts).toEqual([{ what: 'Not reached', at: testNow }])

  await expect(stop.getByText('Gate locked')).toHaveCount(1)

  // The browser must not keep unsent steps at sign-out, because the next person on this phone would send them.
  await page.route('**/presses', (route) => route.abort('internetdisconnected'))
  await stop.getByRole('button', { name: /^Delivered/ }).click()
  await stop.getByRole('button', { name: 'Without a photo' }).click()
  await expect(stop).toContainText('Delivered')
  expect(await kept(page, 'floristPresses')).not.toBeNull()
  const menu = page.getByRole('button', { name: 'Open menu' })
  if (await menu.isVisible()) await menu.click()
  await page.getByRole('button', { name: 'Sign Out' }).click()
  await expect.poll(() => kept(page, 'floristPresses')).toBeNull()
})
