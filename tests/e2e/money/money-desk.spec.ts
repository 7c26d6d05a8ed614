import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { statusUndoMs } from '../../../contract/orders/order-facts.ts'
import { isSound, shortenLists } from '../../harness/accessibility.ts'
import { beSignedIn, expect, open, test, toastOf } from '../../harness/browser.ts'
import { orderFor } from '../../harness/florist.ts'
import { refundsOf } from '../../harness/ledger.ts'
import { enrol, messagesAbout } from '../../harness/seats.ts'

test.use({ schoolEnv: { PAYMENT_PROVIDER: 'upi', SCHOOL_UPI_ID: 'malar.flowers@examplebank' } })
test.beforeEach(async ({ page, school }) => {
  await beSignedIn(page, school, 'staff')
})

async function drop(page: Page, ...rows: string[]) {
  const lines = [
    'Account statement,,,,,',
    'Date,Narration,Chq./Ref.No.,Withdrawal Amt.,Deposit Amt.,Closing Balance',
  ]
  await choose(page, 'march.csv', [...lines, ...rows].join('\n'))
}

async function choose(page: Page, name: string, text: string) {
  const dialog = page.getByRole('dialog', { name: 'Import statement' })
  if (await dialog.isHidden()) {
    await page.getByRole('button', { name: 'Import statement' }).first().click()
  }
  const file = { name, mimeType: 'text/csv', buffer: Buffer.from(text) }
  await dialog.locator('input[type=file]').setInputFiles(file)
}

