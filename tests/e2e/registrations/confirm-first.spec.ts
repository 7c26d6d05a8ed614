import type { Page } from '@playwright/test'
import { isSound } from '../../harness/accessibility.ts'
import { type TestApp, testNow } from '../../harness/app.ts'
import { expect, failed, open, test } from '../../harness/browser.ts'
import { confirmButton, dialogOf, fillAndReview, student } from '../../harness/enrolling.ts'
import { newestLetterTo } from '../../harness/letters.ts'
import { addCourse, enrolmentBody, seatCounts } from '../../harness/seats.ts'

const title = 'Temple Garlands'
const heading = (page: Page) => page.getByRole('heading', { level: 1 })

test.beforeEach(async ({ page, school }) => {
  await page.clock.setFixedTime(testNow)
  const now = school.deps.clock.now()
  await school.db.transaction(async (tx) => {
    await tx
      .insertInto('setting')
      .values({ name: 'school.confirmFirst', value: 'true', updated_at: now })
      .execute()
    await school.db.changes.mark(tx, 'school')
  })
})

/** Returns the path of the link in the newest e-mail to an address; opening the link takes the seat. */
async function linkFor(school: TestApp, email: string): Promise<string> {
  const { text } = await newestLetterTo(school, email)
  const [, link = ''] = /(\/payment\?asked=1#proof=\S+)/.exec(text) ?? []
  return link
}

test('an enrolment holds its seat once the link in the e-mail is opened, and a late link leads to other dates', {
  tag: '@phone',
}, async ({ page, school }) => {
  const course = await addCourse(school, { title, capacity: 1 })
  await open(page, '/classes')
  await fillAndReview(page, title)
  await confirmButton(page).click()
  await expect(dialogOf(page)).toContainText(
    `Open the e-mail we sent to ${student.email} and follow the link in it.`,
  )
  await expect(dialogOf(page).getByRole('link', { name: 'Pay now' })).toHaveCount(0)
  await isSound(page)
  const late = { email: 'late@mail.example', phone: '9876511111' }
  await school.http('POST', '/api/enrollments', { body: enrolmentBody(course.id, late) })

  await open(page, await linkFor(school, student.email))
  await expect(heading(page)).toHaveText('Complete Your Payment')
  await expect(page.getByRole('main')).toContainText(title)
  expect(await seatCounts(school, course.id)).toMatchObject({ taken: 1, live: 1 })

  await open(page, '/contact')
  failed(page.context(), `${school.url}/api/proofs`)
  await open(page, await linkFor(school, late.email))
  await expect(heading(page)).toHaveText('We couldn’t hold a seat')
  await isSound(page)
  await page.getByRole('link', { name: 'See other batches or join the waiting list' }).click()
  await expect(heading(page)).toHaveText(title)
})
