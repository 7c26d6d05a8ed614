import type { Page } from '@playwright/test'
import { beSignedIn, expect, open, test, toastOf, type WireAnswer } from '../harness/browser.ts'

const call = 'GET /api/getEventClassEnrollments'
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

test('without anybody each table says so', async ({ page, wire }) => {
  await wire.answer(call, { json: { success: true, eventClassEnrollments: [], classEnrollments: [] } })
  await open(page, '/admin#event-class-enrollments')
  await expect(main(page)).toContainText('No event enrollments found')
  await expect(main(page)).toContainText('No class enrollments found')
})

for (const answer of ['offline', { status: 500 }] as WireAnswer[]) {
  test(`enrollments that cannot be loaded (${JSON.stringify(answer)}): the sentence, and a way on`, async ({
    page,
    wire,
  }) => {
    await wire.answer(call, answer)
    await open(page, '/admin#event-class-enrollments')
    await expect(toastOf(page)).toContainText('Failed to fetch event class enrollments data')
    await expect(main(page).getByRole('table')).toHaveCount(0)
    await wire.restore(call)
    await main(page).getByRole('button', { name: 'Try again' }).click()
    await expect(main(page).getByRole('table')).toHaveCount(2)
  })
}
