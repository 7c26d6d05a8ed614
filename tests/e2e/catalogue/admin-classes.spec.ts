import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { beSignedIn, expect, kept, open, test, toastOf } from '../../harness/browser.ts'

const editDialog = (page: Page) => page.getByRole('dialog', { name: 'Edit Class' })

test.beforeEach(async ({ page, school }) => {
  await beSignedIn(page, school, 'owner')
})

/** Makes a picture of noise, which no encoder can compress well. */
function noise(width: number, height: number, quality: number): Promise<Buffer> {
  const pixels = Buffer.alloc(width * height * 3)
  let seed = 7
  for (let at = 0; at < pixels.length; at++) {
    seed = Math.imul(seed, 1_103_515_245) + 12_345
    pixels[at] = seed >>> 16
  }
  return sharp(pixels, { raw: { width, height, channels: 3 } })
    .jpeg({ quality })
    .toBuffer()
}

test('a class form keeps its input after a failure, refuses a picture of 5 MB, and compresses pictures to 0.1 MB', async ({
  page,
  wire,
  school,
}) => {
  await open(page, '/admin#classes')
  await page.getByRole('button', { name: 'View Diploma in Ikebana' }).click()
  await expect(page.getByRole('dialog')).toContainText('Diploma in Ikebana')
  await page.keyboard.press('Escape')
  await wire.answer('PUT /api/admin/AdminClasses/:id', { status: 500 })
  await page.getByRole('button', { name: 'Edit Diploma in Ikebana' }).click()
  const dialog = editDialog(page)
  await dialog.getByLabel('Duration').fill('9 Saturdays')
  await dialog.getByRole('button', { name: 'Save changes' }).click()
  await expect(toastOf(page)).toContainText('Failed to update class. Please try again.')
  await expect(dialog.getByLabel('Duration')).toHaveValue('9 Saturdays')

  const sent = await wire.answer('PUT /api/admin/AdminClasses/:id', () => undefined)
  const pick = (buffer: Buffer) =>
    dialog.locator('input[type=file]').setInputFiles({ name: 'class.jpg', mimeType: 'image/jpeg', buffer })
  await pick(Buffer.alloc(5 * 1024 * 1024))
  await expect(dialog).toContainText('File too large: Please select an image smaller than 5MB')
  await expect(toastOf(page)).toContainText('File too large')
  await pick(Buffer.from('no picture at all'))
  await expect(dialog).toContainText('Upload failed: Failed to process image. Please try again.')
  await expect(toastOf(page)).toContainText('Upload failed')

  await pick(await noise(1100, 700, 80))
  await expect(dialog).toContainText(/Reduced from [\d.]+ (MB|kB) to \d+ kB\./)
  await dialog.getByRole('button', { name: 'Save changes' }).click()
  await expect(toastOf(page)).toContainText('Class updated successfully')
  const image: string = sent[0]?.postDataJSON().image
  const bytes = Buffer.from(image.slice(image.indexOf(',') + 1), 'base64')
  expect(bytes.length).toBeLessThanOrEqual(0.1 * 1024 * 1024)
  expect((await sharp(bytes).metadata()).width).toBeLessThanOrEqual(1024)
  const courses: { title: string; image: string }[] = (await school.http('GET', '/api/courses')).body
  expect(courses.find((course) => course.title === 'Diploma in Ikebana')?.image).toMatch(/\.jpg$|^[\w-]+$/)
})

test('questions of a class are edited by keyboard, survive a lost session, and are shown on the course page', {
  tag: '@phone',
}, async ({ page, school, wire }) => {
  await open(page, '/admin#classes')
  await page.getByRole('button', { name: 'Edit Diploma in Ikebana' }).click()
  const dialog = editDialog(page)
  const add = dialog.getByRole('button', { name: 'Add a question' })
  const questions = () =>
    dialog
      .getByRole('textbox', { name: /^Question \d/ })
      .evaluateAll((all) => all.map((one) => (one as HTMLInputElement).value))
  await dialog.locator('summary', { hasText: 'Questions' }).press('Enter')
  for (const [question, answer] of [
    ['Do I bring a vase?', 'No.'],
    ['Is there a test?', 'A small one.\nIn the last week.'],
    ['Shall I be early?', ''],
  ] as const) {
    await add.press('Enter')
    await page.keyboard.type(question)
    await page.keyboard.press('Tab')
    await page.keyboard.insertText(answer)
  }
  // The focus moves with the row. At an end of the list, the focus moves to the button that is still enabled.
  await dialog.getByRole('button', { name: 'Move question 3 up' }).press('Enter')
  await expect(dialog.getByRole('button', { name: 'Move question 2 up' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('button', { name: 'Move question 1 down' })).toBeFocused()
  expect(await questions()).toEqual(['Shall I be early?', 'Do I bring a vase?', 'Is there a test?'])

  // A question without an answer is refused at its field, and nothing is lost.
  await dialog.getByRole('button', { name: 'Save changes' }).click()
  await expect(dialog.getByLabel('Answer 1')).toBeFocused()
  await expect(dialog.getByLabel('Answer 1')).toHaveAccessibleDescription('Enter an answer')
  await dialog.getByRole('button', { name: 'Remove question 1' }).press('Enter')
  await expect(dialog.getByRole('button', { name: 'Remove question 1' })).toBeFocused()
  expect(await questions()).toEqual(['Do I bring a vase?', 'Is there a test?'])

  const token = await kept(page, 'sessionToken')
  await wire.answer('PUT /api/admin/AdminClasses/:id', { status: 401 })
  await dialog.getByRole('button', { name: 'Save changes' }).click()
  await expect(page).toHaveURL('/signin')
  await expect(toastOf(page)).toContainText('We’ve kept what you typed.')
  await page.evaluate((again) => {
    localStorage.setItem('sessionToken', again as string)
    localStorage.setItem('isAdmin', 'true')
  }, token)
  await wire.answer('PUT /api/admin/AdminClasses/:id', () => undefined)
  await open(page, '/admin#classes')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(dialog.getByRole('textbox', { name: 'Question 1' })).toBeVisible()
  expect(await questions()).toEqual(['Do I bring a vase?', 'Is there a test?'])
  await dialog.getByRole('button', { name: 'Save changes' }).click()
  await expect(toastOf(page)).toContainText('Class updated successfully')

  const { text } = await school.http('GET', '/classes/diploma-in-ikebana')
  expect(text).toContain('"name":"Is there a test?"')
  expect(text).toMatch(/<summary[^>]*>Is there a test\?<.+?<p [^>]*>A small one\.\nIn the last week\.<\/p>/s)
  expect(text).not.toContain('Do I need experience?')
})
