import type { Page } from '@playwright/test'
import { beSignedIn, expect, open, test, toastOf } from '../harness/browser.ts'

// The rows of B§8 that no journey of a section shows; docs/spec-walk.md names the test of every row.

const main = (page: Page) => page.getByRole('main')
const noData = 'Failed to fetch data. Please try again.'

test.beforeEach(async ({ page, school }) => {
  await beSignedIn(page, school, 'owner')
})

/** Section, its call, B§8's sentence of a failed load, and of a refresh that went well. */
const lists = [
  ['impact', 'GET /api/impacts', 'Failed to fetch impacts', 'Impacts refreshed successfully'],
  ['office-timing', 'GET /api/office-timing', noData, 'Office hours refreshed successfully'],
  ['feedback', 'GET /api/Feedback', noData, 'Feedback refreshed successfully'],
  ['status-feedback', 'GET /api/Feedback', noData, 'Status feedback refreshed successfully'],
  [
    'event-pricing',
    'GET /api/admin/event-pricing',
    'Failed to fetch event pricing',
    'Event pricing refreshed successfully',
  ],
] as const

test('every list that cannot be loaded says its sentence, and is there at the next try; a refresh says that it is done', async ({
  page,
  wire,
}) => {
  test.setTimeout(180_000)
  for (const [id, call, sentence, refreshed] of lists) {
    await test.step(id, async () => {
      await wire.answer(call, { status: 500 })
      await open(page, `/admin#${id}`)
      await page.reload()
      await expect(toastOf(page)).toContainText(sentence)
      await wire.restore(call)
      await main(page).getByRole('button', { name: 'Try again' }).click()
      await expect(main(page).getByRole('button', { name: 'Try again' })).toHaveCount(0)
      await main(page).getByRole('button', { name: 'Refresh', exact: true }).click()
      await expect(toastOf(page)).toContainText(refreshed)
    })
  }
})

/** The toast's sentence, with the dialog still open and what was typed still there. */
async function refusesToDelete(page: Page, button: string | RegExp, sentence: string) {
  await main(page).getByRole('button', { name: button }).first().click()
  const question = page.getByRole('alertdialog')
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect(toastOf(page)).toContainText(sentence)
  await expect(question).toBeVisible()
  await question.getByRole('button', { name: 'Cancel' }).click()
}

test('office hours that cannot be added, changed or deleted', async ({ page, wire }) => {
  await open(page, '/admin#office-timing')
  await wire.answer('POST /api/admin/office-timing', { status: 500 })
  await wire.answer('PUT /api/admin/office-timing/:id', { status: 500 })
  await wire.answer('DELETE /api/admin/office-timing/:id', { status: 500 })
  await main(page).getByRole('button', { name: 'Add Office Hours' }).click()
  const add = page.getByRole('dialog', { name: 'Add Office Hours' })
  await add.getByRole('combobox', { name: 'Day' }).selectOption('Monday')
  await add.getByLabel('Opening time').fill('07:45')
  await add.getByRole('button', { name: 'Add Office Hours' }).click()
  await expect(toastOf(page)).toContainText('Failed to add office hours. Please try again.')
  await expect(add.getByLabel('Opening time')).toHaveValue('07:45')
  await add.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Discard' }).click()

  await main(page).getByRole('button', { name: 'Edit Tuesday' }).click()
  const edit = page.getByRole('dialog', { name: 'Edit Office Hours' })
  await edit.getByLabel('Closing time').fill('21:45')
  await edit.getByRole('button', { name: 'Save Changes' }).click()
  await expect(toastOf(page)).toContainText('Failed to update office hours')
  await expect(edit.getByLabel('Closing time')).toHaveValue('21:45')
  await edit.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Discard' }).click()

  await refusesToDelete(page, 'Delete Tuesday', 'Failed to delete office hours. Please try again.')
})

test('feedback that cannot be added or deleted', async ({ page, wire }) => {
  await open(page, '/admin#feedback')
  await wire.answer('POST /api/student-feedback', { status: 500 })
  await wire.answer('DELETE /api/student-feedback/:id', { status: 500 })
  await main(page).getByRole('button', { name: 'Add Feedback' }).click()
  const add = page.getByRole('dialog', { name: 'Add Feedback' })
  await add.getByLabel('Student name').fill('Ponni Arasu')
  await add.getByLabel('Course name').fill('Diploma in Ikebana')
  await add.getByRole('textbox', { name: 'Feedback' }).fill('I see branches everywhere now.')
  await add.getByRole('button', { name: 'Add Feedback' }).click()
  await expect(toastOf(page)).toContainText('Failed to add feedback. Please try again.')
  await expect(add.getByLabel('Student name')).toHaveValue('Ponni Arasu')
  await add.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Discard' }).click()
  await refusesToDelete(page, /^Delete the feedback/, 'Failed to delete feedback. Please try again.')
})

test('status feedback that cannot be added or deleted', async ({ page, wire }) => {
  await open(page, '/admin#status-feedback')
  await main(page).getByRole('button', { name: 'Add Status Feedback' }).first().click()
  const add = page.getByRole('dialog', { name: 'Add Status Feedback' })
  await add.getByLabel('Title').fill('Count the vases')
  await add.getByLabel('Assigned to').fill('Priya')
  await add.getByLabel('Created by').fill('Meenakshi')
  await add.getByLabel('Description').fill('Before Pongal.')
  await wire.answer('POST /api/status-feedback', { status: 500 })
  await add.getByRole('button', { name: 'Add Status Feedback' }).click()
  await expect(toastOf(page)).toContainText('Failed to add status feedback. Please try again.')
  await expect(add.getByLabel('Title')).toHaveValue('Count the vases')
  await wire.restore('POST /api/status-feedback')
  await add.getByRole('button', { name: 'Add Status Feedback' }).click()
  await expect(add).toBeHidden()
  await wire.answer('DELETE /api/status-feedback/:id', { status: 500 })
  await refusesToDelete(page, 'Delete Count the vases', 'Failed to delete status feedback')
})

test('an impact that cannot be deleted; without any the list says so', async ({ page, wire }) => {
  await open(page, '/admin#impact')
  await wire.answer('DELETE /api/impacts/:id', { status: 500 })
  await refusesToDelete(page, /^Delete /, 'Failed to delete impact')
  await wire.answer('GET /api/impacts', { json: { success: true, data: [] } })
  await main(page).getByRole('button', { name: 'Refresh', exact: true }).click()
  await expect(main(page)).toContainText('No impacts found')
})

test('event pricing that cannot be saved: the sentence, and the row as it was typed', async ({
  page,
  wire,
}) => {
  await open(page, '/admin#event-pricing')
  await main(page)
    .getByRole('button', { name: /^Edit Weekdays/ })
    .click()
  const price = page.getByRole('group', { name: 'Row 1' }).getByLabel('Price (₹)')
  await price.fill('2345')
  await wire.answer('PUT /api/admin/event-pricing', { status: 500 })
  await main(page).getByRole('button', { name: 'Save' }).click()
  await expect(toastOf(page)).toContainText('Failed to update event pricing')
  await expect(price).toHaveValue('2345')
})
