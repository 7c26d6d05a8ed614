import type { Page } from '@playwright/test'
import { expect, open, test, toastOf } from '../harness/browser.ts'
import { fillCart } from '../harness/buying.ts'
import { dialogOf } from '../harness/enrolling.ts'
import { changedBy, laterSheet } from '../harness/later-sheet.ts'
import { placeOrder } from '../harness/orders.ts'

const opened = async (page: Page, path: string) => {
  await open(page, path)
  await page.waitForLoadState('networkidle')
}

test('a dialog loads the second stylesheet with its script, and looks as with a single stylesheet', {
  tag: '@both',
}, async ({ page }) => {
  await opened(page, '/contact')
  await expect(page.locator('link[rel=stylesheet]')).toHaveCount(0)
  const sheet = page.waitForResponse(laterSheet)
  await page.getByRole('main').getByRole('button', { name: 'Send an enquiry' }).click()
  expect((await sheet).headers()['cache-control']).toContain('immutable')
  await expect(dialogOf(page)).toBeVisible()
  await dialogOf(page).getByRole('button', { name: 'Send enquiry' }).click()
  await expect(dialogOf(page).getByText('Name is required')).toBeVisible()
  // The opening animation of the dialog is over.
  await expect(dialogOf(page)).toHaveCSS('opacity', '1')
  const { count, changed } = await changedBy(page, 'utilities of the later sheet alone')
  expect(count).toBeGreaterThan(400)
  expect(changed).toEqual([])
  await expect(dialogOf(page)).toHaveCSS('position', 'fixed')
})

test('checkout and order pages load the second stylesheet and look as with a single stylesheet', async ({
  page,
  browser,
  school,
}) => {
  await fillCart(page, school)
  const order = await placeOrder(school, [{ productId: null, quantity: 1 }])
  for (const path of ['/checkout', `/orders/${order}`]) {
    await opened(page, path)
    await expect(page.locator('link[rel=stylesheet]')).toHaveCount(1)
    expect([path, (await changedBy(page, 'utilities of the later sheet alone')).changed]).toEqual([path, []])
  }
  const plain = await browser.newContext({ javaScriptEnabled: false, baseURL: school.url })
  const reader = await plain.newPage()
  await reader.goto('/checkout?product=red-roses')
  await expect(reader.getByRole('main').locator('input:not([type=hidden])').first()).toHaveCSS(
    'appearance',
    'none',
  )
  await plain.close()
})

test('the next dialog requests the second stylesheet again if it failed to load', async ({
  page,
  problems,
}) => {
  problems.allow(/Failed to load resource/)
  await open(page, '/')
  await page.route(laterSheet, (route) => route.abort('internetdisconnected'))
  await page.getByRole('main').getByRole('button', { name: 'Get Updates' }).click()
  await expect(toastOf(page)).toContainText('We couldn’t open this')
  await expect(dialogOf(page)).toHaveCount(0)

  await page.unroute(laterSheet)
  await page.getByRole('contentinfo').getByRole('link', { name: 'Contact', exact: true }).click()
  await page.getByRole('main').getByRole('button', { name: 'Send an enquiry' }).click()
  await expect(dialogOf(page)).toHaveCSS('position', 'fixed')
})
