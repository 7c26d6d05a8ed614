import type { Page } from '@playwright/test'
import { isSound } from '../../harness/accessibility.ts'
import { beSignedIn, expect, open, test, toastOf } from '../../harness/browser.ts'
import { addCourse, enrol } from '../../harness/seats.ts'

const main = (page: Page) => page.getByRole('main')
const dialog = (page: Page) => page.getByRole('dialog')

/** Counts the clicks and taps on the page. */
async function countPresses(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    const counted = window as unknown as { presses: number }
    counted.presses = 0
    addEventListener('pointerdown', () => counted.presses++, true)
  })
  return () => page.evaluate(() => (window as unknown as { presses: number }).presses)
}

test('staff enrol a caller in at most six clicks, and the form fills itself in for a known caller', {
  tag: '@phone',
}, async ({ page, school }) => {
  await beSignedIn(page, school, 'staff')
  await addCourse(school, { title: 'Temple Garlands', nextbatch: '2026-03-12' })
  await open(page, '/admin')
  const presses = await countPresses(page)
  await main(page).getByRole('button', { name: 'Add a person' }).click()
  await dialog(page).getByLabel('Find a person').fill('Kavya Rajan')
  await expect(dialog(page).getByText('No match. Fill in their details below.')).toBeVisible()
  await expect(dialog(page).getByLabel('Full name')).toHaveValue('Kavya Rajan')
  await dialog(page).getByLabel('Phone').fill('+91 98765 43219')
  await dialog(page).getByLabel('Search batches by class or date').fill('temple 12 march')
  await dialog(page)
    .getByRole('radio', { name: /Temple Garlands/ })
    .click()
  await dialog(page).getByRole('radio', { name: 'Cash' }).click()
  await isSound(page)
  await dialog(page).getByRole('button', { name: 'Add', exact: true }).click()
  await expect(toastOf(page)).toContainText('Seat booked for Kavya Rajan')
  await expect(toastOf(page)).toContainText('You can send the WhatsApp message from Messages.')
  expect(await presses()).toBeLessThanOrEqual(6)
  // The toast would cover the header for five seconds.
  await toastOf(page).getByRole('button', { name: 'Dismiss' }).click()

  // The form fills itself in for a known person.
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  await page.getByRole('combobox').fill('add a person')
  await page.getByRole('option', { name: 'Add a person' }).click()
  await dialog(page).getByLabel('Find a person').fill('98765 43219')
  await dialog(page)
    .getByRole('button', { name: /Kavya Rajan/ })
    .click()
  await expect(dialog(page).getByText('1 past class, most recently Temple Garlands')).toBeVisible()
  await expect(dialog(page).getByLabel('Full name')).toHaveValue('Kavya Rajan')
  await expect(dialog(page).getByLabel('Phone')).toHaveValue('9876543219')
})

test('a search result of the palette opens a seat, where staff correct the name and reach the person’s page', {
  tag: '@phone',
}, async ({ page, school }) => {
  await beSignedIn(page, school, 'staff')
  const course = await addCourse(school, { title: 'Temple Garlands' })
  await enrol(school, course.id, {
    fullName: 'Kavya Rajan',
    email: 'kavya@mail.example',
    phone: '9876543219',
  })
  await open(page, '/admin')
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  await page.getByRole('combobox').fill('+91 98765 43219')
  await page.getByRole('option', { name: /Kavya Rajan/ }).click()
  await expect(dialog(page).getByRole('heading', { name: 'Kavya Rajan' })).toBeVisible()
  await dialog(page).getByRole('button', { name: 'Edit contact details' }).click()
  await dialog(page).last().getByLabel('Full name').fill('Kavya Raman')
  await dialog(page).last().getByLabel('Email').fill('kavya.raman@mail.example')
  await dialog(page).last().getByRole('button', { name: 'Save', exact: true }).click()
  await expect(toastOf(page)).toContainText('Details saved')
  await dialog(page).getByRole('link', { name: 'Everything about Kavya Raman' }).click()
  await expect(page).toHaveURL(/#person\?of=seat\.[\w-]+$/)
  await expect(main(page).getByRole('heading', { name: 'Kavya Raman' })).toBeVisible()
  await expect(main(page).getByRole('link', { name: 'kavya.raman@mail.example' })).toBeVisible()
  await expect(main(page).getByRole('link', { name: /WhatsApp/ })).toHaveAttribute(
    'href',
    /wa\.me\/919876543219\?text=Hello%2C%20this%20is%20about.*Temple%20Garlands/,
  )
  await expect(main(page).getByRole('region', { name: 'Seats' })).toContainText('Temple Garlands')
  await isSound(page)
})
