import type { Locator } from '@playwright/test'
import { isSound } from '../../harness/accessibility.ts'
import { testNow } from '../../harness/app.ts'
import { expect, failed, open, test } from '../../harness/browser.ts'
import { chooseTime, fillCart, fillCheckout } from '../../harness/buying.ts'
import { newestLetterTo } from '../../harness/letters.ts'

// The page's clock shows Monday 2 March, 12:00 at the school.
test.beforeEach(({ page }) => page.clock.setFixedTime(testNow))

test('a buyer corrects the delivery while paying; another browser shows the delivery only by the link in the e-mail', {
  tag: '@phone',
}, async ({ page, school, browser, wire }) => {
  await fillCart(page, school)
  await open(page, '/checkout')
  await fillCheckout(page)
  await chooseTime(page, /Friday 6 March/, /1 pm – 6 pm/)
  await page.getByRole('button', { name: /^Pay ₹/ }).click()
  const delivery = page.getByRole('region', { name: 'Delivery details' })
  await expect(delivery).toContainText('14, Kutchery Road')
  await isSound(page)
  const id = new URL(page.url()).searchParams.get('order') ?? ''

  await delivery.getByRole('button', { name: 'Check or change details' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByLabel('Recipient’s name')).toHaveValue('Lakshmi Narayanan')
  await isSound(page)
  await dialog.getByLabel('Recipient’s phone').fill('12345')
  await dialog.getByLabel('Area').fill('')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByText('Enter the area')).toBeVisible()
  await expect(dialog.getByText(/Please enter a valid 10-digit/)).toBeVisible()
  await dialog.getByLabel('Recipient’s phone').fill('9840012345')
  await dialog.getByLabel('Area').fill('Luz')
  await dialog.getByLabel('Pincode').fill('641001')
  const patch = 'PATCH /api/orders/:id/delivery'
  failed(page.context(), `${school.url}/api/orders/${id}/delivery`)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByText('We don’t deliver to 641001 yet').first()).toBeVisible()
  await dialog.getByLabel('Pincode').fill('600004')
  await wire.answer(patch, 'offline')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByRole('alert')).toContainText('What you typed is still here.')
  await expect(dialog.getByLabel('Area')).toHaveValue('Luz')
  await wire.restore(patch)
  await dialog.getByLabel('Delivery time').selectOption(await otherTime(dialog))
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toContainText('We’ve updated your order.')
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(delivery).toContainText('Luz')
  await expect(delivery).toContainText('9840012345')
  await expect(page.getByRole('main')).toContainText('Sat, 7 March 2026')

  // Another person knows only the address of the page.
  const context = await browser.newContext()
  const other = await context.newPage()
  for (const path of [`/orders/${id}`, `/payment?order=${id}`]) {
    await open(other, school.url + path)
    await expect(other.getByRole('region', { name: 'Delivery details' })).toContainText(
      'Only the person who ordered can see these details.',
    )
    await expect(other.getByRole('main')).not.toContainText(/Kutchery|9840012345|Lakshmi/)
    await expect(other.getByRole('button', { name: 'Share a link with the recipient' })).toBeHidden()
  }

  // The buyer opens the link in the e-mail on another device.
  const { text } = await newestLetterTo(school, 'meena@mail.example')
  const [, link = ''] = /Check or change details: (\S+)/.exec(text) ?? []
  await open(other, school.url + link.slice(new URL(link).origin.length))
  const region = other.getByRole('region', { name: 'Delivery details' })
  await expect(region).toContainText('14, Kutchery Road')
  await expect(other.getByRole('button', { name: 'Share a link with the recipient' })).toBeVisible()
  expect(other.url()).not.toContain('proof')
  await other.reload()
  await expect(region.getByRole('button', { name: 'Check or change details' })).toBeVisible()
  await context.close()
})

/** Chooses a delivery time on Saturday 7 March. */
async function otherTime(dialog: Locator): Promise<string> {
  const options = await dialog.getByLabel('Delivery time').locator('option').all()
  for (const option of options) {
    const { label, value } = await option.evaluate((one: HTMLOptionElement) => ({
      label: one.label,
      value: one.value,
    }))
    if (label.startsWith('Sat, 7 March 2026')) return value
  }
  throw new Error('Saturday is not offered')
}
