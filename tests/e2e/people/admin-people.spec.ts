import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { beSignedIn, expect, open, test, toastOf } from '../../harness/browser.ts'

const main = (page: Page) => page.getByRole('main')
const refresh = (page: Page) => main(page).getByRole('button', { name: 'Refresh', exact: true })

test.beforeEach(async ({ page, school }) => {
  await beSignedIn(page, school, 'owner')
})

test('students: three counters, two lists, a refresh, and what a failed load of either says', async ({
  page,
  wire,
}) => {
  await open(page, '/admin#students')
  const counters = main(page).locator('dl').first()
  await expect(counters.getByRole('term')).toHaveText(['Event Students', 'Course Students', 'Total'])
  await expect(counters.getByRole('definition')).toHaveText([/^\d+$/, /^\d+$/, /^\d+$/])
  const [events = 0, courses = 0, total = 0] = (await counters.getByRole('definition').allInnerTexts()).map(
    Number,
  )
  expect(courses).toBeGreaterThan(0)
  expect(total).toBe(events + courses)
  for (const title of ['Event Students', 'Course Students'])
    await expect(main(page).getByRole('heading', { name: title, exact: true })).toBeVisible()
  await refresh(page).click()
  await expect(toastOf(page)).toContainText('Students refreshed successfully')
  for (const [call, sentence] of [
    ['GET /api/getStudents', 'Failed to fetch students data'],
    ['GET /api/get/events', 'Failed to fetch events data'],
  ] as const) {
    await wire.answer(call, { status: 500 })
    await page.reload()
    await expect(toastOf(page)).toContainText(sentence)
    await wire.restore(call)
    await main(page).getByRole('button', { name: 'Try again' }).click()
    await expect(main(page).getByRole('button', { name: 'Try again' })).toHaveCount(0)
  }
})

test('visitors who asked: every field of a card, the empty text, and a failed load', async ({
  page,
  wire,
}) => {
  const visitor = {
    id: 'v1',
    fullname: 'Sundar Enterprises',
    name: 'Sundar Enterprises',
    emailaddress: 'events@sundar.example',
    email: 'events@sundar.example',
    phoneno: '9876501234',
    phone: '9876501234',
    enquiry: 'Corporate',
    question: 'Forty people on the 12th of May?',
    created_at: '2026-03-01T06:30:00.000Z',
    answered_at: null,
    order: null,
    concern: null,
    photographs: [],
  }
  await wire.answer('GET /api/categoryuserdata', { json: { success: true, data: [visitor] } })
  await open(page, '/admin#category-visitor-list')
  for (const text of [visitor.name, visitor.email, visitor.phone, visitor.enquiry, visitor.question])
    await expect(main(page)).toContainText(text)
  await wire.answer('GET /api/categoryuserdata', { json: { success: true, data: [] } })
  await refresh(page).click()
  await expect(main(page)).toContainText('No category visitors found')
  await wire.answer('GET /api/categoryuserdata', { status: 500 })
  await page.reload()
  await expect(toastOf(page)).toContainText('Failed to fetch visitor data')
})

