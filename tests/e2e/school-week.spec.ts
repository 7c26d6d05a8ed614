import type { Page } from '@playwright/test'
import { isSound } from '../harness/accessibility.ts'
import { beSignedIn, expect, open, test, toastOf } from '../harness/browser.ts'
import { addCourse, enrol } from '../harness/seats.ts'

/** Tasks of a school's week that no other journey walks (D§8, docs/behaviour/staff.md). */

const main = (page: Page) => page.getByRole('main')
const dialog = (page: Page) => page.getByRole('dialog')

test('task 31: whoever has a seat in the batch is said though nobody was chosen; the figures count a new seat', {
  tag: '@both',
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
  const already = dialog(page).getByText('Kavya Rajan has a seat in this batch already.')
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
  // By the mailbox too.
  await dialog(page).getByLabel('Email').fill('Kavya@mail.example')
  await expect(already).toBeVisible()
  await dialog(page).getByLabel('Email').fill('')
  await expect(already).toBeHidden()
  await dialog(page).getByRole('radio', { name: 'Cash' }).click()
  await dialog(page).getByRole('button', { name: 'Add', exact: true }).click()
  await expect(toastOf(page)).toContainText('Kavya R has a seat')
  await expect.poll(() => rupeesIn(revenue.innerText())).toBe(before + 1500)
})

test('tasks 12 and 29: who owes the rest is asked by a chat from the money desk, and pays it there', {
  tag: '@both',
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
    /wa\.me\/919876543219\?text=Hello%20Kavya%20Rajan.*Temple%20Garlands/,
  )
  await owing.getByRole('button', { name: `Manage Kavya Rajan, ${seat.reference}` }).click()
  for (const [sum, then] of [
    ['777', 'Part paid'],
    ['723', 'Paid'],
  ] as const) {
    await dialog(page).getByRole('button', { name: 'Mark paid' }).click()
    const paying = page.getByRole('dialog', { name: 'Mark paid' })
    await paying.getByLabel('Sum').fill(sum)
    await paying.getByLabel('How it came').selectOption('Cash')
    // What lies beneath is dimmed, so that the two are not taken for one.
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
