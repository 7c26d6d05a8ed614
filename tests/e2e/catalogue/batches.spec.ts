import type { Page } from '@playwright/test'
import { isSound } from '../../harness/accessibility.ts'
import { type TestApp, testNow } from '../../harness/app.ts'
import { expect, open, test } from '../../harness/browser.ts'
import { confirmButton, dialogOf, fillEnrolment, fillPerson, student } from '../../harness/enrolling.ts'
import { addThreeBatches, addUndatedCourse } from '../../harness/seats.ts'

// The first batch, on 12 March, is full. The second, on 19 March, is closed. The third, on 26 March, is open.
const title = 'Temple Garlands'
const three = (school: TestApp) => addThreeBatches(school, { title })

// The page and the server have the same time: Monday 2 March 2026, 12:00 at the school.
test.beforeEach(({ page }) => page.clock.setFixedTime(testNow))

const dates = (page: Page) => page.getByRole('region', { name: 'Choose your batch' })
const date = (page: Page, day: string) =>
  dates(page)
    .getByRole('listitem')
    .filter({ has: page.getByText(new RegExp(`^\\w{3}, ${day} 202\\d$`)) })
const seatOf = (school: TestApp, email: string) =>
  school.db.read.selectFrom('seat').selectAll().where('email', '=', email).executeTakeFirst()
const waitsFor = (school: TestApp, email: string) =>
  school.db.read.selectFrom('waiting_list_entry').selectAll().where('email', '=', email).executeTakeFirst()

async function reviewAndConfirm(page: Page) {
  await dialogOf(page).getByRole('button', { name: 'Review enrolment' }).click()
  await expect(dialogOf(page)).toContainText('Thu, 26 March 2026')
  await confirmButton(page).click()
  await expect(dialogOf(page)).toHaveAccessibleName('Enrolment received')
  await expect(dialogOf(page)).toContainText('Thu, 26 March 2026')
}

test('a course page shows which batch is full, closed or open, and sells a seat of the open batch', {
  tag: '@phone',
}, async ({ page, school }) => {
  const { course, openId } = await three(school)
  await open(page, `/classes/${course.slug}`)
  await expect(dates(page).getByRole('listitem')).toHaveCount(3)
  await expect(date(page, '12 March')).toContainText('Full')
  await expect(date(page, '19 March')).toContainText('Enrolment closed')
  await expect(date(page, '19 March').getByRole('button')).toHaveCount(0)
  await expect(date(page, '26 March')).toContainText('2:00 pm')
  await expect(date(page, '26 March')).toContainText('5 of 5 left')
  const next = page.getByRole('complementary', { name: 'Dates and fee' })
  await expect(next).toContainText('Thu, 26 March 2026')
  await expect(next).toContainText('₹15,000')
  await isSound(page)

  await date(page, '26 March').getByRole('button', { name: 'Choose Thu, 26 March 2026' }).click()
  await fillEnrolment(page)
  await reviewAndConfirm(page)
  expect(await seatOf(school, student.email)).toMatchObject({ batch_id: openId, amount_in_paise: 1_500_000 })
  await dialogOf(page).getByRole('button', { name: 'Done' }).click()
  await expect(date(page, '26 March')).toContainText('4 of 5 left')
})

test('the dialog of a full batch offers a later date first, and the batch has its own waiting list', async ({
  page,
  school,
}) => {
  const { course, fullId, openId } = await three(school)
  await open(page, `/classes/${course.slug}`)
  await date(page, '12 March')
    .getByRole('button', { name: 'Tell me when a seat opens: Thu, 12 March 2026' })
    .click()
  const dialog = dialogOf(page)
  await dialog.getByLabel('Full Name').fill(student.name)
  await dialog.getByLabel('Email').fill(student.email)
  await dialog.getByLabel('Phone Number').fill(student.phone)
  // A click on the later date opens the enrolment for that date, and keeps the input.
  await dialog.getByRole('button', { name: 'Thu, 26 March 2026, 2:00 pm' }).click()
  await expect(dialog).toHaveAccessibleName('Enrol in this course')
  await expect(dialog.getByLabel('Full Name')).toHaveValue(student.name)
  await dialog.getByRole('radio', { name: /^UPI/ }).check()
  await reviewAndConfirm(page)
  expect(await seatOf(school, student.email)).toMatchObject({ batch_id: openId })
  await dialog.getByRole('button', { name: 'Done' }).click()

  await date(page, '12 March')
    .getByRole('button', { name: /^Tell me when a seat opens/ })
    .click()
  await dialog.getByLabel('Full Name').fill('Uma')
  await dialog.getByLabel('Email').fill('uma@mail.example')
  await dialog.getByLabel('Phone Number').fill('9876501234')
  await dialog.getByRole('button', { name: 'Join the waiting list' }).click()
  await expect(dialog.getByRole('status')).toContainText('follow the link in it')
  expect(await waitsFor(school, 'uma@mail.example')).toMatchObject({ batch_id: fullId })
})

