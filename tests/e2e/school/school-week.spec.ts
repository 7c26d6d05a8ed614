import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { isSound } from '../../harness/accessibility.ts'
import { beSignedIn, expect, open, openFilters, test, toastOf } from '../../harness/browser.ts'
import { addCourse, enrol } from '../../harness/seats.ts'

/** This file tests those tasks of a school's week that no other journey tests (docs/behaviour/staff.md). */

const main = (page: Page) => page.getByRole('main')
const dialog = (page: Page) => page.getByRole('dialog')

test('"Add a person" warns that a person has a seat in the batch, and the figures count a new seat', {
  tag: '@phone',
}, async ({ page, school }) => {
  await beSignedIn(page, school, 'owner')
  const course = await addCourse(school, { title: 'Temple Garlands', price: 150_000 })
  await enrol(school, course.id, {
    fullName: 'Kavya Rajan',
    email: 'kavya@mail.example',
    phone: '9876543219',
  })
  await open(page, '/admin')
  const revenue = main(page).getByRole('list', { name: 'Figures' }).getByRole('listitem').first()
  await expect(revenue).toContainText('₹')
  const before = await rupeesIn(revenue.innerText())
  await main(page).getByRole('button', { name: 'Add a person' }).click()
  const already = dialog(page).getByText('Kavya Rajan already has a seat in this batch.')
  await dialog(page).getByLabel('Full name').fill('Kavya R')
  await dialog(page).getByLabel('Phone').fill('+91 98765 43219')
  await dialog(page).getByLabel('Search batches by class or date').fill('temple')
  await dialog(page)
    .getByRole('radio', { name: /Temple Garlands/ })
    .click()
  await expect(already).toBeVisible()
  await isSound(page)
  await dialog(page).getByLabel('Phone').fill('98765 43210')
  await expect(already).toBeHidden()
  // The warning also appears if the e-mail addresses are equal, even in different capitals.
  await dialog(page).getByLabel('Email').fill('Kavya@mail.example')
  await expect(already).toBeVisible()
  await dialog(page).getByLabel('Email').fill('')
  await expect(already).toBeHidden()
  await dialog(page).getByRole('radio', { name: 'Cash' }).click()
  await dialog(page).getByRole('button', { name: 'Add', exact: true }).click()
  await expect(toastOf(page)).toContainText('Seat booked for Kavya R')
  await expect.poll(() => rupeesIn(revenue.innerText())).toBe(before + 1500)
})

test('the money desk links to a chat with a student who owes money, and takes the payment in two parts', {
  tag: '@phone',
}, async ({ page, school }) => {
  await beSignedIn(page, school, 'owner')
  const course = await addCourse(school, { title: 'Temple Garlands', price: 150_000 })
  const seat = await enrol(school, course.id, {
    fullName: 'Kavya Rajan',
    email: 'kavya@mail.example',
    phone: '9876543219',
  })
  await open(page, '/admin#money')
  const owing = main(page)
    .getByRole('listitem')
    .or(main(page).getByRole('row'))
    .filter({ hasText: seat.reference })
  await expect(owing.getByRole('link', { name: /WhatsApp/ })).toHaveAttribute(
    'href',
    /wa\.me\/919876543219\?text=Hello%2C%20this%20is%20about.*Temple%20Garlands/,
  )
  await owing.getByRole('button', { name: `Manage Kavya Rajan, ${seat.reference}` }).click()
  for (const [sum, then] of [
    ['777', 'Part paid'],
    ['723', 'Paid'],
  ] as const) {
    await dialog(page).getByRole('button', { name: 'Mark paid' }).click()
    const paying = page.getByRole('dialog', { name: 'Mark paid' })
    await paying.getByLabel('Amount').fill(sum)
    await paying.getByLabel('Payment method').selectOption('Cash')
    // The lower dialog is dimmed, so that the two dialogs do not look like one dialog.
    await expect(page.locator('.scrim')).toHaveCount(2)
    await paying.getByRole('button', { name: 'Mark paid' }).click()
    await expect(paying).toBeHidden()
    await expect(dialog(page).getByText(then, { exact: true })).toBeVisible()
    if (sum === '777') {
      await expect(dialog(page).getByText('₹723 still due')).toBeVisible()
      await expect(page.locator('main')).toContainText('₹723')
    }
  }
  await dialog(page).getByRole('button', { name: 'Close' }).last().click()
  await expect(owing).toBeHidden()
})

async function rupeesIn(text: Promise<string>): Promise<number> {
  return Number((await text).match(/₹([\d,]+)/)?.[1]?.replaceAll(',', ''))
}

