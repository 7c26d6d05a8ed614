import type { Page } from '@playwright/test'
import { isSound } from '../../harness/accessibility.ts'
import type { TestApp } from '../../harness/app.ts'
import { beSignedIn, expect, kept, open, test, toastOf } from '../../harness/browser.ts'
import { signedIn } from '../../harness/callers.ts'

test.beforeEach(async ({ page, school }) => {
  await beSignedIn(page, school, 'owner')
})

const publicAnswer = async (url: string, path: string) => (await (await fetch(url + path)).json()) as any

test.describe('impact numbers', () => {
  test('staff change, delete, restore and add impact numbers, of which there are at most four @phone', async ({
    page,
    school,
  }) => {
    const shown = async () => (await publicAnswer(school.url, '/api/impacts')).data
    await open(page, '/admin#impact')
    await expect(page.getByText('4 impact(s) total')).toBeVisible()
    const add = page.getByRole('button', { name: 'Add Impact' })
    await expect(add).toBeDisabled()
    await expect(
      page.getByText('Maximum of 4 impacts allowed. Delete an existing impact to add a new one.'),
    ).toBeVisible()
    const [first] = await shown()

    // Existing entries can still be edited when the limit is reached.
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

    await page.getByRole('button', { name: `Show more of ${first.title}` }).click()
    await page.getByRole('button', { name: `Delete ${first.title}` }).click()
    const question = page.getByRole('alertdialog')
    await expect(question).toContainText('You can undo this. Deleted records stay in the bin for 30 days.')
    await question.getByRole('button', { name: 'Delete' }).click()
    await expect(toastOf(page)).toContainText('Impact deleted')
    await expect(page.getByText('3 impact(s) total')).toBeVisible()
    await toastOf(page).getByRole('button', { name: 'Undo' }).click()
    await expect(page.getByText('4 impact(s) total')).toBeVisible()
    await page.getByRole('button', { name: `Show more of ${first.title}` }).click()
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
})

test.describe('office hours', () => {
  test('staff delete, add and change office hours by keyboard, and visitors see the new hours', async ({
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
    await expect(question).toContainText('You can undo this. Deleted records stay in the bin for 30 days.')
    // The focus starts on Cancel in a dialog that deletes a record.
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
    await expect(dialog.getByText('Enter a closing time after the opening time')).toBeVisible()
    await expect(dialog.getByLabel('Closing time')).toBeFocused()
    await dialog.getByLabel('Holiday').focus()
    await page.keyboard.press('Space')
    await dialog.getByLabel('Closing time').press('Enter')
    await expect(toastOf(page)).toContainText('Office hours added successfully')
    await expect(dialog).toBeHidden()
    // Classes meet on Wednesdays, so the page immediately asks what should happen to their sessions.
    const planned = page.getByRole('dialog', { name: 'Plans on closed days' })
    await expect(planned).toContainText('What should happen?')
    await page.keyboard.press('Escape')
    await expect(planned).toBeHidden()
    const row = page.getByRole('listitem').filter({ hasText: 'Wednesday' })
    await expect(row).toContainText('Closed')
    expect((await shown())[2]).toMatchObject({ office_day: 'Wednesday', is_holiday: true })

    await press('Edit Tuesday')
    const edit = page.getByRole('dialog', { name: 'Edit Office Hours' })
    await edit.getByLabel('Opening time').fill('07:15')
    await edit.getByLabel('Closing time').fill('12:30')
    await edit.getByLabel('Closing time').press('Enter')
    await expect(toastOf(page)).toContainText('Office hours updated successfully')
    await page.goto('/contact')
    await expect(page.getByText('7:15 AM - 12:30 PM').first()).toBeVisible()
  })
})

test.describe('event pricing', () => {
  test('staff change, add and delete rows of the event pricing, and visitors see them @phone', async ({
    page,
    school,
  }) => {
    const map = async () => (await publicAnswer(school.url, '/api/admin/event-pricing')).data
    const before = await map()
    await open(page, '/admin#event-pricing')
    await page.getByRole('button', { name: /^Edit Weekdays/ }).click()
    await page.getByRole('group', { name: 'Row 1' }).getByLabel('Price (₹)').fill('2100')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(toastOf(page)).toContainText('Event pricing updated')
    expect(await map()).toEqual({ ...before, weekdays: { ...before.weekdays, price: '2100' } })

    await page.getByRole('button', { name: 'Add Row' }).first().click()
    const row = page.getByRole('group', { name: 'Row 5' })
    await expect(row.getByLabel('Day')).toBeFocused()
    await row.getByLabel('Day').fill('Temple festivals')
    await row.getByLabel('Start', { exact: false }).first().selectOption('09:15')
    await row.getByLabel('End', { exact: false }).first().selectOption('12:45')
    await row.getByLabel('Price (₹)').fill('4500.50')
    await isSound(page)
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(toastOf(page)).toContainText('Event pricing saved')

    await page.getByRole('button', { name: /^Delete Mornings/ }).click()
    const question = page.getByRole('alertdialog', { name: 'Confirm delete' })
    await question.getByRole('button', { name: 'Delete' }).click()
    await expect(toastOf(page)).toContainText('Pricing row deleted')
    await expect(page.getByRole('button', { name: /^Edit/ })).toHaveCount(4)
    await open(page, '/#venue')
    await expect(page.getByText('Temple festivals')).toBeVisible()
  })
})

test.describe('feedback', () => {
  test('student feedback that staff add is public until staff delete it @phone', async ({ page, school }) => {
    const publicNames = async () =>
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
    await expect(card).toContainText('4 Very Good')
    expect(await publicNames()).toContain('Ponni Arasu')

    await page.getByRole('button', { name: 'Show more of Ponni Arasu' }).click()
    await page.getByRole('button', { name: 'Delete the feedback from Ponni Arasu' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    await expect(toastOf(page)).toContainText('Student feedback deleted successfully')
    await expect(card).toBeHidden()
    expect(await publicNames()).not.toContain('Ponni Arasu')
  })

  test('a session that ends during the feedback form leads to /signin and keeps the input', async ({
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
    expect(await kept(page, 'sessionToken')).toBeNull()
    await expect(toastOf(page)).toContainText('We’ve kept what you typed.')
    await beSignedInAgain(page, school)
    await open(page, '/admin#feedback')
    await expect(page.getByText('We’ve kept what you typed for “Half written”.')).toBeVisible()
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