test('a batch that fills or closes during enrolment keeps the input, and offers open dates or the waiting list', async ({
  page,
  school,
  problems,
}) => {
  problems.expect(/status of 409/)
  const { course, openId } = await three(school)
  const april = await school.db.transaction((tx) =>
    school.app.services.courses.addBatch(
      tx,
      { courseId: course.id, day: '2026-04-02', time: '09:00', capacity: 1 },
      null,
    ),
  )
  await open(page, '/classes')
  const card = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: title }) })
  await expect(card).toContainText('Thu, 26 March 2026 and 1 later batch')
  await card.getByRole('button', { name: `Enroll Now: ${title}` }).click()
  const dialog = dialogOf(page)
  await fillEnrolment(page)
  await dialog.getByLabel('Date').selectOption({ label: 'Thu, 2 April 2026, 9:00 am, ₹12,500' })
  await expect(dialog).toContainText(`${title} · Thu, 2 April 2026 · ₹12,500`)
  await dialog.getByRole('button', { name: 'Review enrolment' }).click()
  await school.db.transaction(async (tx) => {
    await tx.updateTable('batch').set({ is_closed: 1 }).where('id', '=', april.id).execute()
    await school.db.changes.mark(tx, 'courses')
  })
  await confirmButton(page).click()
  await expect(dialog.getByRole('alert')).toContainText(
    'Enrolment for the batch on Thursday 2 April 2026 is closed.',
  )
  await dialog.getByRole('button', { name: 'Thu, 26 March 2026, 2:00 pm' }).click()
  await expect(dialog.getByRole('alert')).toHaveCount(0)
  await expect(page.locator('[role=dialog]:focus-within')).toHaveCount(1)
  await expect(dialog).toContainText(student.questions)

  // The last seat of the batch is now taken, and the dialog of its waiting list keeps the input.
  await school.db.transaction((tx) =>
    tx.updateTable('batch').set({ capacity: 1, taken: 1 }).where('id', '=', openId).execute(),
  )
  await confirmButton(page).click()
  await expect(dialog.getByRole('alert')).toContainText('The last seat in this batch has just been taken.')
  await expect(dialog.getByRole('alert')).toContainText('No other batch has seats right now.')
  await dialog.getByRole('button', { name: 'Tell me when a seat opens' }).click()
  await expect(dialog).toContainText(`${title} · Thu, 26 March 2026`)
  await expect(dialog.getByLabel('Email')).toHaveValue(student.email)
  await dialog.getByRole('button', { name: 'Join the waiting list' }).click()
  await expect(dialog.getByRole('status')).toContainText('follow the link in it')
  expect(await waitsFor(school, student.email)).toMatchObject({ batch_id: openId })
})

test('a full batch in the calendar leads to later dates and its waiting list, and an open batch can be booked', {
  tag: '@phone',
}, async ({ page, school }) => {
  const { openId } = await three(school)
  const panel = page.getByRole('region', { name: 'Events on the selected day' })
  await open(page, '/calendar?day=2026-03-12')
  const full = panel.getByRole('listitem').filter({ hasText: title })
  await expect(full).toContainText('Full')
  await isSound(page)
  await full.getByRole('button', { name: `Tell me when a seat opens: ${title}` }).click()
  const dialog = dialogOf(page)
  await expect(dialog).toContainText(`${title} · Thu, 12 March 2026`)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()

  await full.getByRole('link', { name: 'Thu, 26 March 2026' }).click()
  await expect(page).toHaveURL('/calendar?day=2026-03-26')
  await panel.getByRole('button', { name: `Book Now: ${title}` }).click()
  await dialog.getByLabel('First Name').fill('Arun')
  await dialog.getByLabel('Last Name').fill('Raj')
  await dialog.getByLabel('Email').fill('arun@mail.example')
  await dialog.getByLabel('WhatsApp Number').fill('8765432109')
  await dialog.getByRole('button', { name: 'Continue to payment' }).click()
  await expect(dialog).toContainText('₹15,000')
  await dialog.getByRole('button', { name: 'Complete Booking' }).click()
  await expect(dialog).toHaveAccessibleName('Booking received')
  expect(await seatOf(school, 'arun@mail.example')).toMatchObject({ batch_id: openId })
})

