import type { Page } from '@playwright/test'
import { testNow } from '../harness/app.ts'
import { expect, open, test } from '../harness/browser.ts'

/** Follows a link from another page, so that the browser fetches the data instead of the server. */
async function visit(page: Page, link: string) {
  await open(page, '/privacy')
  await page.getByRole('banner').getByRole('link', { name: link, exact: true }).click()
}

test('the calendar shows an error, no events, and "Try again" when its courses fail to load', async ({
  page,
  wire,
}) => {
  await page.clock.setFixedTime(testNow)
  await wire.answer('GET /api/courses', 'offline')
  await visit(page, 'Calendar')
  const alert = page.getByRole('main').getByRole('alert')
  await expect(alert).toContainText('Failed to load courses. Please try again later.')
  const events = page.getByRole('grid').getByRole('button', { name: /event/ })
  await expect(events).toHaveCount(0)
  await page.locator('[data-day="2026-03-20"]').click()
  await expect(page.getByText('We couldn’t load the events.')).toBeVisible()
  await wire.restore('GET /api/courses')
  await alert.getByRole('button', { name: 'Try again' }).click()
  await expect(alert).toHaveCount(0)
  await expect(events).not.toHaveCount(0)
})