test('instructors: add with refusals and a picture, look, change, delete; what fails says so', async ({
  page,
  wire,
  school,
}) => {
  test.setTimeout(120_000)
  await open(page, '/admin#instructors')
  await refresh(page).click()
  await expect(toastOf(page)).toContainText('Instructors refreshed successfully')
  await expect(main(page).getByRole('listitem').filter({ hasText: 'Inactive' })).toHaveCount(1)

  await main(page).getByRole('button', { name: 'Add Instructor' }).click()
  const add = page.getByRole('dialog', { name: 'Add Instructor' })
  await expect(add.getByLabel('Active Instructor')).toBeChecked()
  await add.getByRole('button', { name: 'Add Instructor' }).click()
  await expect(add.getByLabel('Full Name')).toBeFocused()
  await expect(add.getByLabel('Full Name')).toHaveAccessibleDescription(/required/)
  await expect(add.getByLabel('Email')).toHaveAccessibleDescription(/required/)
  for (const label of ['Phone', 'Specialization', 'Experience (Years)', 'Hourly Rate', 'Bio'])
    await expect(add.getByLabel(label)).toBeVisible()
  await add.getByLabel('Full Name').fill('Valli Arumugam')
  await add.getByLabel('Email').fill('valli@malar.example')
  await add.getByLabel('Experience (Years)').fill('8')
  const pick = (buffer: Buffer) =>
    add.locator('input[type=file]').setInputFiles({ name: 'valli.jpg', mimeType: 'image/jpeg', buffer })
  await pick(Buffer.alloc(10 * 1024 * 1024))
  await expect(add).toContainText('Image must be less than 10MB')
  await pick(Buffer.from('no picture at all'))
  await expect(add).toContainText('Failed to process image')
  await pick(
    await sharp({ create: { width: 80, height: 80, channels: 3, background: 'tomato' } })
      .jpeg()
      .toBuffer(),
  )
  const remove = add.getByRole('button', { name: /^Remove/ })
  await expect(remove).toBeVisible()
  await wire.answer('POST /api/admin/instructors', { status: 500 })
  await add.getByRole('button', { name: 'Add Instructor' }).click()
  await expect(toastOf(page)).toContainText('Failed to create instructor. Please try again.')
  await expect(add.getByLabel('Full Name')).toHaveValue('Valli Arumugam')
  await wire.restore('POST /api/admin/instructors')
  await add.getByRole('button', { name: 'Add Instructor' }).click()
  await expect(toastOf(page)).toContainText('Instructor created successfully')
  await expect(add).toBeHidden()
  const shown = (await school.http('GET', '/api/instructors')).body.data
  expect(shown.find(({ name }: { name: string }) => name === 'Valli Arumugam').profile_image).not.toBeNull()

  await main(page).getByRole('button', { name: 'View Valli Arumugam' }).click()
  const view = page.getByRole('dialog', { name: 'Valli Arumugam' })
  for (const text of ['valli@malar.example', '8 years', 'Active']) await expect(view).toContainText(text)
  await page.keyboard.press('Escape')

  await main(page).getByRole('button', { name: 'Edit Valli Arumugam' }).click()
  const edit = page.getByRole('dialog', { name: 'Edit Instructor' })
  await edit.getByLabel('Active Instructor').uncheck()
  await wire.answer('PUT /api/admin/instructors/:id', { status: 500 })
  await edit.getByRole('button', { name: 'Save Changes' }).click()
  await expect(toastOf(page)).toContainText('Failed to update instructor. Please try again.')
  await wire.restore('PUT /api/admin/instructors/:id')
  await edit.getByRole('button', { name: 'Save Changes' }).click()
  await expect(toastOf(page)).toContainText('Instructor updated successfully')
  await expect(main(page).getByRole('listitem', { name: 'Valli Arumugam' })).toContainText('Inactive')

  await wire.answer('DELETE /api/admin/instructors/:id', { status: 500 })
  await main(page).getByRole('button', { name: 'Delete Valli Arumugam' }).click()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText('You can undo this, and restore it for 30 days.')
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect(toastOf(page)).toContainText('Failed to delete instructor. Please try again.')
  await wire.restore('DELETE /api/admin/instructors/:id')
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect(toastOf(page)).toContainText('Instructor deleted successfully')
  await expect(main(page).getByRole('listitem', { name: 'Valli Arumugam' })).toHaveCount(0)

  await wire.answer('GET /api/instructors', { status: 500 })
  await page.reload()
  await expect(toastOf(page)).toContainText('Failed to fetch instructors data')
})

test('a custom request is written down with its picture as a data URL; what fails says so', async ({
  page,
  wire,
}) => {
  const sent = await wire.answer('POST /api/admin/custom-requests', { status: 500 })
  await open(page, '/admin#custom-requests')
  await main(page).getByRole('button', { name: 'Add Request' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add Custom Request' })
  await dialog.getByRole('button', { name: 'Submit Request' }).click()
  await expect(dialog.getByLabel('Comment')).toBeFocused()
  await dialog.getByLabel('Comment').fill('A garland of three cubits, white only.')
  await dialog.locator('input[type=file]').setInputFiles({
    name: 'garland.jpg',
    mimeType: 'image/jpeg',
    buffer: await sharp({ create: { width: 80, height: 80, channels: 3, background: 'white' } })
      .jpeg()
      .toBuffer(),
  })
  await dialog.getByRole('button', { name: 'Submit Request' }).click()
  await expect(toastOf(page)).toContainText('Failed to submit custom request')
  await expect(dialog.getByLabel('Comment')).toHaveValue('A garland of three cubits, white only.')
  expect(sent[0]?.postDataJSON().imageUrl).toMatch(/^data:image\/jpeg;base64,/)
  await wire.restore('POST /api/admin/custom-requests')
  await dialog.getByRole('button', { name: 'Submit Request' }).click()
  await expect(toastOf(page)).toContainText('Custom request submitted')
  await expect(main(page)).toContainText('A garland of three cubits, white only.')
})
