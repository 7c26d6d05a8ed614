import type { Page } from '@playwright/test'
import { isSound } from '../../harness/accessibility.ts'
import { testNow } from '../../harness/app.ts'
import { beSignedIn, expect, open, test, toastOf } from '../../harness/browser.ts'
import { chooseTime, fillCheckout, readyProduct, unfoldCheckout } from '../../harness/buying.ts'
import { newestLetterTo } from '../../harness/letters.ts'

// The page's clock shows 12:00 on Monday 2 March, in the school's time zone.
test.beforeEach(({ page }) => page.clock.setFixedTime(testNow))

const textbox = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })
const saved = (page: Page) => page.getByRole('combobox', { name: 'Saved recipient' })
const heading = (page: Page) => page.getByRole('main').getByRole('heading', { level: 1 })

test('a recipient saved with an order can be chosen for the next order, renamed and deleted', {
  tag: '@phone',
}, async ({ page, school, wire }) => {
  await beSignedIn(page, school, 'user')
  const product = await readyProduct(school)
  const checkout = `/checkout?product=${product.slug}&quantity=1`
  await open(page, checkout)
  await fillCheckout(page)
  await chooseTime(page, /Tuesday 3 March/, /1 pm – 6 pm/)
  await expect(page.getByText('Recipients you save appear here next time.')).toBeVisible()
  const tick = page.getByRole('checkbox', { name: 'Save this recipient' })
  await expect(tick).not.toBeChecked()
  await tick.check()
  await page.reload()
  await unfoldCheckout(page)
  await expect(tick).toBeChecked()
  await page.getByRole('checkbox', { name: /I accept/ }).check()
  await page.getByRole('button', { name: /^Pay ₹/ }).click()
  await expect(heading(page)).toHaveText('Complete Your Payment')

  await test.step('a chosen recipient replaces the input of the next order', async () => {
    await open(page, checkout)
    await unfoldCheckout(page)
    await textbox(page, 'Pincode').fill('600 020')
    await page.getByRole('checkbox', { name: 'The flowers are for me' }).check()
    await textbox(page, 'Address').fill('1, Beach Road')
    await expect(saved(page)).toBeVisible()
    await isSound(page)
    await saved(page).selectOption('Lakshmi Narayanan, Mylapore')
    // The choice itself fills in no field, because arrow keys pass other options on the way to the wanted one.
    await expect(textbox(page, 'Address')).toHaveValue('1, Beach Road')
    await page.getByRole('button', { name: 'Use', exact: true }).click()
    await expect(
      page.getByText('Filled in. The pincode is now 600004, so check the day and time again.'),
    ).toBeVisible()
    for (const [name, value] of [
      ['Recipient’s name', 'Lakshmi Narayanan'],
      ['Recipient’s phone', '9876543210'],
      ['Address', '14, Kutchery Road'],
      ['Area', 'Mylapore'],
      ['Pincode', '600004'],
    ] as const)
      await expect(page.getByRole('textbox', { name })).toHaveValue(value)
    await expect(page.getByText('We deliver to 600004')).toBeVisible()
    await expect(page.getByRole('checkbox', { name: 'Save this recipient' })).not.toBeChecked()
  })

  await test.step('the profile renames, deletes and restores the recipient', async () => {
    await open(page, '/profile')
    const list = page.getByRole('list', { name: 'Saved recipients' })
    await list.getByRole('button', { name: 'Change Lakshmi Narayanan' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox', { name: 'Nickname' }).fill('Amma')
    await isSound(page)
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(dialog.getByRole('status')).toHaveText(
      'Choose this recipient at checkout to fill in the address.',
    )
    await dialog.getByRole('button', { name: 'Done' }).click()
    await expect(list).toContainText('Amma')
    await list.getByRole('button', { name: 'Delete Amma' }).click()
    await expect(page.getByText('No saved recipients yet')).toBeVisible()
    await toastOf(page).getByRole('button', { name: 'Undo' }).click()
    await expect(list).toContainText('Amma')
    await expect(list).toContainText('Lakshmi Narayanan, 14, Kutchery Road, Mylapore 600004, 9876543210')
    // Undo fails to restore the new name, so it restores the recipient without the name, and the toast says so.
    await wire.answer('PUT /api/recipients/:id', { status: 503 })
    await list.getByRole('button', { name: 'Delete Amma' }).press('Enter')
    await expect(page.getByText('No saved recipients yet')).toBeVisible()
    await expect(page.locator('#content')).toBeFocused()
    await toastOf(page).getByRole('button', { name: 'Undo' }).click()
    await expect(toastOf(page)).toContainText('Restored as Lakshmi Narayanan')
    await expect(list.getByRole('button', { name: 'Delete Lakshmi Narayanan' })).toBeVisible()
  })
})

test('a buyer sets a yearly reminder; its e-mail leads to the next order and to ending the reminder', async ({
  page,
  school,
}) => {
  const { token, email } = await beSignedIn(page, school, 'user')
  const product = await readyProduct(school)
  const slot = await school.db.read
    .selectFrom('delivery_slot')
    .select('id')
    .where('way', '=', 'standard')
    .where('closes_on', '=', 'same-day')
    .executeTakeFirstOrThrow()
  const { body: placed } = await school.http('POST', '/api/orders', {
    token,
    body: {
      day: '2026-03-05',
      slotId: slot.id,
      pincode: '600004',
      recipientName: 'Lakshmi Narayanan',
      recipientPhone: '9876543210',
      address: '14, Kutchery Road',
      area: 'Mylapore',
      customername: 'Meena Krishnan',
      email,
      phone: '9876543210',
      paymentMethod: 'UPI',
      substitution: 'ask',
      acceptsTerms: true,
      lines: [{ productId: product.id, size: product.sizes[0]?.id ?? null, quantity: 1 }],
    },
  })
  const { id } = placed.data
  const reminders = () =>
    school.db.read.selectFrom('yearly_reminder').select('id').where('order_id', '=', id).execute()
  await school.http('PATCH', `/api/orders/${id}/status`, { body: { status: 'confirmed' } })
  await open(page, `/orders/${id}`)
  await page.getByRole('button', { name: 'Remind me every year' }).click()
  const dialog = page.getByRole('dialog')
  // The buyer is signed in, so the dialog does not ask for an e-mail address.
  await expect(dialog).toContainText('We’ll use the e-mail address you ordered with.')
  await expect(dialog.getByRole('button', { name: 'Stop reminding me' })).toBeHidden()
  await isSound(page)
  await dialog.getByRole('button', { name: 'Remind me', exact: true }).click()
  await expect(dialog).toContainText('We’ll e-mail you on Fri, 26 February 2027.')
  await dialog.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('button', { name: 'Remind me every year' }).click()
  await dialog.getByRole('button', { name: 'Stop reminding me' }).click()
  await expect(dialog).toContainText('We won’t remind you of this day again.')
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(dialog).toBeHidden()
  expect(await reminders()).toHaveLength(0)
  await page.getByRole('button', { name: 'Remind me every year' }).click()
  await dialog.getByRole('button', { name: 'Remind me', exact: true }).click()
  await expect(dialog).toContainText('We’ll e-mail you on Fri, 26 February 2027.')

  school.deps.clock.set('2027-02-26T03:30:00.000Z')
  await school.app.services.reminders.tellDue()
  const { unsubscribeUrl = '', text } = await newestLetterTo(school, email)
  school.deps.clock.set(testNow)
  await test.step('a link in the letter leads to the store and fills in the checkout', async () => {
    const [, again = ''] = /https?:\/\/[^/]+(\/orders\/\S+#again)/.exec(text) ?? []
    await page.goto(again)
    await expect(page).toHaveURL('/store')
    await expect(toastOf(page)).toContainText('Ordering for Lakshmi Narayanan again')
    expect(page.url()).not.toContain('Lakshmi')
    await open(page, `/checkout?product=${product.slug}&quantity=1`)
    await unfoldCheckout(page)
    await expect(textbox(page, 'Address')).toHaveValue('14, Kutchery Road')
    await expect(page.getByRole('radio', { name: /Thursday 5 March/ })).toBeChecked()
  })

  await test.step('the unsubscribe link ends the reminder only once the button is clicked', async () => {
    await open(page, new URL(unsubscribeUrl).pathname)
    await expect(heading(page)).toHaveText('Stop this yearly reminder?')
    await isSound(page)
    expect(await reminders()).toHaveLength(1)
    await page.getByRole('button', { name: 'Stop reminder' }).click()
    await expect(heading(page)).toHaveText('Reminder stopped')
    expect(await reminders()).toHaveLength(0)
  })
})
