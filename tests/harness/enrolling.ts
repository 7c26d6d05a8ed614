import type { Page } from '@playwright/test'
import { expect } from './browser.ts'

/** The visitor's input in the enrolment dialog. */
export const student = {
  name: 'Meena Krishnan',
  email: 'meena@mail.example',
  phone: '9840012345',
  questions: 'Do you also teach in Tamil?',
}

export const dialogOf = (page: Page) => page.getByRole('dialog')

/** Presses Enroll Now at the course with this title. */
export async function askToEnrol(page: Page, title: string): Promise<void> {
  await page.getByRole('button', { name: `Enroll Now: ${title}`, exact: true }).click()
  await expect(dialogOf(page)).toHaveAccessibleName('Enrol in this course')
}

export async function fillPerson(page: Page, person = student): Promise<void> {
  const dialog = dialogOf(page)
  await dialog.getByLabel('Full Name').fill(person.name)
  await dialog.getByLabel('Email').fill(person.email)
  await dialog.getByLabel('Phone Number').fill(person.phone)
  await dialog.getByLabel('Questions').fill(person.questions)
}

export async function fillEnrolment(page: Page): Promise<void> {
  await fillPerson(page)
  await dialogOf(page).getByRole('radio', { name: /^UPI/ }).check()
}

/** Goes through the form to the review, and stops before the button Confirm enrolment. */
export async function fillAndReview(page: Page, title: string): Promise<void> {
  await askToEnrol(page, title)
  await fillEnrolment(page)
  await dialogOf(page).getByRole('button', { name: 'Review enrolment' }).click()
  await expect(dialogOf(page)).toHaveAccessibleName('Review your details')
}

export const confirmButton = (page: Page) => dialogOf(page).getByRole('button', { name: 'Confirm enrolment' })

/** Presses Esc in a dialog that has input, and discards the input. */
export async function escapeAndDiscard(page: Page): Promise<void> {
  await page.keyboard.press('Escape')
  const question = page.getByRole('alertdialog', { name: 'Keep what you typed?' })
  await question.getByRole('button', { name: 'Discard' }).click()
  await expect(dialogOf(page)).toHaveCount(0)
}
