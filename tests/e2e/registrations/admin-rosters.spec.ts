import type { Page } from '@playwright/test'
import { isSound } from '../../harness/accessibility.ts'
import type { TestApp } from '../../harness/app.ts'
import { beSignedIn, expect, failed, open, test, toastOf } from '../../harness/browser.ts'
import { addCourse, confirm, enrol } from '../../harness/seats.ts'

const main = (page: Page) => page.getByRole('main')
const dialog = (page: Page) => page.getByRole('dialog')

test.beforeEach(async ({ page, school }) => {
  await beSignedIn(page, school, 'staff')
})

/** Adds a class with two batches: Uma has a paid seat in the first batch, and Zara has an unpaid seat. */
async function garlands(school: TestApp) {
  const course = await addCourse(school, { title: 'Temple Garlands', capacity: 5 })
  await school.db.transaction((tx) =>
    school.app.services.courses.addBatch(
      tx,
      { courseId: course.id, day: '2026-04-02', time: '10:30', capacity: 5 },
      null,
    ),
  )
  const uma = await enrol(school, course.id, { fullName: 'Uma Raman', email: 'uma@mail.example' })
  await confirm(school, uma.id)
  const zara = await enrol(school, course.id, { fullName: 'Zara Khan', questions: 'Is there parking?' })
  return { course, uma, zara }
}

const seatOf = async (school: TestApp, id: string) =>
  school.db.read
    .selectFrom('seat')
    .innerJoin('batch', 'batch.id', 'seat.batch_id')
    .select(['status', 'staff_note', 'starts_on'])
    .where('seat.id', '=', id)
    .executeTakeFirstOrThrow()

test('the roster of a batch shows its students and what is due, and prints without buttons', {
  tag: '@phone',
}, async ({ page, school }) => {
  const { course } = await garlands(school)
  await open(page, `/admin#rosters?course=${course.id}`)
  await expect(main(page).getByRole('heading', { name: 'Temple Garlands' })).toBeVisible()
  await expect(main(page)).toContainText('2 of 5 seats taken')
  const row = (name: string) => main(page).locator('tr', { hasText: name })
  await expect(row('Uma Raman')).toContainText('Paid')
  await expect(row('Zara Khan')).toContainText('₹12,500')
  await expect(row('Zara Khan')).toContainText('Question: Is there parking?')
  await isSound(page)
  await main(page)
    .getByLabel('Batch')
    .selectOption({ label: 'Thu, 2 April 2026, 10:30 am (0 of 5 seats taken)' })
  await expect(main(page)).toContainText('Nobody has a seat in this batch yet.')
  await main(page).getByLabel('Batch').selectOption({ index: 1 })
  await page.emulateMedia({ media: 'print' })
  await expect(main(page).getByRole('button', { name: /Print/ })).toBeHidden()
  await expect(page.getByRole('columnheader', { name: 'Present' })).toBeVisible()
})

test('a roster of eleven students with questions prints on one sheet', async ({ page, school }) => {
  const course = await addCourse(school, { title: 'Pookolam', capacity: 30 })
  for (let n = 1; n <= 11; n++) {
    const fullName = `Parameshwari Venkatasubramanian ${n}`
    const email = `parameshwari.venkatasubramanian.${n}@mail.example`
    const questions =
      n % 3 === 0 ? 'Is there parking for a scooter close by, and a tap to wash up?' : undefined
    const { id } = await enrol(school, course.id, { fullName, email, questions })
    if (n < 10) await confirm(school, id)
  }
  await open(page, `/admin#rosters?course=${course.id}`)
  await expect(main(page).locator('tbody tr')).toHaveCount(11)
  await page.emulateMedia({ media: 'print' })
  const pdf = (await page.pdf({ format: 'A4' })).toString('latin1')
  expect(pdf.match(/\/Type\s*\/Page\b/g)).toHaveLength(1)
})

