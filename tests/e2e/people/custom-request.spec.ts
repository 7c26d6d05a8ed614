import sharp from 'sharp'
import { expect, open, test, toastOf } from '../../harness/browser.ts'

test('a custom request shows errors at its fields, keeps the input after a failure, and arrives with its picture', {
  tag: '@phone',
}, async ({ page, school, wire, problems }) => {
  // Playwright's trace requests the preview's bytes a second time, and the page's policy refuses that request.
  problems.allow(/^Connecting to 'blob:/)
  await open(page, '/shop')
  await page.getByRole('button', { name: 'Ask for a custom bouquet' }).click()
  const dialog = page.getByRole('dialog', { name: 'Ask for a custom bouquet' })
  const send = dialog.getByRole('button', { name: 'Send request' })
  await send.click()
  for (const sentence of ['Describe what you would like', 'Name is required', 'Email is required'])
    await expect(dialog.getByText(sentence)).toBeVisible()
  await expect(dialog.getByLabel('What would you like?')).toBeFocused()

  await dialog.getByLabel('What would you like?').fill('Jasmine and marigold for the ninth of March')
  await dialog.getByLabel('Full Name').fill('Asha Pillai')
  await dialog.getByLabel('Email').fill('asha@post.example')
  await dialog.getByLabel('Phone Number').fill('98765')
  await send.click()
  await expect(
    dialog.getByText('Please enter a valid 10-digit Indian mobile number (starting with 6-9)'),
  ).toBeVisible()
  await dialog.getByLabel('Phone Number').fill('')

  const picker = dialog.getByLabel('Reference picture')
  await picker.setInputFiles({ name: 'words.png', mimeType: 'image/png', buffer: Buffer.from('no picture') })
  await send.click()
  await expect(dialog.getByText('Failed to process image').first()).toBeVisible()
  const buffer = await sharp({ create: { width: 300, height: 200, channels: 3, background: '#b04060' } })
    .png()
    .toBuffer()
  await picker.setInputFiles({ name: 'sari.png', mimeType: 'image/png', buffer })

  await expect
    .poll(() => dialog.locator('img').evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBe(300)

  await dialog.getByRole('button', { name: 'Remove' }).click()
  await expect(picker).toBeFocused()
  await picker.setInputFiles({ name: 'sari.png', mimeType: 'image/png', buffer })

  await wire.answer('POST /api/custom-requests', 'offline')
  await send.click()
  await expect(dialog.getByRole('alert')).toContainText('What you typed is still here.')
  await wire.restore('POST /api/custom-requests')
  await send.click()
  await expect(page.getByRole('dialog').getByRole('status')).toContainText('We’ve received your request.')
  await page.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByRole('button', { name: 'Ask for a custom bouquet' })).toBeFocused()

  const rows = await school.db.read
    .selectFrom('custom_request')
    .selectAll()
    .where('email', '=', 'asha@post.example')
    .execute()
  expect(rows).toMatchObject([
    { name: 'Asha Pillai', email: 'asha@post.example', phone: null, picture_base: expect.any(String) },
  ])
  await expect(toastOf(page)).toHaveCount(0)
})
