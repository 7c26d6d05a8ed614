import type { Page } from '@playwright/test'
import { testNow } from '../harness/app.ts'
import { expect, open, test } from '../harness/browser.ts'

// The rows of P§8 that no journey of its own shows; docs/spec-walk.md names the test of every row.

/** Comes from another page, so that the browser and not the server fetches the data. */
async function visit(page: Page, link: string) {
  await open(page, '/privacy')
  await page.getByRole('banner').getByRole('link', { name: link, exact: true }).click()
}

test('courses fail on the calendar: its sentence, an empty list, and a way on', async ({ page, wire }) => {
  await page.clock.setFixedTime(testNow)
  await wire.answer('GET /api/courses', 'offline')
  await visit(page, 'Calendar')
  const alert = page.getByRole('main').getByRole('alert')
  await expect(alert).toContainText('Failed to load courses. Please try again later.')
  const events = page.getByRole('grid').getByRole('button', { name: /event/ })
  await expect(events).toHaveCount(0)
  await page.locator('[data-day="2026-03-20"]').click()
  await expect(page.getByText('The events could not be loaded.')).toBeVisible()
  await wire.restore('GET /api/courses')
  await alert.getByRole('button', { name: 'Try again' }).click()
  await expect(alert).toHaveCount(0)
  await expect(events).not.toHaveCount(0)
})

test('office timing fails: logged only, and the built-in hours stand', async ({ page, wire, problems }) => {
  problems.expect(/business hours could not be loaded/)
  await wire.answer('GET /api/office-timing', { status: 500 })
  await visit(page, 'Contact')
  await expect(page.getByRole('main').getByRole('term')).toHaveText(['Mon-Sat', 'Sunday'])
  await expect(page.getByRole('main').getByRole('definition')).toHaveText([
    '9:00 AM - 8:00 PM',
    '10:00 AM - 6:00 PM',
  ])
  await expect(page.getByRole('main').getByRole('alert')).toHaveCount(0)
})

test('whatever is no list of hours leaves the built-in ones', async ({ page, wire, problems }) => {
  problems.expect(/business hours could not be loaded/)
  for (const json of [{ success: true, data: [] }, { success: false }, null]) {
    await test.step(`an answer without hours (${JSON.stringify(json)}) leaves the built-in ones`, async () => {
      await wire.answer('GET /api/office-timing', { json })
      await visit(page, 'Contact')
      await expect(page.getByRole('main').getByRole('term')).toHaveText(['Mon-Sat', 'Sunday'])
    })
  }
})
