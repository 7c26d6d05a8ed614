import type { Page } from '@playwright/test'
import { beSignedIn, expect, open, test } from '../../harness/browser.ts'

const main = (page: Page) => page.getByRole('main')

test.beforeEach(async ({ page, school }) => {
  await beSignedIn(page, school, 'owner')
})

test('two tables with the columns of B§2; whoever asked nothing has No questions', async ({ page }) => {
  await open(page, '/admin#event-class-enrollments')
  const headers = (nth: number) => main(page).getByRole('table').nth(nth).getByRole('columnheader')
  for (const name of ['Email', 'Event Title', 'Event Date'])
    await expect(headers(0).filter({ hasText: name })).toHaveCount(1)
  for (const name of ['Name', 'Email', 'Phone', 'Course', 'Batch', 'Questions'])
    await expect(headers(1).filter({ hasText: name })).toHaveCount(1)
  await expect(main(page).getByText('No questions').first()).toBeVisible()
})
