import type { Page } from '@playwright/test'
import { isSound } from '../../harness/accessibility.ts'
import type { TestApp } from '../../harness/app.ts'
import { beSignedIn, expect, open, test, toastOf } from '../../harness/browser.ts'
import { signedIn } from '../../harness/callers.ts'

test.beforeEach(async ({ page, school }) => {
  await beSignedIn(page, school, 'owner')
})

const publicAnswer = async (url: string, path: string) => (await (await fetch(url + path)).json()) as any

test.describe('impacts', () => {
  test('four are the most: changed, deleted, brought back, added anew @phone', async ({ page, school }) => {
    const shown = async () => (await publicAnswer(school.url, '/api/impacts')).data
    await open(page, '/admin#impact')
    await expect(page.getByText('4 impact(s) total')).toBeVisible()
    const add = page.getByRole('button', { name: 'Add Impact' })
    await expect(add).toBeDisabled()
    await expect(
      page.getByText('Maximum of 4 impacts allowed. Delete an existing impact to add a new one.'),
    ).toBeVisible()
    const [first] = await shown()

    // At the limit, entries can still be edited.
    await page.getByRole('button', { name: `Edit ${first.title}` }).click()
    const panel = page.getByRole('region', { name: 'Edit Impact' })
    await expect(panel.getByLabel('Title')).toBeFocused()
    await panel.getByLabel('Title').fill('')
    await panel.getByRole('button', { name: 'Update Impact' }).click()
    await expect(panel.getByText('Title is required')).toBeVisible()
    await expect(panel.getByLabel('Title')).toBeFocused()
    await panel.getByLabel('Title').fill(first.title)
    await panel.getByLabel('Value').fill('9,999+')
    await isSound(page)
    await panel.getByRole('button', { name: 'Update Impact' }).click()
    await expect(toastOf(page)).toContainText('Impact updated')
    await expect(panel).toBeHidden()
    expect((await shown())[0].value).toBe('9,999+')

    await page.getByRole('button', { name: `Delete ${first.title}` }).click()
    const question = page.getByRole('alertdialog')
    await expect(question).toContainText('You can undo this, and restore it for 30 days.')
    await question.getByRole('button', { name: 'Delete' }).click()
    await expect(toastOf(page)).toContainText('Impact deleted')
    await expect(page.getByText('3 impact(s) total')).toBeVisible()
    await toastOf(page).getByRole('button', { name: 'Undo' }).click()
    await expect(page.getByText('4 impact(s) total')).toBeVisible()
    await page.getByRole('button', { name: `Delete ${first.title}` }).click()
    await question.getByRole('button', { name: 'Delete' }).click()
    await expect(add).toBeEnabled()

    await add.click()
    const create = page.getByRole('region', { name: 'Add Impact' })
    await create.getByLabel('Title').fill('Weddings this year')
    await create.getByLabel('Value').fill('41')
    await create.getByRole('button', { name: 'Create Impact' }).click()
    await expect(toastOf(page)).toContainText('Impact created')
    expect((await shown()).map(({ title }: { title: string }) => title)).toContain('Weddings this year')
    await page.goto('/about')
    await expect(page.getByText('Weddings this year')).toBeVisible()
  })

  test('a fifth that another tab made in between is refused in words, and nothing typed is lost', async ({
    page,
    school,
    wire,
  }) => {
    const [first] = (await publicAnswer(school.url, '/api/impacts')).data
    await open(page, '/admin#impact')
    await page.getByRole('button', { name: `Delete ${first.title}` }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('button', { name: 'Add Impact' }).click()
    await page.getByLabel('Title').fill('One too many')
    await wire.answer('POST /api/impacts', {
      status: 409,
      json: {
        success: false,
        code: 'limit_reached',
        error: 'Maximum of 4 impacts allowed. Delete an existing impact to add a new one.',
      },
    })
    await page.getByRole('button', { name: 'Create Impact' }).click()
    await expect(toastOf(page)).toContainText('Failed to create impact')
    await expect(page.getByRole('alert')).toContainText('Maximum of 4 impacts allowed.')
    await expect(page.getByLabel('Title')).toHaveValue('One too many')
    // The dialog asks before typed words are lost.
    await page.getByRole('button', { name: 'Cancel' }).click()
    await expect(page.getByRole('alertdialog')).toContainText('Discard what you typed?')
    await page.getByRole('button', { name: 'Keep editing' }).click()
    await expect(page.getByLabel('Title')).toHaveValue('One too many')
  })

  test('a failed load empties the list and says so, a retry brings it; a stale edit is shown @phone', async ({
    page,
    school,
    wire,
    problems,
  }) => {
    await wire.answer('GET /api/impacts', { status: 500 })
    await open(page, '/admin#impact')
    await expect(toastOf(page)).toContainText('Failed to fetch impacts')
    await wire.restore('GET /api/impacts')
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByText('4 impact(s) total')).toBeVisible()

    problems.allow(/409/)
    const [first] = (await publicAnswer(school.url, '/api/impacts')).data
    await page.getByRole('button', { name: `Edit ${first.title}` }).click()
    await page.getByLabel('Value').fill('mine')
    const token = await page.evaluate(() => localStorage.getItem('sessionToken'))
    await school.http('PUT', `/api/impacts/${first.id}`, { token, body: { title: 'Theirs' } })
    await page.getByRole('button', { name: 'Update Impact' }).click()
    await expect(page.getByText('Someone changed this impact meanwhile.')).toBeVisible()
    await page.getByRole('button', { name: 'Keep mine' }).click()
    await expect(page.getByLabel('Title')).toHaveValue('Theirs')
    await page.getByRole('button', { name: 'Update Impact' }).click()
    await expect(toastOf(page)).toContainText('Impact updated')
    expect((await publicAnswer(school.url, '/api/impacts')).data[0]).toMatchObject({
      title: 'Theirs',
      value: 'mine',
    })
  })
})

