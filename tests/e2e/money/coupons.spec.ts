import { isSound } from '../../harness/accessibility.ts'
import { type TestApp, testNow } from '../../harness/app.ts'
import { beSignedIn, expect, open, test, toastOf } from '../../harness/browser.ts'
import { askToEnrol, confirmButton, dialogOf, fillEnrolment } from '../../harness/enrolling.ts'

const title = 'Table Flowers for the Home'

test.beforeEach(({ page }) => page.clock.setFixedTime(testNow))

function addCoupon(school: TestApp, code: string, percent: number) {
  return school.db.transaction((tx) =>
    school.app.services.coupons.add(tx, { code, kind: 'percent', percent }, null),
  )
}

test('the enrolment dialog refuses an unknown coupon code at its field, and subtracts a valid code from the fee', async ({
  page,
  school,
  problems,
}) => {
  problems.expect(/409/)
  await addCoupon(school, 'ONAM10', 10)
  await open(page, '/classes')
  await askToEnrol(page, title)
  await fillEnrolment(page)
  const dialog = dialogOf(page)
  await dialog.getByText('I have a code').click()
  const code = dialog.getByLabel('Code', { exact: true })
  await code.fill('ONAN10')
  await code.press('Enter')
  await expect(code).toHaveAccessibleDescription(
    'We don’t know this code, or it’s no longer offered. Check the spelling.',
  )
  await expect(dialog).toHaveAccessibleName('Enrol in this course')
  await code.fill(' onam10')
  await expect(code).toHaveAccessibleDescription('')
  await code.blur()
  await expect(dialog.getByRole('status')).toHaveText('10% off. You save ₹210.')
  await expect(code).toHaveValue('ONAM10')
  await dialog.getByRole('button', { name: 'Remove' }).click()
  await expect(code).toHaveValue('')
  await code.fill('ONAM10')
  await dialog.getByRole('button', { name: 'Apply' }).click()
  await expect(dialog.getByRole('button', { name: 'Remove' })).toBeFocused()

  await dialog.getByRole('button', { name: 'Review enrolment' }).click()
  for (const fact of ['Fee₹2,100', 'Discount₹210 (ONAM10)', 'To pay₹1,890']) {
    await expect(dialog).toContainText(fact)
  }
  await confirmButton(page).click()
  await expect(dialog).toContainText('Amount₹1,890')
  await dialog.getByRole('link', { name: 'Pay now' }).click()
  for (const fact of ['Price₹2,100', 'Discount₹210 (ONAM10)', 'To pay₹1,890']) {
    await expect(page.getByRole('main')).toContainText(fact)
  }
})

test('staff add a coupon in the back office, see its uses, and switch it off', async ({ page, school }) => {
  await beSignedIn(page, school, 'staff')
  await open(page, '/admin#coupons')
  await page.getByRole('button', { name: 'Add Coupon' }).click()
  const dialog = dialogOf(page)
  await dialog.getByRole('textbox', { name: 'Code' }).fill('spring-20')
  await dialog.getByRole('button', { name: 'Add Coupon' }).click()
  await expect(dialog.getByLabel('Percent')).toHaveAccessibleDescription('Enter the percentage off')
  await dialog.getByLabel('Percent').fill('20')
  await dialog.getByLabel('For', { exact: true }).selectOption('courses')
  await dialog.getByRole('checkbox', { name: title }).check()
  await isSound(page)
  await dialog.getByRole('button', { name: 'Add Coupon' }).click()
  await expect(toastOf(page)).toContainText('Coupon created successfully')
  const row = page.getByRole('row', { name: /SPRING-20/ })
  await expect(row).toContainText('20% off')
  await row.getByRole('button', { name: /^View/ }).click()
  await expect(dialog).toContainText('Not used yet')
  await dialog.getByRole('button', { name: 'Close', exact: true }).last().click()

  await row.getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Switch off' }).click()
  await page.getByRole('alertdialog').or(dialog).getByRole('button', { name: 'Switch off' }).click()
  await expect(row).toContainText('Off')
})
