import type { Page, Request } from '@playwright/test'
import sharp from 'sharp'
import type { TestApp } from '../../harness/app.ts'
import { beSignedIn, expect, open, test, toastOf } from '../../harness/browser.ts'

const main = (page: Page) => page.getByRole('main')

let token = ''
test.beforeEach(async ({ page, school }) => {
  ;({ token } = await beSignedIn(page, school, 'owner'))
})

const listOf = async (school: TestApp, path: string) =>
  (await school.http('GET', path, { token })).body as Record<string, unknown>[]
const jpeg = (width = 60) =>
  sharp({ create: { width, height: 40, channels: 3, background: 'tomato' } })
    .jpeg()
    .toBuffer()

test('a product refuses unusable pictures, uploads each picture in its own call, and retries a failed picture', async ({
  page,
  school,
  wire,
}) => {
  const posted = await wire.answer('POST /api/admin/products', () => undefined)
  await open(page, '/admin#products')
  await main(page).getByRole('button', { name: 'Add Product' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add Product' })
  await expect(dialog.getByLabel('Stock status')).toHaveValue('In Stock')
  await expect(dialog.getByLabel('Custom', { exact: true })).toHaveValue('Enable')
  await dialog.getByLabel('Name').fill('Jasmine by the cubit')
  await dialog.getByRole('spinbutton', { name: 'Price (₹)' }).fill('80.25')
  await dialog.getByLabel('Stock quantity').fill('40')
  await dialog.getByLabel('Description').fill('Strung this morning.')

  const pick = (...buffers: Buffer[]) =>
    dialog
      .locator('input[type=file]')
      .setInputFiles(buffers.map((buffer, n) => ({ name: `${n}.jpg`, mimeType: 'image/jpeg', buffer })))
  await pick(Buffer.alloc(10 * 1024 * 1024))
  await expect(dialog).toContainText('Image must be less than 10MB')
  await pick(Buffer.from('no picture at all'))
  await expect(dialog).toContainText('Upload failed: Failed to process image. Please try again.')
  const pictures = await Promise.all([60, 61, 62, 63, 64, 65].map(jpeg))
  await pick(...pictures)
  await expect(dialog).toContainText('Maximum 5 images allowed')
  await expect(dialog).toContainText('5 of 5')
  await expect(dialog.getByText('Preparing…')).toHaveCount(0)

  const slotsOf = (requests: Request[]) =>
    requests
      .flatMap((request) => Object.keys(request.postDataJSON() as object))
      .filter((key) => key.startsWith('image'))
  const sent: string[][] = []
  for (const [status, sentence, button] of [
    [431, 'Image 2 is too large. Try compressing it further.', 'Add Product'],
    [500, 'Failed to upload image 2', 'Save changes'],
  ] as const) {
    const requests = await wire.answer('PUT /api/admin/products/:id', (request) =>
      'imagefirst' in (request.postDataJSON() as object) ? { status, json: {} } : undefined,
    )
    await dialog.getByRole('button', { name: button }).click()
    await expect(dialog).toContainText(`Upload Error: ${sentence}`)
    await expect(toastOf(page)).toContainText('Upload Error')
    await expect(toastOf(page)).toContainText(sentence)
    await expect(dialog.getByText('The product was saved, but some of its images weren’t.')).toBeVisible()
    sent.push(slotsOf(requests))
  }
  const last = await wire.answer('PUT /api/admin/products/:id', () => undefined)
  await dialog.getByRole('button', { name: 'Save changes' }).click()
  await expect(toastOf(page)).toContainText('Product created successfully with images')
  await expect(dialog).toBeHidden()
  expect(posted[0]?.postDataJSON()).toMatchObject({
    name: 'Jasmine by the cubit',
    price: 80.25,
    stockquantity: 40,
    instock: true,
    isCustom: true,
    iscustom: true,
  })
  expect(posted).toHaveLength(1)
  sent.push(slotsOf(last))
  expect(sent).toEqual([
    ['image', 'imagefirst', 'imagesecond', 'imagethirder', 'imagefoure'],
    ['imagefirst'],
    ['imagefirst'],
  ])
  // The picture is sent without the prefix of a data URL.
  expect(last[0]?.postDataJSON().imagefirst).toMatch(/^\/9j\//)
  const stored = (await listOf(school, '/api/admin/products')).filter(
    ({ name }) => name === 'Jasmine by the cubit',
  )
  expect(stored.map((product) => (product.pictures as unknown[]).length)).toEqual([5])
})