test.describe('office hours', () => {
  test('wholly by keyboard: delete, add, refusals, holiday; every visitor sees it', async ({
    page,
    school,
  }) => {
    const shown = async () => (await publicAnswer(school.url, '/api/office-timing')).data
    await open(page, '/admin#office-timing')
    const press = async (name: string | RegExp) => {
      await page.getByRole('button', { name }).first().focus()
      await page.keyboard.press('Enter')
    }
    await expect(page.getByText('7 days')).toBeVisible()
    await press('Delete Wednesday')
    const question = page.getByRole('alertdialog')
    await expect(question).toContainText('You can undo this, and restore it for 30 days.')
    // Focus begins on Cancel in a dialog that destroys something.
    await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expect(toastOf(page)).toContainText('Office hours deleted successfully')
    await expect(page.getByText('6 days')).toBeFocused()

    await press('Add Office Hours')
    const dialog = page.getByRole('dialog', { name: 'Add Office Hours' })
    await expect(dialog.getByRole('combobox', { name: 'Day' })).toHaveValue('Wednesday')
    await expect(dialog.getByRole('combobox', { name: 'Day' })).toBeFocused()
    await dialog.getByLabel('Opening time').fill('18:00')
    await dialog.getByLabel('Closing time').fill('09:00')
    await dialog.getByLabel('Closing time').press('Enter')
    await expect(dialog.getByText('Closing time must be after opening time')).toBeVisible()
    await expect(dialog.getByLabel('Closing time')).toBeFocused()
    await dialog.getByLabel('Holiday').focus()
    await page.keyboard.press('Space')
    await dialog.getByLabel('Closing time').press('Enter')
    await expect(toastOf(page)).toContainText('Office hours added successfully')
    await expect(dialog).toBeHidden()
    // Classes meet on Wednesdays: what becomes of them is asked at once.
    const planned = page.getByRole('dialog', { name: 'What was planned on closed days' })
    await expect(planned).toContainText('What becomes of it?')
    await page.keyboard.press('Escape')
    await expect(planned).toBeHidden()
    const row = page.getByRole('listitem').filter({ hasText: 'Wednesday' })
    await expect(row).toContainText('Closed')
    expect((await shown())[2]).toMatchObject({ office_day: 'Wednesday', is_holiday: true })
  })

  test('a day that has hours is replaced, and the form says so first @phone', async ({ page, school }) => {
    await open(page, '/admin#office-timing')
    await page.getByRole('button', { name: 'Add Office Hours' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add Office Hours' })
    await dialog.getByRole('combobox', { name: 'Day' }).selectOption('Monday')
    await expect(dialog.getByText('Monday has hours already: these take their place.')).toBeVisible()
    await dialog.getByLabel('Opening time').fill('07:15')
    await isSound(page)
    await dialog.getByRole('button', { name: 'Add Office Hours' }).click()
    await expect(toastOf(page)).toContainText('Office hours added successfully')
    await expect(page.getByText('7:15 AM')).toBeVisible()
    await page.getByRole('button', { name: 'Edit Monday' }).click()
    const edit = page.getByRole('dialog', { name: 'Edit Office Hours' })
    await edit.getByLabel('Closing time').fill('12:30')
    await edit.getByRole('button', { name: 'Save Changes' }).click()
    await expect(toastOf(page)).toContainText('Office hours updated successfully')
    await page.goto('/contact')
    await expect(page.getByText('7:15 AM - 12:30 PM').first()).toBeVisible()
    expect((await publicAnswer(school.url, '/api/office-timing')).data).toHaveLength(7)
  })
})

test.describe('event pricing', () => {
  const map = async (url: string) => (await publicAnswer(url, '/api/admin/event-pricing')).data

  test('a row is added: what is missing is named, then visitors see it @phone', async ({ page, school }) => {
    await open(page, '/admin#event-pricing')
    await page.getByRole('button', { name: 'Add Row' }).first().click()
    const row = page.getByRole('group', { name: 'Row 5' })
    await expect(row.getByLabel('Day')).toBeFocused()
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByRole('alert')).toContainText('Please complete Day / Start / End on rows: 5')
    await row.getByLabel('Day').fill('Temple festivals')
    await row.getByLabel('Start', { exact: false }).first().selectOption('09:15')
    await row.getByLabel('End', { exact: false }).first().selectOption('12:45')
    // The field takes only digits and a decimal point.
    await row.getByLabel('Price (₹)').pressSequentially('₹4,5x00.50')
    await expect(row.getByLabel('Price (₹)')).toHaveValue('4500.50')
    await isSound(page)
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(toastOf(page)).toContainText('Event pricing saved')
    expect(Object.values(await map(school.url)).at(-1)).toEqual({
      label: 'Temple festivals 9:15 AM - 12:45 PM',
      price: '4500.50',
    })
    await open(page, '/#venue')
    await expect(page.getByText('Temple festivals')).toBeVisible()
  })

  test('a price is changed; Cancel brings back what is saved; without rows Save is disabled', async ({
    page,
    school,
  }) => {
    const before = await map(school.url)
    await open(page, '/admin#event-pricing')
    await page.getByRole('button', { name: /^Edit Weekdays/ }).click()
    await page.getByRole('group', { name: 'Row 1' }).getByLabel('Price (₹)').fill('1')
    await page.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click()
    await expect(page.getByText('₹2,000')).toBeVisible()
    expect(await map(school.url)).toEqual(before)

    await page.getByRole('button', { name: /^Edit Weekdays/ }).click()
    await page.getByRole('group', { name: 'Row 1' }).getByLabel('Price (₹)').fill('2100')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(toastOf(page)).toContainText('Event pricing updated')
    expect(await map(school.url)).toEqual({ ...before, weekdays: { ...before.weekdays, price: '2100' } })

    await page.getByRole('button', { name: /^Edit Weekdays/ }).click()
    for (let rows = 4; rows > 0; rows--) await page.getByRole('button', { name: 'Remove row 1' }).click()
    await expect(page.getByText('Please add at least one pricing row before saving.')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Save' })).toBeDisabled()
  })

  test('a row is deleted, a refused delete says so, somebody else’s change is shown @phone', async ({
    page,
    school,
    wire,
    problems,
  }) => {
    await open(page, '/admin#event-pricing')
    await page.getByRole('button', { name: /^Delete Mornings/ }).click()
    const question = page.getByRole('alertdialog', { name: 'Confirm delete' })
    await expect(question).toContainText('This action is irreversible.')
    await wire.answer('DELETE /api/admin/event-pricing/:key', { status: 500 })
    await question.getByRole('button', { name: 'Delete' }).click()
    await expect(toastOf(page)).toContainText('Failed to delete pricing')
    await wire.answer('DELETE /api/admin/event-pricing/:key', 'offline')
    await question.getByRole('button', { name: 'Delete' }).click()
    await expect(toastOf(page)).toContainText('Delete failed')
    await wire.restore('DELETE /api/admin/event-pricing/:key')
    await question.getByRole('button', { name: 'Delete' }).click()
    await expect(toastOf(page)).toContainText('Deleted')
    await expect(toastOf(page)).toContainText('Pricing row deleted')
    await expect(toastOf(page).getByRole('button', { name: 'Undo' })).toBeHidden()
    await expect(page.getByRole('button', { name: /^Edit/ })).toHaveCount(3)

    problems.allow(/409/)
    await page.getByRole('button', { name: /^Edit Weekdays/ }).click()
    await page.getByRole('group', { name: 'Row 1' }).getByLabel('Price (₹)').fill('2222')
    const current = await map(school.url)
    const token = await page.evaluate(() => localStorage.getItem('sessionToken'))
    await school.http('PUT', '/api/admin/event-pricing', {
      token,
      body: { ...current, weekends: { ...current.weekends, price: '9999' } },
    })
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('Someone changed this price list meanwhile.')).toBeVisible()
    await page.getByRole('button', { name: 'Keep mine' }).click()
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(toastOf(page)).toContainText('Event pricing updated')
    expect(await map(school.url)).toMatchObject({
      weekdays: { price: '2222' },
      weekends: { price: '9999' },
    })
  })
})

test.describe('feedback', () => {
  test('what a student said is added and stands on the home page; deleted, it is gone @phone', async ({
    page,
    school,
  }) => {
    const said = async () =>
      (await publicAnswer(school.url, '/api/testimonials')).data.map(
        ({ student_name }: { student_name: string }) => student_name,
      )
    await open(page, '/admin#feedback')
    await page.getByRole('button', { name: 'Add Feedback' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add Feedback' })
    await expect(dialog.getByLabel('Rating')).toHaveValue('5')
    await expect(dialog.getByLabel('Rating').locator('option')).toHaveText([
      '5 - Excellent',
      '4 - Very Good',
      '3 - Good',
      '2 - Fair',
      '1 - Poor',
    ])
    await dialog.getByRole('button', { name: 'Add Feedback' }).click()
    for (const sentence of ['Student name is required', 'Course name is required', 'Feedback is required'])
      await expect(dialog.getByText(sentence)).toBeVisible()
    await expect(dialog.getByLabel('Student name')).toBeFocused()
    await isSound(page)
    await dialog.getByLabel('Student name').fill('Ponni Arasu')
    await dialog.getByLabel('Course name').fill('Diploma in Ikebana')
    await dialog.getByLabel('Rating').selectOption('4')
    await dialog.getByLabel('Feedback').fill('I see branches everywhere now.')
    await dialog.getByRole('button', { name: 'Add Feedback' }).click()
    await expect(toastOf(page)).toContainText('Student feedback added successfully')
    const card = page.getByRole('listitem', { name: 'Ponni Arasu' })
    await expect(card.getByRole('img', { name: '4 out of 5' })).toBeVisible()
    expect(await said()).toContain('Ponni Arasu')

    await page.getByRole('button', { name: 'Delete the feedback of Ponni Arasu' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    await expect(toastOf(page)).toContainText('Student feedback deleted successfully')
    await expect(card).toBeHidden()
    expect(await said()).not.toContain('Ponni Arasu')
  })

  test('a session that ended in mid-form leads to /signin, and what was typed waits', async ({
    page,
    school,
    problems,
  }) => {
    problems.allow(/401/)
    await open(page, '/admin#feedback')
    await page.getByRole('button', { name: 'Add Feedback' }).click()
    await page.getByLabel('Student name').fill('Half written')
    const token = await page.evaluate(() => localStorage.getItem('sessionToken'))
    await school.http('POST', '/api/auth/signout', { token })
    await page.getByLabel('Course name').fill('Ikebana')
    await page.getByRole('textbox', { name: 'Feedback' }).fill('Calm.')
    const refused = page.waitForResponse((response) => response.status() === 401)
    await page.getByRole('dialog').getByRole('button', { name: 'Add Feedback' }).click()
    await refused
    await expect(page).toHaveURL(/\/signin/)
    await expect(toastOf(page)).toContainText('What you typed is kept.')
    await beSignedInAgain(page, school)
    await open(page, '/admin#feedback')
    await expect(page.getByText('What you typed for “Half written” is kept.')).toBeVisible()
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(page.getByLabel('Course name')).toHaveValue('Ikebana')
  })
})

async function beSignedInAgain(page: Page, school: TestApp) {
  const { token } = await signedIn(school, 'owner')
  await page.evaluate((fresh) => {
    localStorage.setItem('sessionToken', fresh)
    localStorage.setItem('isAdmin', 'true')
  }, token)
}

test.describe('status feedback', () => {
  test('reached from Feedback, not from the menu; added, moved on, deleted @phone', async ({ page }) => {
    await open(page, '/admin#feedback')
    await expect(page.getByRole('navigation', { name: 'Sections' }).getByText('Status Feedback')).toHaveCount(
      0,
    )
    await page.getByRole('link', { name: 'Status Feedback' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Status Feedback' })).toBeVisible()
    await page.getByRole('button', { name: 'Add Status Feedback' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add Status Feedback' })
    await expect(dialog.getByLabel('Priority')).toHaveValue('medium')
    await dialog.getByRole('button', { name: 'Add Status Feedback' }).click()
    for (const sentence of ['Title is required', 'Assignee is required', 'Description is required'])
      await expect(dialog.getByText(sentence)).toBeVisible()
    await isSound(page)
    await dialog.getByLabel('Title').fill('Count the vases')
    await dialog.getByLabel('Assigned to').fill('Priya')
    await dialog.getByLabel('Created by').fill('Meenakshi')
    await dialog.getByLabel('Description').fill('Before Pongal.')
    await dialog.getByLabel('Custom label').fill('mine alone')
    const sent = page.waitForRequest((request) => request.method() === 'POST')
    await dialog.getByRole('button', { name: 'Add Status Feedback' }).click()
    expect(Object.keys((await sent).postDataJSON()).sort()).toEqual([
      'assigned_to',
      'created_by',
      'description',
      'priority',
      'status',
      'title',
    ])
    await expect(toastOf(page)).toContainText('Status feedback added successfully')
    const card = page.getByRole('listitem', { name: 'Count the vases' })
    await expect(card).toContainText('Pending')

    await page.getByRole('button', { name: 'Edit Count the vases' }).click()
    await page.getByRole('dialog').getByLabel('Status').selectOption('completed')
    await page.getByRole('button', { name: 'Save Changes' }).click()
    await expect(card).toContainText('Completed')

    await page.getByRole('button', { name: 'Delete Count the vases' }).click()
    const question = page.getByRole('alertdialog', { name: 'Confirm delete' })
    await expect(question).toContainText('This action is irreversible.')
    await question.getByRole('button', { name: 'Delete' }).click()
    await expect(toastOf(page)).toContainText('Status feedback deleted')
    await expect(toastOf(page).getByRole('button', { name: 'Undo' })).toBeHidden()
    await expect(card).toBeHidden()
  })
})
