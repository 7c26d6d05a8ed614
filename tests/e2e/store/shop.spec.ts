import { expect, open, test } from '../../harness/browser.ts'

test('the shop page says that its bouquets are samples, and the link to the store is in view', {
  tag: '@both',
}, async ({ page }) => {
  await open(page, '/shop?category=Tulips')
  await expect(page.getByRole('main')).toContainText('These bouquets are samples')
  await expect(page.getByRole('main').getByRole('link', { name: 'Visit the store' })).toBeInViewport()
})
