import type { Page } from '@playwright/test'
import { isSound } from '../../harness/accessibility.ts'
import { type TestApp, testNow } from '../../harness/app.ts'
import { expect, failed, open, test } from '../../harness/browser.ts'
import { chooseTime, fillCart, fillCheckout, readyProduct } from '../../harness/buying.ts'
import { newestLetterTo } from '../../harness/letters.ts'

// The page's clock shows Monday 2 March, 12:00 at the school.
test.beforeEach(({ page }) => page.clock.setFixedTime(testNow))

const heading = (page: Page) => page.getByRole('main').getByRole('heading', { level: 1 })
const buyer = 'meena@mail.example'

/** Orders more pieces than the school holds for a buyer with an unverified address. */
async function askForMany(page: Page, school: TestApp) {
  const { product } = await fillCart(page, school, 11)
  await open(page, '/checkout')
  await fillCheckout(page)
  await chooseTime(page, /Tuesday 3 March/, /1 pm – 6 pm/)
  await page.getByRole('button', { name: /^Pay ₹/ }).click()
  await expect(heading(page)).toHaveText('Check your e-mail')
  return product
}

async function linkFor(school: TestApp): Promise<string> {
  const { text } = await newestLetterTo(school, buyer)
  return /\/payment\?asked=1&order=\S+#proof=\S+/.exec(text)?.[0] ?? ''
}

const stockOf = async (school: TestApp, id: string) =>
  (await school.db.read.selectFrom('product').select('quantity').where('id', '=', id).executeTakeFirst())
    ?.quantity

test('a large order by an unknown buyer is placed only by the link in the e-mail, and then paid', {
  tag: '@phone',
}, async ({ page, school }) => {
  const product = await askForMany(page, school)
  const stock = await stockOf(school, product.id)
  const main = page.getByRole('main')
  await expect(main).toContainText('please don’t pay yet')
  await expect(main).toContainText(product.name)
  await expect(page.getByRole('button', { name: /Pay Now|I have paid/ })).toHaveCount(0)
  await isSound(page)
  const id = new URL(page.url()).searchParams.get('order')
  await open(page, `/orders/${id}`)
  await expect(heading(page)).toHaveText('Check your e-mail')
  await expect(page.getByRole('link', { name: 'Pay now' })).toHaveCount(0)

  await open(page, await linkFor(school))
  await expect(heading(page)).toHaveText('Complete Your Payment')
  expect(page.url()).not.toContain('proof')
  expect(await stockOf(school, product.id)).toBe(Number(stock) - 11)
  page.once('dialog', (dialog) => void dialog.accept())
  await page.getByRole('button', { name: 'Pay Now' }).click()
  await expect(heading(page)).toHaveText('Your order is confirmed')
})

test('the link for a large order says that the order failed if the flowers have been sold out since', async ({
  page,
  school,
}) => {
  const product = await readyProduct(school)
  const slot = await school.db.read
    .selectFrom('delivery_slot')
    .select('id')
    .where('name', '=', 'Pickup')
    .executeTakeFirstOrThrow()
  const asked = await school.http('POST', '/api/orders', {
    body: {
      day: '2026-03-05',
      slotId: slot.id,
      customername: 'Meena Krishnan',
      email: buyer,
      phone: '9876543210',
      paymentMethod: 'UPI',
      substitution: 'ask',
      acceptsTerms: true,
      lines: [{ productId: product.id, size: product.sizes[0]?.id ?? null, quantity: 11 }],
    },
  })
  expect(asked.status).toBe(201)
  await school.db.write.updateTable('product').set({ quantity: 3 }).where('id', '=', product.id).execute()
  failed(page.context(), `${school.url}/api/proofs`)
  await open(page, await linkFor(school))
  await expect(heading(page)).toHaveText('We couldn’t place your order')
  await expect(page.getByRole('main')).toContainText('You can order again.')
  await isSound(page)
  await page.getByRole('link', { name: 'Visit the store' }).click()
  await expect(page).toHaveURL(/\/store$/)
})
