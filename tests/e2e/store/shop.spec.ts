import { expect, open, test } from '../../harness/browser.ts'

test('the page says that it is a sample, and the way to the store is in sight', { tag: '@both' }, async ({
  page,
}) => {
  await open(page, '/shop?category=Tulips')
  await expect(page.getByRole('main')).toContainText('These bouquets are samples')
  await expect(page.getByRole('main').getByRole('link', { name: 'Go to the store' })).toBeInViewport()
})
