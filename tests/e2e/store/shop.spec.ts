import { expect, open, test } from '../../harness/browser.ts'

test('the shop page says that its bouquets are samples, and the link to the store is in view', {
  tag: '@phone',
}, async ({ page }) => {
  await open(page, '/shop?category=Tulips')
  await expect(page.getByRole('main')).toContainText('These bouquets are samples')
  const link = page.getByRole('main').getByRole('link', { name: 'Visit the store' })
  await expect(link).toBeInViewport()
  await page.setViewportSize({ width: 1280, height: 800 })
  await expect(link).toBeInViewport()
})
