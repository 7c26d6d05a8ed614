import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { isSound } from '../../harness/accessibility.ts'
import { beSignedIn, expect, open, test, toastOf } from '../../harness/browser.ts'
import { addCourse, enrol } from '../../harness/seats.ts'

const main = (page: Page) => page.getByRole('main')
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Personal data' })
const meena = { fullName: 'Meena Erasable', email: 'meena@example.com', phone: '9812345670' }

test('an owner sees and exports the data stored about a person, and erases all of it except a current seat', {
  tag: '@phone',
}, async ({ page, school, problems }) => {
  problems.allow(/the server responded with a status of 404/)
  const { id } = await addCourse(school, { title: 'Temple Garlands', nextbatch: '2026-03-12' })
  await enrol(school, id, meena)
  await school.http('POST', '/api/landing/email', { body: { email: meena.email } })
  await beSignedIn(page, school, 'owner')
  await open(page, '/admin#students')
  await main(page).getByRole('button', { name: 'Personal data' }).click()
  const who = dialog(page).getByLabel('E-mail, phone, name or number')
  await who.fill('nobody@example.com')
  await page.keyboard.press('Enter')
  await expect(dialog(page).getByText('We have no records for this name, address or number.')).toBeVisible()
  await who.fill('MEENA@example.com')
  await page.keyboard.press('Enter')
  await expect(dialog(page).getByRole('heading', { name: meena.fullName })).toBeVisible()
  await expect(dialog(page).getByText('Newsletter: 1')).toBeVisible()
  await expect(dialog(page).getByText(/is a seat in Temple Garlands/)).toBeVisible()
  await isSound(page)

  const coming = page.waitForEvent('download')
  await dialog(page).getByRole('button', { name: 'Export as a page' }).click()
  const file = await coming
  expect(file.suggestedFilename()).toBe('personal-data.html')
  expect(readFileSync(await file.path(), 'utf8')).toContain('Temple Garlands')

  const erase = dialog(page).getByRole('button', { name: 'Erase', exact: true })
  await expect(erase).toBeDisabled()
  await dialog(page).getByLabel('Erase everything else now').check()
  await erase.click()
  const question = page.getByRole('alertdialog', { name: `Erase ${meena.fullName}?` })
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await question.getByRole('button', { name: 'Erase', exact: true }).click()
  await expect(toastOf(page)).toContainText('The dialog shows the data that we must keep.')
  await expect(dialog(page).getByRole('status')).toContainText('Newsletter: 1')
  await expect(dialog(page).getByText(/is a seat in Temple Garlands/)).toBeVisible()
})

test('an owner erases a person’s name from another student’s question, and keeps the rest of the question', async ({
  page,
  school,
}) => {
  const { id } = await addCourse(school, { title: 'Temple Garlands', nextbatch: '2026-03-12' })
  await enrol(school, id, { ...meena, questions: 'Is Latha Rajan coming, 98989 89898?' })
  await beSignedIn(page, school, 'owner')
  await open(page, '/admin#students')
  await main(page).getByRole('button', { name: 'Personal data' }).click()
  await dialog(page).getByLabel('E-mail, phone, name or number').fill('Latha Rajan')
  await page.keyboard.press('Enter')
  const entry = dialog(page).getByLabel(/Is Latha Rajan coming/)
  await entry.check()
  await isSound(page)
  await dialog(page).getByRole('button', { name: 'Erase', exact: true }).click()
  const question = page.getByRole('alertdialog', { name: 'Erase Latha Rajan?' })
  await question.getByRole('button', { name: 'Erase', exact: true }).click()
  await expect(dialog(page).getByRole('status')).toContainText('Text written by others: 1')
  const seats = await school.db.read
    .selectFrom('seat')
    .select(['name', 'question'])
    .where('email', '=', meena.email)
    .execute()
  expect(seats).toEqual([{ name: meena.fullName, question: 'Is Erased coming, 98989 89898?' }])
})
