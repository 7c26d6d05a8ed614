import type { Page } from '@playwright/test'
import { expect, open, test, toastOf } from '../../harness/browser.ts'

const filter = (page: Page) => page.getByRole('navigation', { name: 'Category' })
const cards = (page: Page) =>
  page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading') })

test('seven filters, each with its own bouquets; a link to one can be shared', { tag: '@phone' }, async ({
  page,
}) => {
  await open(page, '/shop')
  const names = ['All', 'Roses', 'Lilies', 'Orchids', 'Bouquets', 'Seasonal', 'Tulips']
  await expect(filter(page).getByRole('link')).toHaveText(names)
  await expect(filter(page).locator('[aria-current=true]')).toHaveText('All')
  const all = await cards(page).count()
  let parts = 0
  for (const name of names.slice(1)) {
    await filter(page).getByRole('link', { name, exact: true }).click()
    await expect(page).toHaveURL(`/shop?category=${name}`)
    await expect(filter(page).locator('[aria-current=true]')).toHaveText(name)
    await expect(cards(page).first()).toContainText(name)
    const shown = await cards(page).count()
    for (const card of await cards(page).all()) await expect(card).toContainText(name)
    parts += shown
  }
  expect(parts).toBe(all)
  await open(page, '/shop?category=Tulips')
  await expect(cards(page)).toHaveCount(1)
})

test('a card has price, original price, badge, rating and reviews, in dollars', async ({ page }) => {
  await open(page, '/shop')
  const rose = cards(page).filter({ hasText: 'Red Rose Dozen' })
  await expect(rose).toContainText('$49.99')
  await expect(rose.locator('s')).toContainText('$59.99')
  await expect(rose).toContainText('17% off')
  await expect(rose.getByRole('img', { name: '4.8 out of 5' })).toBeVisible()
  await expect(rose).toContainText('4.8 (124 reviews)')
  await expect(page.getByRole('main')).not.toContainText('₹')
  const lily = cards(page).filter({ hasText: 'Star Lily Vase' })
  await expect(lily.locator('s')).toHaveCount(0)
  await expect(lily).not.toContainText('% off')
})

test('the page says that it is a sample, and leads to the store', { tag: '@both' }, async ({ page }) => {
  for (const address of ['/shop', '/shop?category=Tulips']) {
    await open(page, address)
    await expect(page.getByRole('main')).toContainText('These bouquets are samples')
    await expect(page.getByRole('main').getByRole('link', { name: 'Go to the store' })).toBeInViewport()
  }
  await page.getByRole('main').getByRole('link', { name: 'Go to the store' }).click()
  await expect(page).toHaveURL('/store')
})

test('Add to Cart confirms, and leads to the store', async ({ page }) => {
  await open(page, '/shop')
  const add = page.getByRole('button', { name: 'Add to Cart: Red Rose Dozen' })
  await expect(add).toHaveText('Add to Cart')
  await add.click()
  await expect(toastOf(page)).toContainText('Red Rose Dozen is a sample')
  await toastOf(page).getByRole('button', { name: 'Go to the store' }).click()
  await expect(page).toHaveURL('/store')
})
