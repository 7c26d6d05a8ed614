import { expect, open, test } from '../../harness/browser.ts'

test('Back on the privacy page returns to the previous page, or home if there is none', async ({ page }) => {
  await open(page, '/about')
  await page.getByRole('contentinfo').getByRole('link', { name: 'Privacy Policy' }).click()
  await expect(page).toHaveURL('/privacy')
  const back = page.getByRole('button', { name: 'Back' })
  await back.click()
  await expect(page).toHaveURL('/about')
  await page.goForward()
  await expect(page).toHaveURL('/privacy')
  // A new tab has no earlier page to go back to, so the test sets the length of its history to 1.
  await page.evaluate(() => Object.defineProperty(history, 'length', { value: 1 }))
  await back.click()
  await expect(page).toHaveURL('/')
})
