import type { Locator, Page } from '@playwright/test'
import type { CartLine } from '../../contract/store/cart.ts'
import type { Product } from '../../contract/store/products.ts'
import type { TestApp } from './app.ts'
import { open, toastOf } from './browser.ts'
import { hydrated } from './hydrated.ts'

/** A product of the demonstration that can be delivered or picked up today. */
export async function readyProduct(school: TestApp): Promise<Product> {
  const products: Product[] = (await school.http('GET', '/api/products')).body
  const ready = products.find(
    (one) => one.instock && one.leadDays === 0 && one.ways.length === 4 && !one.isCustom && !one.isAddon,
  )
  if (ready === undefined) throw new Error('the demonstration has no product that can be had today')
  return ready
}

/** Puts a quantity of a product into this browser's cart before its pages open. */
export async function fillCart(page: Page, school: TestApp, quantity = 1) {
  const product = await readyProduct(school)
  const { body } = await school.http('POST', '/api/cart/items', {
    body: { productId: product.id, size: product.sizes[0]?.id ?? null, quantity },
  })
  const { token, count, lines }: { token: string; count: number; lines: CartLine[] } = body.data
  await page.addInitScript(
    ([cartToken, cartCount]) => {
      // The values are set only before the first page, because the page changes them later.
      if (sessionStorage.getItem('cartWasPut') !== null) return
      sessionStorage.setItem('cartWasPut', 'yes')
      localStorage.setItem('cartToken', cartToken)
      localStorage.setItem('cartCount', cartCount)
    },
    [token, String(count)] as const,
  )
  return { product, lines }
}

/** Goes from the product's page through the cart to the checkout; `press` presses a button or link. */
export async function buy(
  page: Page,
  product: Product,
  press: (on: Locator) => Promise<void>,
): Promise<void> {
  await open(page, `/store/${product.slug}`)
  await press(page.getByRole('button', { name: /^Add to cart/ }).last())
  await press(toastOf(page).getByRole('button', { name: 'View cart' }))
  await press(page.getByRole('complementary', { name: 'Total' }).getByRole('link', { name: 'Checkout' }))
  await hydrated(page)
}

/** Unfolds the parts of the checkout that are folded. */
export async function unfoldCheckout(page: Page): Promise<void> {
  // A browser without scripts also has the hidden form for scripts.
  const parts = page.locator('details[data-step]').filter({ visible: true })
  const folded = page.locator('details[data-step]:not([open]) > summary').filter({ visible: true })
  await parts.first().waitFor()
  while ((await folded.count()) > 0) await folded.first().click()
}

/** Fills in the checkout form except day and time; null leaves a field as it is. */
export async function fillCheckout(page: Page, changed: Record<string, string | null> = {}): Promise<void> {
  const typed = {
    Pincode: '600 004',
    'Recipient’s name': 'Lakshmi Narayanan',
    'Recipient’s phone': '9876543210',
    Address: '14, Kutchery Road',
    Area: 'Mylapore',
    'Your name': 'Meena Krishnan',
    'Your e-mail': 'meena@mail.example',
    'Your phone': '+44 7700 900123',
    ...changed,
  }
  await unfoldCheckout(page)
  for (const [label, words] of Object.entries(typed))
    if (words !== null) await page.getByRole('textbox', { name: label }).fill(words)
  await page.getByRole('radio', { name: /^UPI/ }).check()
  await page.getByRole('radio', { name: /^Ask me first/ }).check()
  await page.getByRole('checkbox', { name: /I accept/ }).check()
}

export async function chooseTime(page: Page, day: RegExp, time: RegExp): Promise<void> {
  await page.getByRole('radio', { name: day }).check()
  await page.getByRole('radio', { name: time }).check()
}