test('staff note, move and cancel a seat and send its e-mail again from the list of enrollments', {
  tag: '@phone',
}, async ({ page, school }) => {
  const { uma } = await garlands(school)
  await open(page, '/admin#event-class-enrollments')
  await main(page).getByLabel('Search enrolments').fill('uma@mail.example')
  await main(page)
    .getByRole('button', { name: /Manage Uma Raman/ })
    .click()
  await expect(dialog(page)).toContainText('Thu, 12 March 2026')
  await isSound(page)
  await dialog(page).getByLabel('Note').fill('Brings her own scissors')
  await dialog(page).getByRole('button', { name: 'Close' }).last().click()
  await page.getByRole('alertdialog').getByRole('button').first().click()
  await expect(dialog(page).getByLabel('Note')).toHaveValue('Brings her own scissors')
  await dialog(page).getByRole('button', { name: 'Save note' }).click()
  await expect(toastOf(page)).toContainText('Note saved')
  expect((await seatOf(school, uma.id)).staff_note).toBe('Brings her own scissors')
  await dialog(page).getByLabel('Move to another batch').selectOption({ index: 1 })
  await dialog(page).getByRole('button', { name: 'Move seat', exact: true }).click()
  await expect(toastOf(page)).toContainText('Seat moved')
  await expect(dialog(page)).toContainText('Thu, 2 April 2026')
  expect((await seatOf(school, uma.id)).starts_on).toBe('2026-04-02')
  await dialog(page).getByRole('button', { name: 'Send the message again' }).click()
  await expect(toastOf(page)).toContainText('uma@mail.example again')
  await dialog(page).getByRole('button', { name: 'Cancel this seat' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel seat' }).click()
  await expect(toastOf(page)).toContainText('Seat cancelled')
  await expect(dialog(page)).toContainText('Needs attention')
  expect((await seatOf(school, uma.id)).status).toBe('cancelled')
})

test('a roster refuses a move to a full batch, warns before it overwrites a colleague’s note, and adds a batch', async ({
  page,
  school,
}) => {
  const { course, zara } = await garlands(school)
  await school.db.write
    .updateTable('batch')
    .set({ capacity: 1, taken: 1 })
    .where('course_id', '=', course.id)
    .where('starts_on', '=', '2026-04-02')
    .execute()
  await open(page, `/admin#rosters?course=${course.id}`)
  await main(page)
    .getByRole('button', { name: /Manage Zara Khan/ })
    .click()
  const at = (what: string) =>
    failed(page.context(), `${school.url}/api/admin/seats/enrolment/${zara.id}/${what}`)
  at('move')
  at('note')
  await dialog(page).getByLabel('Move to another batch').selectOption({ index: 1 })
  await dialog(page).getByRole('button', { name: 'Move seat', exact: true }).click()
  await expect(dialog(page).getByRole('alert')).toContainText('has just been taken')
  await dialog(page).getByLabel('Note').fill('Mine')
  await school.db.write
    .updateTable('registration')
    .set({ staff_note: 'Theirs' })
    .where('id', '=', zara.id)
    .execute()
  await dialog(page).getByRole('button', { name: 'Save note' }).click()
  await expect(dialog(page).getByText(/It now reads: Theirs/)).toBeVisible()
  await expect(dialog(page).getByLabel('Note')).toHaveValue('Mine')
  expect((await seatOf(school, zara.id)).staff_note).toBe('Theirs')
  await dialog(page).getByRole('button', { name: 'Save note' }).click()
  await expect(toastOf(page)).toContainText('Note saved')

  await dialog(page).getByRole('button', { name: 'Close' }).last().click()
  await expect(dialog(page)).toHaveCount(0)
  failed(page.context(), `${school.url}/api/admin/batches`)
  await main(page).getByRole('button', { name: 'Add a batch' }).press('Enter')
  await expect(dialog(page).getByLabel('Day')).toBeFocused()
  // The browser uses the real date, so the days are in the year 2099.
  const day = '2099-03-12'
  await school.db.transaction((tx) =>
    school.app.services.courses.addBatch(tx, { courseId: course.id, day }, null),
  )
  await dialog(page).getByLabel('Day').fill(day)
  await page.keyboard.press('Enter')
  await expect(dialog(page)).toContainText('already has a batch on that day')
  await dialog(page).getByLabel('Day').fill('2099-05-07')
  await page.keyboard.press('Enter')
  await expect(toastOf(page)).toContainText('Batch added')
  await expect(main(page).getByLabel('Batch').locator('option:checked')).toContainText('7 May 2099')

  // The two lists of enrollments have the columns that staff need.
  await page.goto('/admin#event-class-enrollments')
  const headers = (nth: number) => main(page).getByRole('table').nth(nth).getByRole('columnheader')
  for (const name of ['Email', 'Event Title', 'Event Date'])
    await expect(headers(0).filter({ hasText: name })).toHaveCount(1)
  for (const name of ['Name', 'Email', 'Phone', 'Course', 'Batch', 'Questions'])
    await expect(headers(1).filter({ hasText: name })).toHaveCount(1)
  await expect(main(page).getByText('No questions').first()).toBeVisible()
})

test('the day sheet shows the batches of a day, and a day without batches leads to an earlier day', {
  tag: '@phone',
}, async ({ page, school }) => {
  await garlands(school)
  await open(page, '/admin#rosters?view=day&day=2026-04-02')
  await expect(main(page).getByRole('heading', { name: 'Temple Garlands' })).toBeVisible()
  await main(page).getByLabel('Day', { exact: true }).fill('2026-03-12')
  await expect(main(page).getByRole('button', { name: /Manage Uma Raman/ })).toBeVisible()
  await isSound(page)
  await main(page).getByLabel('Day', { exact: true }).fill('2031-01-01')
  await expect(main(page)).toContainText('No batches or deliveries on Wed, 1 January 2031')
  await main(page)
    .getByRole('button', { name: /^Previous:/ })
    .click()
  await expect(
    main(page)
      .getByText(/seats taken/)
      .first(),
  ).toBeVisible()
})
