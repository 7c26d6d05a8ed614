import type { Page } from '@playwright/test'
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

test('a product’s card and its details: badges, at most 2 chips and 3, price, stock, short id', async ({
  page,
  school,
  wire,
}) => {
  const [first] = await listOf(school, '/api/admin/products')
  const shown = {
    ...first,
    name: 'Temple Jasmine',
    price: 1250.5,
    category: ['Roses', 'Wedding', 'Third kind', 'Fourth kind'],
    instock: false,
    inStock: false,
    featured: true,
    stockquantity: 0,
    stockQuantity: 0,
  }
  await wire.answer('GET /api/admin/products', { json: [shown] })
  await open(page, '/admin#products')
  await expect(main(page)).toContainText('Last updated:')
  const card = main(page).getByRole('listitem', { name: 'Temple Jasmine' })
  for (const text of ['Out of Stock', 'Featured', '₹1,250.50', String(first?.description).slice(0, 30)])
    await expect(card).toContainText(text)
  await expect(card).toContainText(String(first?.id).slice(0, 8))
  await expect(card).not.toContainText(String(first?.id))
  await expect(card).toContainText('Wedding')
  await expect(card).not.toContainText('Third kind')
  await card.getByRole('button', { name: 'View Temple Jasmine' }).click()
  const details = page.getByRole('dialog', { name: 'Temple Jasmine' })
  for (const text of ['₹1,250.50', 'Out of Stock', 'Third kind', String(first?.description)])
    await expect(details).toContainText(text)
  await expect(details).not.toContainText('Fourth kind')
})

