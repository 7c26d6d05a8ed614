import type { Page } from '@playwright/test'
import { isSound } from '../../harness/accessibility.ts'
import type { TestApp } from '../../harness/app.ts'
import { beSignedIn, expect, failed, open, test, toastOf } from '../../harness/browser.ts'
import { newestLetterTo } from '../../harness/letters.ts'
import { placeOrder } from '../../harness/orders.ts'
import { addCourse, enrol } from '../../harness/seats.ts'

const by = { userId: 'staff', email: 'staff@malar.example' }
const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const main = (page: Page) => page.getByRole('main')

async function pathIn(school: TestApp, email: string): Promise<string> {
  const [, path = ''] = /(\/receipt\/\S+)/.exec((await newestLetterTo(school, email)).text) ?? []
  return path
}

/** Adds a seat that is paid in part, and returns the seat with the path of the receipt in its e-mail. */
async function paidSeat(school: TestApp) {
  const course = await addCourse(school, { title: 'Temple Garlands', price: 150_000 })
  const seat = await enrol(school, course.id)
  school.deps.clock.advance(1000)
  const part = { method: 'cash' as const, amount: 77_700, acceptDifference: true }
  const { payables, settlement } = school.app.services
  await settlement.markPaid(payables.enrolment, seat.id, part, by)
  return { ...seat, path: await pathIn(school, 'meena@mail.example') }
}

test('a damaged receipt link shows an error, and the link in the e-mail shows a receipt that prints on one sheet', {
  tag: '@phone',
}, async ({ page, school, wire }) => {
  const { path, reference } = await paidSeat(school)
  const cut = path.slice(0, -1)
  failed(page.context(), `${school.url}${cut}`)
  failed(page.context(), `${school.url}/api${cut}`)
  await open(page, cut)
  await expect(heading(page)).toHaveText('This link no longer works')
  await wire.answer('GET /api/receipt/:token', 'offline')
  await open(page, path)
  await expect(heading(page)).toHaveText('Your receipt')
  const sheet = page.getByRole('region', { name: /^Receipt R-2026-/ })
  for (const fact of [
    'Temple Garlands',
    reference,
    'Rupees seven hundred seventy-seven only',
    'Cash',
    '₹723',
  ])
    await expect(sheet).toContainText(fact)
  await expect(sheet).not.toContainText('Void')
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
  await isSound(page)

  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  await expect(page.getByRole('navigation')).toHaveCount(0)
  await expect(page.getByRole('button')).toHaveCount(0)
  for (const footer of await page.locator('footer').all()) await expect(footer).toBeHidden()
  await expect(sheet).toBeVisible()
  const colours = () =>
    sheet.evaluate((it) => [getComputedStyle(document.body).backgroundColor, getComputedStyle(it).color])
  expect(await colours()).toEqual(['rgb(255, 255, 255)', 'rgb(0, 0, 0)'])
  // The letterhead contains the school's name and address, so the receipt does not repeat the address.
  await expect(page.getByText('14 Malligai Street').filter({ visible: true })).toHaveCount(1)
  const pdf = (await page.pdf({ format: 'A4' })).toString('latin1')
  expect(pdf.match(/\/Type\s*\/Page\b/g)).toHaveLength(1)
})

test('a void receipt can be read without scripts and says that it is void', async ({ browser, school }) => {
  const { id, path } = await paidSeat(school)
  const entry = await school.db.read
    .selectFrom('allocation')
    .select('receipt_id')
    .where('subject_id', '=', id)
    .executeTakeFirstOrThrow()
  await school.db.transaction((tx) =>
    school.app.services.moneyDesk.reverse(tx, entry.receipt_id, { reason: 'Meant for Devi' }, by),
  )
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto(school.url + path)
  await expect(main(page)).toContainText('This receipt is void. It was issued by mistake.')
  await expect(main(page)).toContainText('Meena Krishnan')
  await expect(main(page)).not.toContainText('Devi')
  await expect(main(page).getByRole('button')).toHaveCount(0)
  await context.close()
})

