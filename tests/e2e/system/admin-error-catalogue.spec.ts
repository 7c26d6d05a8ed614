import type { Page } from '@playwright/test'
import { beSignedIn, expect, open, test, toastOf, type WireAnswer } from '../../harness/browser.ts'

// The rows of B§8 that no journey of a section shows; docs/spec-walk.md names the test of every row.

const main = (page: Page) => page.getByRole('main')
const noData = 'Failed to fetch data. Please try again.'

test.beforeEach(async ({ page, school }) => {
  await beSignedIn(page, school, 'owner')
})

interface List {
  id: string
  call: string
  /** B§8's sentences for a failed load, a good refresh and a failed one. */
  failed: string
  refreshed?: string
  notRefreshed?: string
  /** An empty answer, and what the page says then. */
  empty?: [answer: unknown, ...sentences: string[]]
}

/** The last three say 200, and are no answer (R25). */
const faults: WireAnswer[] = [
  { status: 500 },
  'offline',
  { json: {} },
  { text: '<!doctype html><p>Please sign in to this network</p>' },
  { text: '{"success":true,"da' },
]

const rows = { success: true, data: [] }
const lists: List[] = [
  {
    id: 'products',
    call: 'GET /api/admin/products',
    failed: noData,
    refreshed: 'Products refreshed successfully',
    notRefreshed: 'Failed to refresh products',
    empty: [[], 'No products found'],
  },
  {
    id: 'orders',
    call: 'GET /api/admin/orders',
    failed: noData,
    refreshed: 'Orders refreshed successfully',
    notRefreshed: 'Failed to refresh orders',
    empty: [[], 'No orders found'],
  },
  {
    id: 'classes',
    call: 'GET /api/admin/AdminClasses',
    failed: noData,
    refreshed: 'Classes refreshed successfully',
    notRefreshed: 'Failed to refresh classes',
  },
  {
    id: 'event-class-enrollments',
    call: 'GET /api/getEventClassEnrollments',
    failed: 'Failed to fetch event class enrollments data',
    empty: [
      { success: true, eventClassEnrollments: [], classEnrollments: [] },
      'No event enrollments found',
      'No class enrollments found',
    ],
  },
  { id: 'outbox', call: 'GET /api/admin/messages', failed: 'Failed to fetch the messages' },
  { id: 'money', call: 'GET /api/admin/money/lines', failed: 'Failed to fetch the money desk' },
  {
    id: 'impact',
    call: 'GET /api/impacts',
    failed: 'Failed to fetch impacts',
    refreshed: 'Impacts refreshed successfully',
    empty: [rows, 'No impacts found'],
  },
  {
    id: 'office-timing',
    call: 'GET /api/office-timing',
    failed: noData,
    refreshed: 'Office hours refreshed successfully',
  },
  { id: 'feedback', call: 'GET /api/Feedback', failed: noData, refreshed: 'Feedback refreshed successfully' },
  {
    id: 'status-feedback',
    call: 'GET /api/Feedback',
    failed: noData,
    refreshed: 'Status feedback refreshed successfully',
  },
  {
    id: 'event-pricing',
    call: 'GET /api/admin/event-pricing',
    failed: 'Failed to fetch event pricing',
    refreshed: 'Event pricing refreshed successfully',
  },
]

test('every list that cannot be loaded says its sentence, and is there at the next try; a refresh says that it is done', async ({
  page,
  wire,
}) => {
  test.setTimeout(180_000)
  const refresh = main(page).getByRole('button', { name: 'Refresh' }).first()
  const entries = main(page).getByRole('listitem').or(main(page).getByRole('table'))
  const again = main(page).getByRole('button', { name: 'Try again' })
  for (const [nth, { id, call, failed, refreshed, notRefreshed, empty }] of lists.entries()) {
    await test.step(id, async () => {
      const fault = faults[nth % faults.length] ?? 'offline'
      await wire.answer(call, fault)
      // Another address loads the page anew, which another fragment would not.
      await open(page, `/admin?of=${nth}#${id}`)
      await expect(toastOf(page)).toContainText(failed)
      if (empty ?? notRefreshed) await expect(entries).toHaveCount(0)
      await wire.restore(call)
      await again.click()
      await expect(again).toHaveCount(0)
      if (refreshed) {
        await refresh.click()
        await expect(toastOf(page)).toContainText(refreshed)
      }
      if (notRefreshed) {
        const shown = main(page).getByRole('listitem').first()
        await expect(shown).toBeVisible()
        await wire.answer(call, fault)
        await refresh.click()
        await expect(toastOf(page)).toContainText(notRefreshed)
        await expect(shown).toBeVisible()
      }
      if (empty) {
        const [json, ...sentences] = empty
        await wire.answer(call, { json })
        await refresh.click()
        for (const sentence of sentences) await expect(main(page)).toContainText(sentence)
      }
      await wire.restore(call)
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

test('an impact that cannot be deleted', async ({ page, wire }) => {
  await open(page, '/admin#impact')
  await wire.answer('DELETE /api/impacts/:id', { status: 500 })
  await refusesToDelete(page, /^Delete /, 'Failed to delete impact')
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