test('a product is added: refusals, categories, pictures one call each into their slots', async ({
  page,
  school,
  wire,
}) => {
  const sent = await wire.answer('PUT /api/admin/products/:id', () => undefined)
  const posted = await wire.answer('POST /api/admin/products', () => undefined)
  await open(page, '/admin#products')
  await main(page).getByRole('button', { name: 'Add Product' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add Product' })
  const save = dialog.getByRole('button', { name: 'Add Product' })
  await expect(dialog.getByLabel('Stock status')).toHaveValue('In Stock')
  await expect(dialog.getByLabel('Custom', { exact: true })).toHaveValue('Enable')
  await save.click()
  for (const sentence of [
    'Name is required',
    'Price is required',
    'Stock quantity is required',
    'Description is required',
  ])
    await expect(dialog.getByText(sentence)).toBeVisible()

  await dialog.getByLabel('Name').fill('Jasmine by the cubit')
  await dialog.getByRole('spinbutton', { name: 'Price (₹)' }).fill('80.25')
  await dialog.getByLabel('Stock quantity').fill('-4')
  await expect(dialog.getByLabel('Stock quantity')).toHaveValue('0')
  await dialog.getByLabel('Stock quantity').fill('40')
  await dialog.getByLabel('Description').fill('Strung this morning.')
  const category = dialog.getByLabel('Add a category')
  await dialog.getByRole('button', { name: 'Birthday' }).click()
  await category.fill('Temple')
  await category.press('Enter')
  for (const ignored of ['   ', 'temple']) {
    await category.fill(ignored)
    await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  }
  await expect(dialog.getByRole('list', { name: 'Chosen categories' }).getByRole('listitem')).toHaveText([
    'Birthday',
    'Temple',
  ])

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
  await expect(dialog.getByText('Making it ready…')).toHaveCount(0)
  await save.click()
  await expect(toastOf(page)).toContainText('Product created successfully with images')
  await expect(dialog).toBeHidden()
  expect(posted[0]?.postDataJSON()).toMatchObject({
    name: 'Jasmine by the cubit',
    price: 80.25,
    category: ['Birthday', 'Temple'],
    stockquantity: 40,
    instock: true,
    isCustom: true,
    iscustom: true,
  })
  const bodies = sent.map((request) => request.postDataJSON() as Record<string, string>)
  expect(bodies.map((body) => Object.keys(body).filter((key) => key !== 'version'))).toEqual([
    ['image'],
    ['imagefirst'],
    ['imagesecond'],
    ['imagethirder'],
    ['imagefoure'],
  ])
  // B§5: without the prefix of a data URL.
  expect(bodies[0]?.image).toMatch(/^\/9j\//)
  const stored = (await listOf(school, '/api/admin/products')).find(
    ({ name }) => name === 'Jasmine by the cubit',
  )
  expect(stored?.pictures).toHaveLength(5)
})

test('pictures that cannot be sent: Upload Error by status; the product is kept, and a retry sends them', async ({
  page,
  wire,
}) => {
  await open(page, '/admin#products')
  const edit = main(page).getByRole('button', { name: /^Edit / })
  await edit.first().click()
  const dialog = page.getByRole('dialog', { name: 'Edit Product' })
  await expect(dialog).toContainText(/\d of 5/)
  const n = (await dialog.getByRole('button', { name: /^Remove image/ }).count()) + 1
  await dialog
    .locator('input[type=file]')
    .setInputFiles({ name: 'one.jpg', mimeType: 'image/jpeg', buffer: await jpeg() })
  await expect(dialog).toContainText(`${n} of 5`)
  await expect(dialog.getByText('Making it ready…')).toHaveCount(0)
  const save = dialog.getByRole('button', { name: 'Save Changes' })
  for (const [status, sentence] of [
    [431, `Image ${n} is too large. Try compressing it further.`],
    [500, `Failed to upload image ${n}`],
  ] as const) {
    await wire.answer('PUT /api/admin/products/:id', { status })
    await save.click()
    await expect(dialog).toContainText(`Upload Error: ${sentence}`)
    await expect(toastOf(page)).toContainText('Upload Error')
    await expect(toastOf(page)).toContainText(sentence)
  }
  await wire.restore('PUT /api/admin/products/:id')
  await save.click()
  await expect(toastOf(page)).toContainText('Product updated successfully')
})

test('a product is changed, taken out of stock and deleted; what fails says so', async ({
  page,
  school,
  wire,
}) => {
  const products = await listOf(school, '/api/admin/products')
  const first = products.find(({ isOffered }) => isOffered === true)
  const name = String(first?.name)
  await wire.answer('POST /api/admin/products', { status: 500 })
  await wire.answer('PUT /api/admin/products/:id', { status: 500 })
  await wire.answer('DELETE /api/admin/products/:id', { status: 500 })
  await open(page, '/admin#products')
  await main(page).getByRole('button', { name: 'Add Product' }).click()
  const add = page.getByRole('dialog', { name: 'Add Product' })
  await add.getByLabel('Name').fill('Lost in the wire')
  await add.getByRole('spinbutton', { name: 'Price (₹)' }).fill('10')
  await add.getByLabel('Stock quantity').fill('1')
  await add.getByLabel('Description').fill('Of one day.')
  await add.getByRole('button', { name: 'Add Product' }).click()
  await expect(toastOf(page)).toContainText('Failed to create product. Please try again.')
  await expect(add.getByLabel('Name')).toHaveValue('Lost in the wire')
  await add.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Discard' }).click()

  await main(page)
    .getByRole('button', { name: `Edit ${name}`, exact: true })
    .click()
  const edit = page.getByRole('dialog', { name: 'Edit Product' })
  await expect(edit.getByLabel('Comma-separated')).toHaveValue([first?.category].flat().join(', '))
  await edit.getByLabel('Stock status').selectOption('Out of Stock')
  await edit.getByRole('button', { name: 'Save Changes' }).click()
  await expect(toastOf(page)).toContainText('Failed to update product. Please try again.')
  await wire.restore('PUT /api/admin/products/:id')
  await edit.getByRole('button', { name: 'Save Changes' }).click()
  await expect(toastOf(page)).toContainText('Product updated successfully')
  await expect(main(page).getByRole('listitem', { name, exact: true })).toContainText('Out of Stock')

  await main(page)
    .getByRole('button', { name: `Delete ${name}`, exact: true })
    .click()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText('You can undo this, and restore it for 30 days.')
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect(toastOf(page)).toContainText('Failed to delete product. Please try again.')
  await wire.restore('DELETE /api/admin/products/:id')
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect(toastOf(page)).toContainText('Product deleted successfully')
  await expect(main(page).getByRole('listitem', { name, exact: true })).toHaveCount(0)
})

test('an order’s card: first 2 items then the rest, and its details', { tag: '@phone' }, async ({
  page,
  school,
  wire,
}) => {
  const [first] = await listOf(school, '/api/admin/orders')
  const item = (n: number) => ({
    productId: null,
    productName: `Bouquet ${n}`,
    quantity: n,
    unitPrice: 100,
    totalPrice: 100 * n,
    missing: 0,
    picture: null,
  })
  const order = {
    ...first,
    ordernumber: 'MF-4711',
    customername: 'Kavitha Raman',
    email: 'kavitha@mail.example',
    phone: '9840012345',
    items: [1, 2, 3, 4].map(item),
    total: 123456.5,
    paymentmethod: 'UPI',
    paymentstatus: 'pending',
    status: 'shipped',
    occasion: 'Anniversary',
    requirements: 'No lilies.',
  }
  await wire.answer('GET /api/admin/orders', { json: [order] })
  await open(page, '/admin#orders')
  const card = main(page).getByRole('listitem', { name: 'MF-4711' })
  for (const text of [
    'Kavitha Raman',
    'shipped',
    '1 × Bouquet 1',
    '2 × Bouquet 2',
    '+2 more items',
    '₹1,23,456.50',
    'kavitha@mail.example',
    '9840012345',
    'UPI',
    'pending',
  ])
    await expect(card).toContainText(text)
  await expect(card).not.toContainText('Bouquet 3')
  await card.getByRole('button', { name: 'View Details of MF-4711' }).click()
  const details = page.getByRole('dialog', { name: 'Order MF-4711' })
  for (const text of ['Bouquet 4', 'Anniversary', 'No lilies.', 'Kavitha Raman'])
    await expect(details).toContainText(text)
})

test('an order’s status: saved as it is picked, the dialog closes, and it can be undone', async ({
  page,
  school,
  wire,
}) => {
  const order = (await listOf(school, '/api/admin/orders')).find(({ status }) => status !== 'shipped')
  const number = String(order?.ordernumber)
  const statusOf = async () =>
    (await listOf(school, '/api/admin/orders')).find(({ id }) => id === order?.id)?.status
  await open(page, '/admin#orders')
  await main(page)
    .getByRole('button', { name: `Update Status of ${number}` })
    .click()
  const dialog = page.getByRole('dialog', { name: 'Update Order Status' })
  await expect(dialog.getByRole('listitem')).toHaveText([
    /^pending/i,
    /^confirmed/i,
    /^processing/i,
    /^shipped/i,
    /^delivered/i,
    /^completed/i,
    /^cancelled/i,
  ])
  await wire.answer('PUT /api/admin/orders/:id/status', { status: 500 })
  await dialog.getByRole('button', { name: /^shipped/i }).click()
  await expect(toastOf(page)).toContainText('Failed to update order status')
  await expect(dialog).toBeVisible()
  expect(await statusOf()).toBe(order?.status)
  await wire.restore('PUT /api/admin/orders/:id/status')
  await dialog.getByRole('button', { name: /^shipped/i }).click()
  await expect(toastOf(page)).toContainText('Order status changed to shipped')
  await expect(dialog).toBeHidden()
  expect(await statusOf()).toBe('shipped')
  await toastOf(page).getByRole('button', { name: 'Undo' }).click()
  await expect(toastOf(page)).toContainText('Undone')
  expect(await statusOf()).toBe(order?.status)
})
