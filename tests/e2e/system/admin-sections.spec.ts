import { isSound } from '../../harness/accessibility.ts'
import { beSignedIn, expect, open, test, toastOf } from '../../harness/browser.ts'

test.beforeEach(async ({ page, school }) => {
  await beSignedIn(page, school, 'owner')
})

test.describe('classes', () => {
  test('staff add a class by keyboard without losing input, visitors see it, and an edit sends only changed fields', async ({
    page,
    school,
    wire,
  }) => {
    await open(page, '/admin#classes')
    await page.getByRole('button', { name: 'Add Class' }).first().focus()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Add Class' })
    await expect(dialog.getByLabel('Title')).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(dialog.getByText('Title is required')).toBeVisible()
    await expect(dialog.getByText('Description is required')).toBeVisible()
    await expect(dialog.getByLabel('Title')).toBeFocused()

    await page.keyboard.type('Terracotta Terrariums')
    await expect(dialog.getByText('Title is required')).toBeHidden()
    const fill = async (label: string, text: string) => {
      await dialog.getByLabel(label).focus()
      await page.keyboard.type(text)
    }
    const price = dialog.getByRole('spinbutton', { name: 'Price (₹)', exact: true })
    await dialog.getByLabel('Next batch date').fill('2031-05-13')
    await price.focus()
    await page.keyboard.type('1850.50')
    await fill('Duration', '3 hours')
    await fill('Description', 'A small garden under glass.')
    await dialog.getByLabel('Features').focus()
    await page.keyboard.type('Layers')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Enter')
    await page.keyboard.type('Moss')

    await wire.answer('POST /api/admin/AdminClasses/Add', {
      status: 503,
      json: { error: 'Busy. Try again.', code: 'unavailable' },
    })
    await dialog.getByLabel('Title').focus()
    await page.keyboard.press('Enter')
    await expect(toastOf(page)).toContainText('Failed to create class. Please try again.')
    await expect(dialog.getByText('Busy. Try again.')).toBeVisible()
    await expect(dialog.getByLabel('Description')).toHaveValue('A small garden under glass.')

    await wire.restore('POST /api/admin/AdminClasses/Add')
    await dialog.getByLabel('Title').focus()
    await page.keyboard.press('Enter')
    await expect(toastOf(page)).toContainText('Class created successfully')
    await expect(dialog).toBeHidden()
    await expect(page.getByRole('heading', { name: 'Terracotta Terrariums' })).toBeVisible()

    const courses = (await (await fetch(`${school.url}/api/courses`)).json()) as Record<string, unknown>[]
    expect(courses.find(({ title }) => title === 'Terracotta Terrariums')).toMatchObject({
      price: '1850.50',
      category: 'Diploma Course',
      nextbatch: '2031-05-13',
      capacity: 20,
      features: [{ topic: 'Layers' }, { topic: 'Moss' }],
    })

    await page.getByRole('button', { name: 'Edit Terracotta Terrariums' }).click()
    const edit = page.getByRole('dialog', { name: 'Edit Class' })
    await edit.getByRole('spinbutton', { name: 'Price (₹)', exact: true }).fill('2999')
    const changing = page.waitForRequest((request) => request.method() === 'PUT')
    await edit.getByRole('button', { name: 'Save changes' }).click()
    expect((await changing).postDataJSON()).toEqual({ price: 2999, version: expect.any(Number) })
    await expect(toastOf(page)).toContainText('Class updated successfully')
    await expect(edit).toBeHidden()
  })
})

test.describe('event and class enrollments', () => {
  test('a due seat is paid in two parts, and its payment dialog keeps the input over a reload @phone', async ({
    page,
    school,
  }) => {
    await open(page, '/admin#event-class-enrollments')
    await expect(page.getByRole('heading', { name: 'Class Enrollments', exact: true })).toBeVisible()
    const { classEnrollments } = (
      await school.http('GET', '/api/getEventClassEnrollments?payment=due', {
        token: await page.evaluate(() => localStorage.getItem('sessionToken')),
      })
    ).body as { classEnrollments: { name: string; reference: string }[] }
    const [due = { name: '', reference: '' }] = classEnrollments
    const states = page.getByRole('group', { name: 'Payment' })
    await states.getByRole('button', { name: /^Due/ }).click()
    const button = page.getByRole('button', { name: `Mark paid: ${due.name}, ${due.reference}` })
    await button.click()
    const dialog = page.getByRole('dialog', { name: 'Mark paid' })
    await dialog.getByRole('button', { name: 'Mark paid' }).click()
    await expect(dialog.getByText('Choose the payment method')).toBeVisible()
    await dialog.getByLabel('Amount').fill('777')
    await dialog.getByLabel('Payment method').selectOption('Cash')
    // The page is reloaded, and the dialog of the same seat still has the input.
    page.once('dialog', (question) => void question.accept())
    await page.reload()
    await button.click()
    await expect(dialog.getByLabel('Amount')).not.toHaveValue('777')
    await dialog.getByRole('button', { name: 'Continue' }).click()
    await expect(dialog.getByLabel('Amount')).toHaveValue('777')
    await expect(dialog.getByLabel('Payment method')).toHaveValue('cash')
    await page.evaluate(() => sessionStorage.getItem('formDrafts')).then((kept) => expect(kept).toBeNull())
    await expect(dialog.getByText(/The seat is confirmed, and .* is still due/)).toBeVisible()
    await isSound(page)
    await dialog.getByRole('button', { name: 'Mark paid' }).click()
    await expect(toastOf(page)).toContainText('Payment recorded')
    await expect(dialog).toBeHidden()
    // A seat that is paid in part is still due.
    await expect(button).toBeVisible()
    // Input that was already sent is not offered again.
    expect(await page.evaluate(() => sessionStorage.getItem('formDrafts'))).toBeNull()
    await states.getByRole('button', { name: /^Part paid/ }).click()
    await page.getByRole('button', { name: `Show more of ${due.name}` }).click()
    await expect(page.getByText(/₹[\d,]+ still due/)).toBeVisible()
    await button.click()
    await dialog.getByLabel('Payment method').selectOption('UPI')
    await dialog.getByLabel('Reference').fill('UTR 4711')
    await dialog.getByRole('button', { name: 'Mark paid' }).click()
    await expect(toastOf(page)).toContainText('Payment recorded')
    await expect(button).toBeHidden()
  })
})