test('staff import a bank statement and confirm its certain match; the seat is confirmed and an e-mail queued @phone', async ({
  page,
  school,
}) => {
  const [course] = (await school.http('GET', '/api/courses')).body.filter(
    ({ booking_available }: { booking_available: boolean }) => booking_available,
  )
  const seat = await enrol(school, course.id, { email: 'bank@mail.example', phone: '9000012345' })
  const day = '02/03/26'
  await shortenLists(page)
  await open(page, '/admin#money')
  await drop(
    page,
    `${day},UPI-MEENA-${seat.reference.replaceAll('-', '')},607212345678,,${seat.amount},1`,
    `${day},RENT,607212345670,"30,000.00",,1`,
    `${day},INTEREST PAID,607212345679,,12.50,1`,
    `${day},UPI-SOMEBODY,607212345677,,no sum,1`,
  )
  const dialog = page.getByRole('dialog', { name: 'Import statement' })
  await expect(dialog.getByLabel('Description')).toHaveValue('1')
  await expect(dialog.getByText('2 payments received')).toBeVisible()
  await expect(dialog.getByText('1 outgoing payment is skipped.')).toBeVisible()
  await expect(dialog.getByText('We couldn’t read “no sum” as an amount.')).toBeVisible()
  // Staff choose a wrong column, see the wrong number of payments, and choose the right column.
  await dialog.getByLabel('Credit', { exact: true }).selectOption('Closing Balance')
  await expect(dialog.getByText('4 payments received')).toBeVisible()
  await dialog.getByLabel('Credit', { exact: true }).selectOption('Deposit Amt.')
  await isSound(page)
  await dialog.getByRole('button', { name: 'Import 2 payments' }).click()
  await expect(toastOf(page)).toContainText('2 payments added.')

  const line = page.getByRole('listitem', { name: /^UPI-MEENA/ })
  await expect(line).toContainText('Certain')
  await line.getByRole('button', { name: /^Show more of / }).click()
  const card = page.getByRole('listitem').filter({ hasText: '607212345678' })
  await expect(card).toContainText(`Based on reference ${seat.reference}, exact amount.`)
  await isSound(page)
  await page.getByRole('button', { name: 'Confirm 1 match marked “Certain”' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Confirm' }).click()
  await expect(toastOf(page)).toContainText('Payment recorded')
  await expect(card).toBeHidden()
  const { status } = await school.db.read
    .selectFrom('seat')
    .select('status')
    .where('id', '=', seat.id)
    .executeTakeFirstOrThrow()
  expect(status).toBe('confirmed')
  expect(await messagesAbout(school, seat.id)).toContain('enrolment-confirmed email bank@mail.example')

  // Staff import the same payment again, and no payment is added.
  await drop(page, `${day},UPI-MEENA-${seat.reference.replaceAll('-', '')},607212345678,,${seat.amount},1`)
  await page.getByRole('button', { name: 'Import 1 payment' }).click()
  await expect(toastOf(page)).toContainText('0 payments added, 1 already imported.')

  // Staff close a payment that matches no seat or order.
  await page.getByRole('button', { name: 'Close ₹12.50, 607212345679' }).click()
  const closing = page.getByRole('dialog', { name: 'Close without a match' })
  await closing.getByRole('button', { name: 'Close payment' }).click()
  await expect(closing.getByText('Enter a note')).toBeVisible()
  await closing.getByLabel('Note').fill('Interest of the quarter')
  await closing.getByRole('button', { name: 'Close payment' }).click()
  await expect(toastOf(page)).toContainText('The payment is closed.')
  await expect(page.getByText('No payments to settle')).toBeVisible()
  await page.getByRole('group', { name: 'Show' }).getByRole('button', { name: 'Settled' }).click()
  await expect(line.getByRole('button', { name: /^Undo match/ })).toBeVisible()
})

test('SBI’s statement is imported; a truncated reference is refused, and staff decide on a possible duplicate @phone', async ({
  page,
  problems,
}) => {
  problems.allow(/409/)
  await open(page, '/admin#money')
  await choose(page, 'sbi.xls', readFileSync('tests/statements/sbi.xls', 'utf8'))
  await page.getByRole('button', { name: 'Import 6 payments' }).click()
  await expect(toastOf(page)).toContainText('6 payments added.')

  const dialog = page.getByRole('dialog', { name: 'Import statement' })
  await choose(page, 'cut.csv', 'Date,Narration,Ref No,Credit\n02/03/26,UPI-CHITRA,6.32155E+11,500')
  await expect(dialog.getByRole('alert')).toContainText('A spreadsheet shortened the reference “6.32155E+11”')
  await expect(dialog.getByRole('button', { name: 'Import 1 payment' })).toBeDisabled()

  const cash = 'Date,Credit,Narration,Narration\n04/03/26,500,CASH DEPOSIT-CASH DEPOSIT SELF--,x'
  await choose(page, 'other.csv', cash)
  await expect(dialog.getByText('Several columns have this name.')).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Import 1 payment' })).toBeDisabled()
  await dialog.getByLabel('Description').selectOption('Narration (column 3)')
  await dialog.getByRole('button', { name: 'Import 1 payment' }).click()
  await expect(dialog.getByRole('alert')).toContainText('1 payment looks like one in sbi.xls.')
  await expect(dialog.getByRole('alert')).toContainText('₹500, CASH DEPOSIT')
  await isSound(page)
  await dialog.getByRole('button', { name: 'Skip duplicate payments' }).click()
  await expect(toastOf(page)).toContainText('0 payments added, 1 already imported.')
})

test('staff match a payment with a wrong sum by hand, and note the refunds of an order and of its fee', async ({
  page,
  school,
  problems,
}) => {
  problems.allow(/409/)
  const [course] = (await school.http('GET', '/api/courses')).body.filter(
    ({ booking_available }: { booking_available: boolean }) => booking_available,
  )
  const seat = await enrol(school, course.id, {
    fullName: 'Yazhini Selvan',
    email: 'hand@mail.example',
    phone: '9000012346',
  })
  await open(page, '/admin#money')
  await drop(page, '02/03/26,CASH DEPOSIT,607212345111,,1.00,1')
  await page.getByRole('button', { name: 'Import 1 payment' }).click()
  await page.getByRole('button', { name: /^Match manually: ₹1/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Match manually' })
  await dialog.getByRole('button', { name: 'Settle' }).click()
  await expect(dialog.getByText('Choose what the payment is for')).toBeVisible()
  await dialog.getByLabel('Find who paid').fill('Yazhini')
  await dialog.getByRole('radio', { name: /Yazhini Selvan/ }).check()
  await expect(
    dialog.getByText('If you settle anyway, the seat or order is confirmed. Any balance stays due.'),
  ).toBeVisible()
  await isSound(page)
  await dialog.getByRole('button', { name: 'Settle anyway' }).click()
  await expect(toastOf(page)).toContainText('Payment recorded')
  const { status } = await school.db.read
    .selectFrom('seat')
    .select('status')
    .where('id', '=', seat.id)
    .executeTakeFirstOrThrow()
  expect(status).toBe('confirmed')

  // The refund of a cancelled order and the refund of its fee for a second delivery are separate.
  const { orders, payables, settlement } = school.app.services
  const id = await orderFor(school, '2026-03-02', [{ productId: null, quantity: 1 }], { status: 'shipped' })
  const by = { userId: 'staff', email: 'staff@malar.example' }
  const missed = { kind: 'not-reached' as const, at: school.deps.clock.now() }
  await school.db.transaction((tx) => orders.press(tx, id, missed, null, by))
  const fee = await school.db.transaction((tx) => orders.charge(tx, id, { amount: 8_000 }, by))
  await settlement.markPaid(payables['order-charge'], fee.id, {}, by)
  await orders.setStatus(id, { status: 'cancelled' }, by)
  school.deps.clock.advance(statusUndoMs)
  await orders.runDueEffects()
  await open(page, '/admin#money?view=back')
  await expect(page.getByText('2 refunds due in total')).toBeVisible()
  const noteRefund = page.getByRole('button', { name: /^Record refund: Kayal Devi/ })
  for (const left of [1, 0]) {
    await noteRefund.first().click()
    const refund = page.getByRole('dialog', { name: 'Record refund' })
    await refund.getByLabel('Refund method').selectOption('UPI')
    await refund.getByLabel('Note').fill('Sent back by UPI')
    await refund.getByRole('button', { name: 'Record refund' }).click()
    // The list may reload behind the dialog, so the test first waits until the dialog is closed.
    await expect(refund).toBeHidden()
    await expect(noteRefund).toHaveCount(left)
  }
  expect(await refundsOf(school, id)).toMatchObject([{ note: 'Sent back by UPI' }])
  expect(await refundsOf(school, fee.id)).toMatchObject([
    { note: 'Sent back by UPI', amount_in_paise: 8_000 },
  ])
})
