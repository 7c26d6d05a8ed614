import sharp from 'sharp'
import { isSound } from '../../harness/accessibility.ts'
import { beSignedIn, expect, open, test, toastOf } from '../../harness/browser.ts'
import { orderFor } from '../../harness/florist.ts'

test.use({ viewport: { width: 360, height: 740 } })

test('a buyer’s concern with a photograph reaches the back office, where staff give store credit', async ({
  page,
  school,
  wire,
  problems,
}) => {
  // Playwright's trace requests the preview's bytes a second time, and the page's policy refuses that request.
  problems.allow(/^Connecting to 'blob:/)
  const id = await orderFor(school, '2026-03-02', [{ productId: null, quantity: 1 }], { slot_id: 'morning' })
  await school.app.services.orders.setStatus(id, { status: 'delivered' }, null)
  await open(page, `/orders/${id}`)
  await page.getByRole('button', { name: 'Report a problem' }).click()
  const dialog = page.getByRole('dialog', { name: 'Report a problem' })
  const send = dialog.getByRole('button', { name: 'Send report' })
  await send.click()
  for (const sentence of ['Choose what’s wrong', 'Tell us what’s wrong', 'Email is required'])
    await expect(dialog.getByText(sentence)).toBeVisible()
  await expect(dialog.getByLabel('What’s wrong?')).toBeFocused()

  await dialog.getByLabel('What’s wrong?').selectOption('Damaged or wilted')
  await dialog.getByLabel('Tell us more').fill('The lilies came brown')
  await dialog.getByLabel('Your e-mail').fill('uma@malar.example')
  const buffer = await sharp({ create: { width: 300, height: 200, channels: 3, background: '#7a5a1e' } })
    .jpeg()
    .toBuffer()
  const file = { name: 'lilies.jpg', mimeType: 'image/jpeg', buffer }
  const picker = dialog.getByLabel('Photos', { exact: true })
  await picker.setInputFiles([file, file, file, file])
  await expect(dialog.getByText('You can add up to 3 photos. We kept the first 3.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Remove photo 3' }).click()
  await expect(picker).toBeFocused()
  await dialog.getByRole('button', { name: 'Remove photo 2' }).click()
  await expect(dialog.getByText('1 of 3')).toBeVisible()
  await isSound(page)

  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await page.getByRole('button', { name: 'Report a problem' }).click()
  await expect(dialog.getByLabel('What’s wrong?')).toHaveValue('damaged')
  await expect(dialog.getByLabel('Tell us more')).toHaveValue('The lilies came brown')
  await expect(dialog.getByLabel('Your e-mail')).toHaveValue('uma@malar.example')
  await expect(dialog.getByText('1 of 3')).toBeVisible()

  await send.click()
  await expect(
    dialog.getByText('This isn’t the e-mail address that the order was placed with.').first(),
  ).toBeVisible()
  await dialog.getByLabel('Your e-mail').fill('kayal@malar.example')
  await wire.answer('POST /api/orders/:id/concerns', 'offline')
  await send.click()
  await expect(dialog.getByRole('alert')).toContainText('What you typed is still here.')
  await wire.restore('POST /api/orders/:id/concerns')
  await send.click()
  await expect(page.getByRole('dialog').getByRole('status')).toContainText(
    'We’ve e-mailed you a confirmation.',
  )
  await page.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByRole('region', { name: 'Something wrong?' })).toContainText(
    'You told us about a problem on',
  )

  await beSignedIn(page, school, 'staff')
  const { ordernumber } = await school.app.services.orders.getOrder(id)
  await open(page, `/admin#orders?q=${ordernumber}`)
  await page.getByRole('button', { name: `View Details of ${ordernumber}` }).click()
  const concern = page.getByRole('listitem').filter({ hasText: 'The lilies came brown' })
  const photograph = concern.getByRole('img')
  await photograph.scrollIntoViewIfNeeded()
  await expect
    .poll(() => photograph.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0)
  await page.getByRole('button', { name: 'Give store credit' }).click()
  const credit = page.getByRole('dialog', { name: 'Give store credit' })
  await credit.getByLabel('Amount').fill('300')
  await credit.getByLabel('Reason').fill('Brown lilies')
  await isSound(page)
  await credit.getByRole('button', { name: 'Give store credit' }).click()
  await expect(toastOf(page)).toContainText('Store credit given')
  expect(await school.app.services.orders.getOrder(id)).toMatchObject({
    concerns: [{ concern: 'damaged', photographs: [{ width: 300, height: 200 }] }],
    credits: [{ credit: 'given', amount: 300 }],
  })
})
