import type { Page } from '@playwright/test'
import { isSound } from '../../harness/accessibility.ts'
import type { TestApp } from '../../harness/app.ts'
import { beSignedIn, expect, failed, open, test, toastOf } from '../../harness/browser.ts'
import { addCourse, enrol } from '../../harness/seats.ts'

const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })

test.beforeEach(async ({ page, school }) => {
  await beSignedIn(page, school, 'staff')
})

const batchOf = (school: TestApp, courseId: string) =>
  school.db.read
    .selectFrom('batch')
    .selectAll()
    .where('course_id', '=', courseId)
    .orderBy('starts_on', 'desc')
    .executeTakeFirstOrThrow()

async function openView(page: Page, title: string) {
  await open(page, '/admin#classes')
  await page.getByRole('searchbox').fill(title)
  await page.getByRole('button', { name: `View ${title}` }).click()
  const batches = page.getByRole('region', { name: 'Batches' })
  await expect(batches).toContainText('seats taken')
  return batches
}

test('staff add a batch of a class, plan its sessions by a rule, open it for enrolment, and cancel another batch', {
  tag: '@phone',
}, async ({ page, school }) => {
  const course = await addCourse(school, { title: 'Temple Garlands', nextbatch: '2027-04-01' })
  await enrol(school, course.id)
  const april = await batchOf(school, course.id)
  const batches = await openView(page, 'Temple Garlands')
  await isSound(page)

  await batches.getByRole('button', { name: 'Add a batch' }).click()
  const add = dialog(page, 'Add batch')
  await add.getByLabel('First day').fill('2027-05-04')
  await add.getByLabel('Start time').fill('10:00')
  await add.getByLabel('Room').selectOption({ label: 'Jasmine Studio' })
  await add.getByLabel('Price').fill('9500')
  await add.getByLabel('Enrolment closed').check()
  await isSound(page)
  await add.getByRole('button', { name: 'Add batch' }).click()
  await expect(toastOf(page)).toContainText('Batch added')
  await expect(batches).toContainText('Tue, 4 May 2027')
  await expect(batches).toContainText('Closed')
  expect(await batchOf(school, course.id)).toMatchObject({ price_in_paise: 950_000, is_closed: 1 })

  await batches.getByRole('button', { name: 'Sessions: batch Tue, 4 May 2027' }).click()
  const sessions = dialog(page, 'Sessions')
  await sessions.getByLabel('Thursdays').check()
  await sessions.getByLabel('To', { exact: true }).fill('12:00')
  await sessions.getByLabel('Number of sessions').fill('4')
  await sessions.getByRole('button', { name: 'Create sessions' }).click()
  await expect(sessions.getByRole('status')).toHaveText(
    '4 sessions from Tue, 4 May 2027 to Thu, 13 May 2027. Nothing is saved yet.',
  )
  await expect(sessions.getByRole('listitem')).toHaveCount(4)
  await sessions.getByRole('button', { name: /^1\. Tue, 4 May 2027/ }).click()
  await sessions.getByLabel('Topic of session 1').fill('Strings of malli')
  await isSound(page)
  await sessions.getByRole('button', { name: 'Save sessions' }).click()
  await expect(toastOf(page)).toContainText('Sessions saved')
  await expect(batches).toContainText('until Thu, 13 May 2027')

  await batches.getByRole('button', { name: 'Open enrolment: batch Tue, 4 May 2027' }).click()
  await expect(toastOf(page)).toContainText('Enrolment open')
  await expect(batches).not.toContainText('Closed')
  await batches.getByRole('button', { name: 'Edit batch Thu, 1 April 2027' }).click()
  const edit = dialog(page, 'Edit batch')
  await edit.getByLabel('First day').fill('2020-04-01')
  await edit.getByRole('button', { name: 'Save changes' }).click()
  const pastDay = page.getByRole('alertdialog', { name: 'Wed, 1 April 2020 is in the past' })
  await pastDay.getByRole('button', { name: 'Change the date' }).click()
  await expect(edit.getByLabel('First day')).toBeFocused()
  await edit.getByLabel('First day').fill('2027-05-04')
  failed(page.context(), `${school.url}/api/admin/batches/${april.id}`)
  await edit.getByRole('button', { name: 'Save changes' }).click()
  await expect(edit).toContainText('This class already has a batch on that day.')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Discard' }).click()

  await batches.getByRole('button', { name: 'Cancel batch Thu, 1 April 2027' }).click()
  const cancel = dialog(page, 'Cancel this batch?')
  await expect(cancel).toContainText('1 seat is taken.')
  await cancel.getByRole('button', { name: 'Cancel batch' }).click()
  await expect(cancel).toContainText('Enter a reason. Everyone in the batch will read it.')
  await cancel.getByLabel('Reason').fill('Our teacher has fallen ill.')
  await isSound(page)
  await cancel.getByRole('button', { name: 'Cancel batch' }).click()
  const result = page.getByRole('alertdialog', { name: 'Batch cancelled' })
  await expect(result).toContainText(
    'We’ll e-mail the students. You can send the WhatsApp messages from Messages.',
  )
  await expect(result).toContainText('Nobody had paid.')
  await result.getByRole('button', { name: 'OK' }).press('Enter')
  await expect(batches.getByRole('heading', { name: 'Batches' })).toBeFocused()
  await expect(batches).toContainText('Cancelled')
})