test('a seat with its own price is paid, cancelled and refunded, and is then no longer marked as due', {
  tag: '@phone',
}, async ({ page, school }) => {
  await beSignedIn(page, school, 'owner')
  const course = await addCourse(school, { title: 'Temple Garlands', price: 150_000 })
  const seat = await enrol(school, course.id, { fullName: 'Kavya Rajan', email: 'kavya@mail.example' })
  await open(page, `/admin#event-class-enrollments?q=${seat.reference}`)
  await main(page)
    .getByRole('button', { name: /^Manage Kavya/ })
    .click()
  const payment = dialog(page).first().locator('dd').filter({ hasText: '₹' })
  await dialog(page).getByRole('button', { name: 'Change price' }).click()
  const pricing = page.getByRole('dialog', { name: 'Change price' })
  await pricing.getByLabel('Price').fill('1200')
  await pricing.getByRole('button', { name: 'Save price' }).click()
  await expect(pricing.getByLabel('Reason')).toHaveAttribute('aria-invalid', 'true')
  await pricing.getByLabel('Reason').fill('Her sister learns here too')
  await pricing.getByRole('button', { name: 'Save price' }).click()
  await expect(pricing).toBeHidden()
  await expect(payment).toContainText('Due ₹1,200', { useInnerText: true })
  await dialog(page).getByRole('button', { name: 'Mark paid' }).click()
  const paying = page.getByRole('dialog', { name: 'Mark paid' })
  await paying.getByLabel('Payment method').selectOption('Cash')
  await paying.getByRole('button', { name: 'Mark paid' }).click()
  await expect(payment).toContainText('Paid')
  await dialog(page).getByRole('button', { name: 'Cancel this seat' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel seat' }).click()
  await expect(payment).toContainText('Needs attention')
  await dialog(page).getByRole('button', { name: 'Record refund' }).click()
  const refund = page.getByRole('dialog', { name: 'Record refund' })
  await expect(refund.getByLabel('Amount')).toHaveValue('1200')
  await refund.getByLabel('Refund method').selectOption('UPI')
  await refund.getByLabel('Note').fill('She moved to Madurai')
  await refund.getByRole('button', { name: 'Record refund' }).click()
  await expect(refund).toBeHidden()
  await expect(payment).toContainText('Refunded')
  await expect(payment).not.toContainText(/due/i)
})

test('days closed in the office hours are announced with their reason on the contact page', async ({
  page,
  school,
}) => {
  await beSignedIn(page, school, 'owner')
  await open(page, '/admin#office-timing')
  await main(page).getByRole('link', { name: 'Closed days' }).click()
  await main(page).getByRole('button', { name: 'Add Day' }).click()
  await dialog(page).getByLabel(/^Day/).fill('2026-03-20')
  await dialog(page).getByLabel('Last day').fill('2026-03-21')
  await dialog(page).getByLabel('Closed for').fill('Panguni Uthiram')
  await dialog(page).getByRole('button', { name: 'Add Day' }).click()
  // Sessions are planned on the closed days. The page asks about these sessions, and Esc leaves the decision for later.
  await expect(page.getByRole('dialog', { name: 'Plans on closed days' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toBeHidden()
  await expect(main(page).getByText('Closed for Panguni Uthiram').first()).toBeVisible()
  await open(page, '/contact')
  await expect(main(page).getByText('Closed from 20 March to 21 March for Panguni Uthiram')).toBeVisible()
})

test('staff open the day sheet, answer an enquiry by chat, and export last month’s enrollments', {
  tag: '@phone',
}, async ({ page, school }) => {
  await beSignedIn(page, school, 'owner')
  await open(page, '/admin')
  await main(page).getByRole('link', { name: 'Today’s sheet' }).click()
  await main(page)
    .getByRole('link', { name: /^Next: / })
    .or(main(page).getByRole('button', { name: /^Next: / }))
    .click()
  await expect(main(page).getByRole('button', { name: 'Print the day sheet' })).toBeVisible()

  await open(page, '/admin#category-visitor-list')
  await expect(
    main(page)
      .getByRole('link', { name: /WhatsApp/ })
      .first(),
  ).toHaveAttribute('href', /wa\.me\/91\d{10}\?text=Hello%2C%20this%20is%20about%20your%20enquiry/)

  await open(page, '/admin#event-class-enrollments')
  await expect(main(page).getByText('enrolments in total').first()).toBeVisible()
  await openFilters(page)
  await main(page).getByLabel('Booked from').fill('2026-02-01')
  await main(page).getByLabel('Booked until').fill('2026-02-28')
  await expect(main(page).getByRole('button', { name: 'Reset' })).toBeVisible()
  const saving = page.waitForEvent('download')
  await main(page).getByRole('button', { name: 'Export CSV of Class Enrollments' }).click()
  const lines = readFileSync(await (await saving).path(), 'utf8')
    .trim()
    .split('\n')
  const received = lines.slice(1).map((line) => line.trim().split(',').at(-1))
  expect(received.length).toBeGreaterThan(1)
  expect(received.filter((day) => !day?.includes('2026-02'))).toEqual([])
})

test('staff close a batch, which then sells no seat, and open it again', {
  tag: '@phone',
}, async ({ page, school }) => {
  await beSignedIn(page, school, 'owner')
  const course = await addCourse(school, { title: 'Temple Garlands' })
  const [batch] = await school.db.read
    .selectFrom('batch')
    .select('id')
    .where('course_id', '=', course.id)
    .execute()
  const seat = (email: string) =>
    enrol(school, course.id, { fullName: 'Kavya Rajan', email, batchId: batch?.id })
  await open(page, '/admin#classes?q=Temple')
  await main(page).getByRole('button', { name: 'View Temple Garlands' }).click()
  await dialog(page)
    .getByRole('button', { name: /^Close enrolment/ })
    .click()
  await expect(toastOf(page)).toContainText('Enrolment closed')
  await expect(seat('kavya@mail.example')).rejects.toThrow('not enrolled: 409')
  await dialog(page)
    .getByRole('button', { name: /^Open enrolment/ })
    .click()
  await expect(toastOf(page)).toContainText('Enrolment open')
  expect((await seat('uma@mail.example')).status).toBe('pending')
})
