import type { Page } from '@playwright/test'
import { expect, open, test } from '../../harness/browser.ts'
import { dialogOf } from '../../harness/enrolling.ts'

const main = (page: Page) => page.getByRole('main')

test('the map loads only after a click, and "Open Map" leads to the map in a new tab', async ({
  page,
  context,
  problems,
}) => {
  // A script of Playwright uses `localStorage` in every frame, which the browser refuses in a frame of another site.
  problems.allow(/'localStorage' property/)
  const mapRequests: string[] = []
  await context.route(/google\.com/, (route) => {
    mapRequests.push(route.request().url())
    return route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>Map</title>' })
  })
  await open(page, '/contact')
  const outside = main(page).getByRole('link', { name: 'Open Map' })
  await expect(outside).toHaveAttribute('href', /^https:\/\/www\.google\.com\/maps\/search\//)
  await expect(outside).toHaveAttribute('target', '_blank')
  await outside.scrollIntoViewIfNeeded()
  await expect(page.locator('iframe')).toHaveCount(0)
  expect(mapRequests).toEqual([])
  await main(page).getByRole('button', { name: 'Show the map here' }).click()
  await expect(page.locator('iframe')).toHaveAttribute('title', /^Map of /)
  await expect.poll(() => mapRequests.length).toBe(1)
  expect(mapRequests[0]).toContain('output=embed')
})

test('a visitor sends an enquiry, reads "Thank you!", and the enquiry is stored', async ({
  page,
  school,
}) => {
  await open(page, '/contact')
  await main(page).getByRole('button', { name: 'Send an enquiry' }).click()
  const dialog = dialogOf(page)
  await dialog.getByLabel('Full Name').fill('Sundar Enterprises')
  await dialog.getByLabel('Email').fill('events@sundar.example')
  await dialog.getByLabel('Phone Number').fill('9876501234')
  await dialog.getByLabel('Topic').selectOption({ label: 'A corporate event' })
  await dialog.getByLabel('Your question').fill('Forty people on the 12th of May?')
  await expect(dialog.getByLabel('Website')).toBeHidden()
  await dialog.getByRole('button', { name: 'Send enquiry' }).click()
  await expect(dialog).toHaveAccessibleName('Thank you!')
  const rows = await school.db.read
    .selectFrom('enquiry')
    .selectAll()
    .where('email', '=', 'events@sundar.example')
    .execute()
  expect(rows).toHaveLength(1)
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(dialog).toHaveCount(0)
})
