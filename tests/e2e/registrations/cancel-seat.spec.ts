import { isSound } from '../../harness/accessibility.ts'
import { expect, open, test } from '../../harness/browser.ts'
import { confirmButton, dialogOf, fillAndReview, student } from '../../harness/enrolling.ts'

test('a paid seat is cancelled on its page, half of its price goes back, and the page still says so later @both', async ({
  page,
  school,
}) => {
  page.on('dialog', (said) => said.accept())
  await open(page, '/classes')
  await fillAndReview(page, 'Table Flowers for the Home')
  await confirmButton(page).click()
  await dialogOf(page).getByRole('link', { name: 'Pay now' }).click()
  const main = page.getByRole('main')
  await main.getByRole('button', { name: 'Pay Now' }).click()
  await expect(main.getByRole('heading', { level: 1 })).toHaveText('Your seat is confirmed')
  const { id, amount_in_paise: price } = await school.db.read
    .selectFrom('seat')
    .select(['id', 'amount_in_paise'])
    .where('email', '=', student.email)
    .executeTakeFirstOrThrow()
  const inRupees = (paise: number) => `₹${(paise / 100).toLocaleString('en-IN')}`
  const back = `We’ll refund ${inRupees(price / 2)} of the ${inRupees(price)} you paid`
  await expect(main.getByText('You can cancel here until')).toContainText(back)

  const button = main.getByRole('button', { name: 'Cancel my seat' })
  await button.click()
  const asked = page.getByRole('alertdialog', { name: 'Cancel your seat?' })
  await expect(asked).toContainText(back)
  await isSound(page)
  // The safe button has the focus first, so Enter keeps the seat.
  await expect(asked.getByRole('button', { name: 'Keep my seat' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(asked).toHaveCount(0)
  await expect(button).toBeFocused()
  await page.keyboard.press('Enter')
  await asked.getByRole('button', { name: 'Cancel my seat' }).click()
  await expect(main.getByRole('heading', { level: 1 })).toHaveText('This enrolment was cancelled')
  await expect(main.getByRole('heading', { level: 1 })).toBeFocused()
  await expect(main.getByText(back)).toBeVisible()
  await isSound(page)
  await page.reload()
  await expect(main.getByText(back)).toBeVisible()
  const seat = school.db.read.selectFrom('seat').select(['status', 'paid_in_paise', 'waits_in_paise'])
  expect(await seat.where('id', '=', id).executeTakeFirstOrThrow()).toEqual({
    status: 'cancelled',
    paid_in_paise: price / 2,
    waits_in_paise: price / 2,
  })
})
