import { isSound } from '../../harness/accessibility.ts'
import { expect, open, test } from '../../harness/browser.ts'
import { askToEnrol, confirmButton, dialogOf, fillEnrolment, student } from '../../harness/enrolling.ts'

test('three seats are booked with one sum, and the last guest’s name is added on the payment page', async ({
  page,
  school,
}) => {
  const course = 'Table Flowers for the Home'
  await open(page, '/classes')
  await askToEnrol(page, course)
  const dialog = dialogOf(page)
  await fillEnrolment(page)
  await dialog.getByLabel('Number of seats').selectOption('3')
  await dialog.getByLabel('Name for seat 2').fill('Arun Raj')
  await isSound(page)
  await dialog.getByRole('button', { name: 'Review enrolment' }).click()
  await expect(dialog).toContainText('3: Meena Krishnan, Arun Raj, name to be added')
  await expect(dialog).toContainText('per seat')
  await dialog.getByRole('button', { name: 'Edit details' }).click()
  await expect(dialog.getByLabel('Name for seat 2')).toHaveValue('Arun Raj')
  await dialog.getByRole('button', { name: 'Review enrolment' }).click()
  await confirmButton(page).click()
  await expect(dialog).toContainText(`We’re holding your 3 seats in ${course}.`)
  const rows = await school.db.read
    .selectFrom('seat')
    .selectAll()
    .where('email', '=', student.email)
    .orderBy('group_place')
    .execute()
  expect(rows.map(({ name }) => name)).toEqual([student.name, 'Arun Raj', `Guest of ${student.name}`])
  const sum = rows.reduce((all, { amount_in_paise }) => all + Number(amount_in_paise), 0) / 100
  await expect(dialog).toContainText(`₹${sum.toLocaleString('en-IN')}`)

  await dialog.getByRole('link', { name: 'Pay now' }).click()
  const main = page.getByRole('main')
  await expect(main).toContainText('3 seats')
  await expect(main).toContainText('No name yet')
  await expect(main).toContainText(`₹${sum.toLocaleString('en-IN')}`)
  await main.getByText('Add names').click()
  await main.getByLabel('Name for seat 3').fill('Kavitha S')
  await isSound(page)
  await main.getByRole('button', { name: 'Save names' }).click()
  await expect(main.getByText('Names saved')).toBeVisible()
  await expect(main.getByText('No name yet')).toHaveCount(0)
})