test('closing a day asks what happens to the batches of that day, and the course page warns until staff decide', {
  tag: '@phone',
}, async ({ page, school }) => {
  const course = await addCourse(school, {
    title: 'Aaram Strings',
    nextbatch: '2027-06-03',
    startTime: '10:00',
  })
  await enrol(school, course.id)
  await open(page, '/admin#office-timing?view=days')
  await page.getByRole('button', { name: 'Add Day' }).click()
  const add = dialog(page, 'Add Day')
  await add.getByLabel(/^Day/).fill('2027-06-03')
  await add.getByLabel('Closed for').fill('A wedding')
  await add.getByLabel('Closes at').fill('09:00')
  await add.getByRole('button', { name: 'Add Day' }).click()
  const question = dialog(page, 'Plans on closed days')
  const answer = question.getByRole('form', { name: /^Aaram Strings, Thu, 3 June 2027, 10:00 am, 1 seat/ })
  await expect(answer).toBeVisible()
  await isSound(page)
  await question.getByRole('button', { name: 'Close' }).first().click()
  await expect(page.getByRole('status').getByText(/plans are on closed days/)).toBeVisible()

  await open(page, '/admin')
  await expect(page.getByRole('main').getByText('Planned on closed days')).toBeVisible()
  const warning = 'The school is closed on Thursday 3 June 2027, so this date may change.'
  await open(page, `/classes/${course.slug}`)
  await expect(page.getByRole('main').getByText(warning).first()).toBeVisible()
  await page
    .getByRole('main')
    .getByRole('button', { name: /^Enroll Now/ })
    .first()
    .click()
  await expect(page.getByRole('dialog').getByText(warning)).toBeVisible()

  await open(page, '/admin#office-timing?view=days')
  await page.getByRole('button', { name: 'Review plans' }).click()
  await answer.getByLabel('What should happen?').selectOption('Move the session')
  await answer.getByLabel('New day').fill('2027-06-04')
  await answer.getByRole('button', { name: 'Save' }).click()
  await expect(toastOf(page)).toContainText('Saved')
  await expect(answer).toBeHidden()
  expect(await batchOf(school, course.id)).toMatchObject({ starts_on: '2027-06-04', starts_at: '10:00' })
  await expect
    .poll(async () => (await school.http('GET', `/classes/${course.slug}`)).text)
    .not.toContain('so this date may change')
})