test('staff note cash for an order and reach its receipt in at most four clicks from the list of orders', {
  tag: '@phone',
}, async ({ page, school }) => {
  const id = await placeOrder(school, [{ productId: null, quantity: 1, priceInRupees: 880 }])
  const { number, email } = await school.db.read
    .selectFrom('shop_order')
    .select(['number', 'email'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  await beSignedIn(page, school, 'staff')
  school.deps.clock.advance(1000)
  await open(page, `/admin#orders?q=${number}`)
  let presses = 0
  const press = async (name: string | RegExp, within = page.getByRole('main')) => {
    presses++
    await within.getByRole('button', { name }).click()
  }
  await press(`Mark paid of ${number}`)
  const paying = page.getByRole('dialog', { name: 'Mark paid' })
  // The press that opens the list of payment methods is counted here, because `selectOption` needs no press.
  presses++
  await paying.getByLabel('Payment method').selectOption('Cash')
  await press('Mark paid', paying)
  await expect(toastOf(page)).toContainText('Payment recorded')
  await expect(paying).toBeHidden()
  await press(`View Details of ${number}`)
  const details = page.getByRole('dialog', { name: `Order ${number}` })
  const money = details.getByRole('region', { name: 'Payments' })
  await expect(money).toContainText('₹1,000 Cash')
  const receipt = money.getByRole('button', { name: /^Receipt R-2026-/ })
  await expect(receipt).toBeVisible()
  expect(presses).toBeLessThanOrEqual(4)
  expect(await pathIn(school, email)).toMatch(/^\/receipt\//)
  await receipt.click()
  const sheet = page.getByRole('region', { name: /^Receipt R-2026-/ })
  await expect(sheet).toContainText('Rupees one thousand only')
  await expect(sheet).toContainText(number)
  // The printed page contains only the receipt, and not the order behind it.
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByText('Subtotal')).toBeHidden()
  await expect(sheet).toBeVisible()
})

test('the money desk opens the receipts of a seat’s payments, and says when they fail to load', {
  tag: '@phone',
}, async ({ page, school, wire, problems }) => {
  const { id, reference } = await paidSeat(school)
  const { moneyDesk } = school.app.services
  const row = { day: '2026-03-02', description: 'IMPS', reference: '607212345111', amount: '723.00' }
  await school.db.transaction((tx) => moneyDesk.importRows(tx, { fileName: 'march.csv', rows: [row] }, by))
  const lines = await school.db.read.selectFrom('statement_line').select(['id', 'reference']).execute()
  const line = lines.find((one) => one.reference === row.reference)?.id ?? ''
  await beSignedIn(page, school, 'staff')
  await open(page, '/admin#money')
  const button = page.getByRole('button', { name: `Receipts: Meena Krishnan, ${reference}` })
  const dialog = page.getByRole('dialog', { name: 'Payments' })
  problems.allow(/500/)
  await wire.answer('GET /api/admin/money/of/:kind/:id', { status: 500, json: {} })
  await button.click()
  await expect(dialog).toContainText('We couldn’t load the payments.')
  await wire.restore('GET /api/admin/money/of/:kind/:id')
  await dialog.getByRole('button', { name: /again/ }).click()
  await expect(dialog.getByRole('button', { name: /^Receipt R-2026-/ })).toHaveCount(1)
  await isSound(page)
  await dialog.getByRole('button', { name: 'Close' }).last().click()

  // The clock moves on, because the list of payments is sorted by time, oldest first.
  school.deps.clock.advance(1000)
  await moneyDesk.confirm([{ line, kind: 'enrolment', id }], by)
  await open(page, '/admin#money?view=received')
  await expect(page.getByText('No payments to settle')).toBeVisible()
  await page.getByRole('group', { name: 'Show' }).getByRole('button', { name: 'Settled' }).click()
  await button.click()
  const receipts = dialog.getByRole('button', { name: /^Receipt R-2026-/ })
  await expect(receipts).toHaveCount(2)
  await receipts.last().click()
  await expect(page.getByRole('region', { name: /^Receipt R-2026-/ })).toContainText('Bank transfer')
})