test('a course without a date reserves a place and asks for no payment', { tag: '@phone' }, async ({
  page,
  school,
}) => {
  const course = await addUndatedCourse(school)
  await open(page, `/classes/${course.slug}`)
  const next = page.getByRole('complementary', { name: 'Dates and fee' })
  await expect(next).toContainText('Coming soon')
  await expect(next).toContainText('There’s nothing to pay now.')
  await next.getByRole('button', { name: /^Enroll Now/ }).click()
  const dialog = dialogOf(page)
  await expect(dialog).toContainText('We’ll let you know once there’s a date. You can then pay or cancel.')
  await expect(dialog.getByText('Payment Method')).toHaveCount(0)
  await expect(dialog.getByLabel('Coupon')).toHaveCount(0)
  await fillPerson(page)
  await dialog.getByRole('button', { name: 'Review enrolment' }).click()
  await expect(dialog).toContainText('₹12,500, due once there’s a date')
  await expect(dialog.getByText('Payment method')).toHaveCount(0)
  await confirmButton(page).click()
  await expect(dialog).toHaveAccessibleName('Enrolment received')
  await expect(dialog).toContainText(`We’ve reserved a place for you in ${course.title}.`)
  await expect(dialog).toContainText('There’s nothing to pay now.')
  await expect(dialog).not.toContainText(/held/i)
  await expect(dialog.getByRole('link', { name: 'Pay now' })).toHaveCount(0)
  expect(await seatOf(school, student.email)).toMatchObject({ status: 'pending', hold_until: null })
})

test('a course page shows five of fifty dates, and the rest and the sessions of a date after a click', async ({
  page,
  school,
  wire,
}) => {
  const { course, openId } = await three(school)
  await school.db.transaction(async (tx) => {
    const { id: _, ...row } = await tx
      .selectFrom('batch')
      .selectAll()
      .where('id', '=', openId)
      .executeTakeFirstOrThrow()
    for (let week = 1; week <= 47; week++) {
      const day = new Date(Date.parse('2026-03-26') + week * 7 * 86_400_000).toISOString().slice(0, 10)
      await tx
        .insertInto('batch')
        .values({ ...row, id: `another-batch-of-week-${week}`, starts_on: day })
        .execute()
    }
    const meeting = {
      batch_id: openId,
      starts_at: '14:00',
      ends_at: '16:00',
      created_at: testNow,
      updated_at: testNow,
    }
    await tx
      .insertInto('meeting')
      .values([
        { ...meeting, id: 'first-meeting-of-three', held_on: '2026-03-26', topic: 'Knots' },
        { ...meeting, id: 'second-meeting-of-three', held_on: '2026-03-31' },
        { ...meeting, id: 'meeting-far-ahead', batch_id: 'another-batch-of-week-47', held_on: '2027-02-18' },
      ])
      .execute()
    await tx.updateTable('batch').set({ ends_on: '2026-03-31' }).where('id', '=', openId).execute()
    await school.db.changes.mark(tx, 'courses')
  })
  await open(page, `/classes/${course.slug}`)
  const rows = dates(page).locator('ul > li')
  await expect(rows).toHaveCount(5)
  await date(page, '26 March').getByText('2 sessions, until Tue, 31 March 2026').click()
  await expect(date(page, '26 March')).toContainText('Thu, 26 Mar, 2:00 pm to 4:00 pm · Knots')
  await expect(date(page, '26 March').getByText('Tue, 31 Mar, 2:00 pm')).toBeVisible()
  await dates(page).getByRole('button', { name: 'Show all 50 batches' }).click()
  await expect(rows).toHaveCount(50)
  // The page has not loaded the sessions of later dates yet.
  await wire.answer('GET /api/batches/:id/meetings', { json: {} })
  await date(page, '18 February').getByText('1 session').click()
  await expect(date(page, '18 February')).toContainText('We couldn’t load the sessions.')
  await wire.restore('GET /api/batches/:id/meetings')
  await date(page, '18 February').getByRole('button', { name: 'Try again' }).click()
  await expect(date(page, '18 February')).toContainText('Thu, 18 Feb, 2:00 pm to 4:00 pm')
  await page.getByRole('link', { name: '47 later batches' }).click()
  await expect(dates(page).getByRole('heading')).toBeInViewport()
})
