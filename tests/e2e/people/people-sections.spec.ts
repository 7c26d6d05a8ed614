import sharp from 'sharp'
import { beSignedIn, expect, open, test, toastOf } from '../../harness/browser.ts'
import { signedIn } from '../../harness/callers.ts'

test.beforeEach(async ({ page, school, problems }) => {
  // Playwright's trace requests a preview's bytes a second time, and the page's policy refuses that request.
  problems.allow(/^Connecting to 'blob:/)
  // Some tests expect a refusal of the server, about which the browser writes a line.
  problems.allow(/^Failed to load resource/)
  await beSignedIn(page, school, 'owner')
})

const portrait = async () => ({
  name: 'portrait.png',
  mimeType: 'image/png',
  buffer: await sharp({ create: { width: 320, height: 320, channels: 3, background: '#b04060' } })
    .png()
    .toBuffer(),
})

test('staff add, change and delete an instructor, and Undo restores the instructor', {
  tag: '@phone',
}, async ({ page, school }) => {
  await open(page, '/admin#instructors')
  await page.getByRole('button', { name: 'Add Instructor' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add Instructor' })
  await dialog.getByLabel('Full Name').fill('Thenmozhi Arasu')
  await dialog.getByLabel('Email').fill('thenmozhi@malar.example')
  await dialog.getByLabel('Experience (Years)').fill('12')
  await dialog.getByLabel('Hourly Rate').fill('850.50')
  await expect(dialog.getByLabel('Active Instructor')).toBeChecked()

  const picker = dialog.getByLabel('Profile Image')
  await picker.setInputFiles(await portrait())
  await expect(dialog.getByRole('button', { name: 'Remove' })).toBeVisible()

  await dialog.getByRole('button', { name: 'Add Instructor' }).click()
  await expect(toastOf(page)).toContainText('Instructor created successfully')
  const card = page.getByRole('listitem', { name: 'Thenmozhi Arasu' })
  await expect(card).toContainText('Active')

  await card.getByRole('button', { name: 'Edit Thenmozhi Arasu' }).click()
  const edit = page.getByRole('dialog', { name: 'Edit Instructor' })
  await edit.getByLabel('Active Instructor').uncheck()
  await edit.getByRole('button', { name: 'Remove' }).click()
  await edit.getByRole('button', { name: 'Save changes' }).click()
  await expect(toastOf(page)).toContainText('Instructor updated successfully')
  await expect(card).toContainText('Inactive')
  const shown = (await school.http('GET', '/api/instructors')).body.data as { name: string }[]
  expect(shown.map(({ name }) => name)).not.toContain('Thenmozhi Arasu')

  await card.getByRole('button', { name: 'View Thenmozhi Arasu' }).click()
  await expect(page.getByRole('dialog', { name: 'Thenmozhi Arasu' })).toContainText('12 years')
  await page.keyboard.press('Escape')

  await card.getByRole('button', { name: 'Show more of Thenmozhi Arasu' }).click()
  await card.getByRole('button', { name: 'Delete Thenmozhi Arasu' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(toastOf(page)).toContainText('Instructor deleted successfully')
  await expect(card).toHaveCount(0)
  await toastOf(page).getByRole('button', { name: 'Undo' }).click()
  await expect(card).toBeVisible()
})

test('staff add, import and delete students; the counters follow, and an import names its faulty rows', {
  tag: '@phone',
}, async ({ page }) => {
  await open(page, '/admin#students')
  const counter = (name: string) => page.getByRole('term').filter({ hasText: name }).locator('..')
  for (const name of ['Event Students', 'Course Students'])
    await expect(page.getByRole('heading', { name, exact: true })).toBeVisible()
  const before = Number(
    (await counter('Course Students').getByRole('definition').innerText()).replace(',', ''),
  )

  const all = async (name: string) =>
    Number((await counter(name).getByRole('definition').innerText()).replace(',', ''))
  expect(await all('Total')).toBe((await all('Event Students')) + before)

  await page.getByRole('button', { name: 'Add Student' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add Student' })
  await dialog.getByRole('button', { name: 'Add Student' }).click()
  await expect(dialog.getByText('Name is required')).toBeVisible()
  await dialog.getByLabel('Full Name').fill('Sita Iyer')
  await dialog.getByLabel('Email').fill('sita@post.example')
  await dialog.getByRole('button', { name: 'Add Student' }).click()
  await expect(toastOf(page)).toContainText('Student added successfully')
  await expect(counter('Course Students').getByRole('definition')).toHaveText(String(before + 1))

  await page.getByRole('button', { name: 'Import', exact: true }).click()
  const importing = page.getByRole('dialog')
  await importing.locator('input[type=file]').setInputFiles({
    name: 'students.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(
      'Name,Email,Phone\nUma Iyer,uma@post.example,\nNobody,not an address,\nSita,sita@post.example,',
    ),
  })
  await expect(importing.getByText('Please enter a valid email address')).toBeVisible()
  await expect(
    importing.getByText('A student with this e-mail address is already on the list.'),
  ).toBeVisible()
  await importing.getByRole('button', { name: /^Import 1 row/ }).click()
  await page
    .getByRole('alertdialog', { name: /^1 of \d rows imported$/ })
    .getByRole('button', { name: 'OK' })
    .click()
  await expect(counter('Course Students').getByRole('definition')).toHaveText(String(before + 2))

  await page.getByRole('button', { name: 'Show more of Sita Iyer' }).click()
  await page.getByRole('button', { name: 'Delete Sita Iyer' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(toastOf(page)).toContainText('Student deleted successfully')
  await expect(counter('Course Students').getByRole('definition')).toHaveText(String(before + 1))
})

test('staff keep the picture of a custom request and add a request; a broken picture becomes a drawing', {
  tag: '@phone',
}, async ({ page, school, wire }) => {
  await school.db.write.deleteFrom('custom_request').execute()
  await school.http('POST', '/api/custom-requests', {
    body: {
      comment: 'Jasmine and marigold',
      name: 'Asha Pillai',
      email: 'asha@post.example',
      image: (await portrait()).buffer.toString('base64'),
    },
  })
  const product = await school.db.read
    .selectFrom('product')
    .select(['id', 'name'])
    .limit(1)
    .executeTakeFirst()
  await open(page, '/admin#custom-requests')
  await expect(page.getByText('1 entry')).toBeVisible()
  const wish = page.getByRole('listitem', { name: 'Asha Pillai' })
  await expect(wish).toContainText('Jasmine and marigold')
  await wish.getByRole('button', { name: /^Show more of / }).click()
  await expect(wish).toContainText('Only staff can see this picture. It will be deleted on')
  const shown = wish.getByRole('img', { name: 'Picture sent by Asha Pillai' })
  const address = () =>
    shown.evaluate((image: HTMLImageElement) => (image.naturalWidth > 0 ? image.currentSrc : ''))
  await expect.poll(address).toContain('/uploads/private/')
  await wire.answer('POST /api/admin/custom-requests/:id/keep-picture', 'offline')
  await wish.getByRole('button', { name: 'Keep the picture from Asha Pillai' }).click()
  await expect(toastOf(page)).toContainText('We couldn’t keep the picture')
  await wire.restore('POST /api/admin/custom-requests/:id/keep-picture')
  await wish.getByRole('button', { name: 'Keep the picture from Asha Pillai' }).click()
  await expect(toastOf(page)).toContainText('Picture kept')
  await expect.poll(address).not.toContain('private')
  await expect(wish).not.toContainText('Only staff can see')

  const { token } = await signedIn(school, 'owner')
  const products = (await school.http('GET', '/api/admin/products', { token })).body as object[]
  const gone = { ...products[0], id: 'gone-meanwhile', name: 'Taken away meanwhile' }
  await wire.answer('GET /api/admin/products', { json: [...products, gone] })
  await page.getByRole('button', { name: 'Add Request' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add Request' })
  const submit = dialog.getByRole('button', { name: 'Submit Request' })
  await submit.click()
  await expect(dialog.getByText('Describe what you would like')).toBeVisible()
  await dialog.getByLabel('Comment').fill('Forty jasmine strings for a door')
  const box = dialog.getByLabel('Product')
  await box.selectOption('Taken away meanwhile')
  await dialog.getByLabel('Image').setInputFiles(await portrait())
  await submit.click()
  await expect(toastOf(page)).toContainText('Failed to submit custom request')
  await expect(dialog.getByText('There is no product with this id.').first()).toBeVisible()
  // The box shows the name of the chosen product, and never the product's id.
  await box.selectOption(product?.id ?? '')
  await expect(box.locator('option:checked')).toHaveText(product?.name ?? 'there is a product')
  await submit.click()
  await expect(toastOf(page)).toContainText('Custom request submitted')
  await expect(page.getByText('2 entries')).toBeVisible()
  const card = page.getByRole('listitem').filter({ hasText: 'Forty jasmine strings' })
  if (product) await expect(card).toContainText(product.name)
  await expect(card.locator('img').first()).toBeVisible()

  const rows = (
    await school.http('GET', '/api/admin/custom-requests', {
      token: await page.evaluate(() => localStorage.getItem('sessionToken')),
    })
  ).body as object[]
  await wire.answer('GET /api/admin/custom-requests', {
    json: rows.map((row) => ({ ...row, picture: null, imageUrl: 'gone.jpg' })),
  })
  await wire.answer('GET /uploads/gone.jpg', { status: 404 })
  await page.reload()
  const first = page.getByRole('listitem').filter({ hasText: 'Jasmine and marigold' })
  await first.getByRole('button', { name: /^Show more of / }).click()
  await expect(first.getByRole('img', { name: 'Picture sent by Asha Pillai' }).locator('svg')).toBeVisible()
})
