import { expect, open, test } from '../../harness/browser.ts'

test('privacy: eleven sections in their order, and its date', { tag: '@phone' }, async ({ page, school }) => {
  await open(page, '/privacy')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Privacy Policy')
  await expect(page.getByRole('main')).toContainText('Last updated: December 2024')
  await expect(page.getByRole('heading', { level: 2 })).toHaveText([
    /^1\. Introduction/,
    /^2\. Information We Collect/,
    /^3\. How We Use/,
    /^4\. Sharing/,
    /^5\. Cookies/,
    /^6\. Security/,
    /^7\. Your Rights/,
    /^8\. How Long We Keep/,
    /^9\. External Links/,
    /^10\. Updates/,
    /^11\. Contact/,
  ])
  const { email, phone } = (await school.http('GET', '/api/school')).body
  await expect(page.getByRole('main')).toContainText(email)
  await expect(page.getByRole('main')).toContainText(phone)
})

test('Back leads where the visitor came from, or home', async ({ page }) => {
  await open(page, '/about')
  await page.getByRole('contentinfo').getByRole('link', { name: 'Privacy Policy' }).click()
  await expect(page).toHaveURL('/privacy')
  await page.getByRole('button', { name: 'Back' }).click()
  await expect(page).toHaveURL('/about')
})

test('a privacy page opened by itself: Back leads home', async ({ context, school }) => {
  const page = await context.newPage()
  // As if a link opened in a new tab: there is no page to go back to.
  await page.addInitScript(() => localStorage.setItem('subscribePopupClosedAt', String(Date.now())))
  await open(page, `${school.url}/privacy`)
  await page.evaluate(() => Object.defineProperty(history, 'length', { value: 1 }))
  await page.getByRole('button', { name: 'Back' }).click()
  await expect(page).toHaveURL(`${school.url}/`)
})

test('terms: eleven points on delivery, six on refunds, with the school’s hours and limits', {
  tag: '@phone',
}, async ({ page, school }) => {
  await open(page, '/terms')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Terms & Services')
  await expect(page.getByRole('heading', { level: 2 })).toHaveText([
    'Delivery Terms',
    'No Refund Policy',
    'Contact',
  ])
  const lists = page.getByRole('main').locator('ol')
  const delivery = lists.nth(0)
  const refunds = lists.nth(1)
  await expect(delivery.getByRole('listitem')).toHaveCount(11)
  await expect(refunds.getByRole('listitem')).toHaveCount(6)
  for (const point of [
    'every day, from 9:00 AM to 6:00 PM',
    'before 3:00 PM can be delivered on the same day',
    'standard, express and midnight',
    'fee depends on the location and the type',
    'A fee may apply for delivering again',
    'within 24 hours of the delivery, with photos',
  ])
    await expect(delivery).toContainText(point)
  for (const point of [
    'Same-day and next-day orders cannot be cancelled or refunded',
    'cancelled within 24 hours of placing',
    'a replacement or store credit, at our discretion',
    'no refunds are given',
  ])
    await expect(refunds).toContainText(point)
  const { email, address } = (await school.http('GET', '/api/school')).body
  await expect(page.getByRole('main')).toContainText(email)
  await expect(page.getByRole('main')).toContainText(address[0])
})
