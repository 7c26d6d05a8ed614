import type { Page } from '@playwright/test'
import { isSound } from '../../harness/accessibility.ts'
import { testNow } from '../../harness/app.ts'
import { expect, open, test, toastOf } from '../../harness/browser.ts'
import {
  askToEnrol,
  confirmButton,
  dialogOf,
  escapeAndDiscard,
  fillAndReview,
  fillEnrolment,
  student,
} from '../../harness/enrolling.ts'
import { enrolmentBody } from '../../harness/seats.ts'

const course = 'Table Flowers for the Home'
const review = (page: Page) => dialogOf(page).getByRole('button', { name: 'Review enrolment' })
const enrolments = (school: import('../../harness/app.ts').TestApp) =>
  school.db.read.selectFrom('seat').selectAll().where('email', '=', student.email).execute()

test('an enrolment leads through form and review to a reference and a payment link, and its card counts the seat', async ({
  page,
  school,
}) => {
  // The browser has the same time as the server of these tests.
  await page.clock.setFixedTime(testNow)
  await open(page, '/classes')
  const seats = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: course }) })
  await expect(seats).toContainText('11 of 14 left')
  await askToEnrol(page, course)
  const dialog = dialogOf(page)
  const [upi, code] = [/^UPI/, /^QR Code/].map((name) => dialog.getByRole('radio', { name }))
  const mark = (radio = upi) => radio?.evaluate((one) => getComputedStyle(one, '::before').scale)
  expect([await mark(), await mark(code)]).toEqual(['0', '0'])
  await fillEnrolment(page)
  await expect.poll(mark).toBe('1')
  expect(await mark(code)).toBe('0')
  // A click beside the dialog does not delete the input.
  await page.mouse.click(5, 400)
  await review(page).click()
  for (const text of [course, student.name, student.email, '+91 9840012345', 'UPI', student.questions])
    await expect(dialog.getByText(text, { exact: true })).toBeVisible()
  await dialog.getByRole('button', { name: 'Edit details' }).click()
  await expect(dialog.getByLabel('Full Name')).toHaveValue(student.name)
  await expect(dialog.getByLabel('Questions')).toHaveValue(student.questions)
  await expect(dialog.getByRole('radio', { name: /^UPI/ })).toBeChecked()
  await review(page).click()
  expect(await enrolments(school)).toHaveLength(0)

  const sent = page.waitForRequest((request) => request.method() === 'POST')
  await confirmButton(page).click()
  expect((await sent).postDataJSON()).toMatchObject({
    fullName: student.name,
    email: student.email,
    phone: student.phone,
    questions: student.questions,
    paymentMethod: 'UPI',
    courseTitle: course,
    status: 'pending',
  })
  await expect(dialog).toHaveAccessibleName('Enrolment received')
  await expect(dialog).toContainText('We’ll also send you a WhatsApp message.')
  const [row] = await enrolments(school)
  expect(row?.status).toBe('pending')
  await expect(dialog).toContainText(row?.reference ?? 'no row')
  const file = dialog.getByRole('link', { name: 'Add to my calendar' })
  const { text } = await school.http('GET', (await file.getAttribute('href')) ?? '')
  expect(text).toContain(`SUMMARY:${course}`)
  const pay = dialog.getByRole('link', { name: 'Pay now' })
  await expect(pay).toHaveAttribute('href', new RegExp(`^/payment\\?enrollment=${row?.id}&amount=\\d+\\.00$`))

  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(seats).toContainText('10 of 14 left')
  await askToEnrol(page, course)
  for (const label of ['Full Name', 'Email', 'Phone Number', 'Questions'])
    await expect(dialog.getByLabel(label)).toHaveValue('')
  await expect(dialog.getByRole('radio', { name: /^UPI/ })).not.toBeChecked()
})

test('each step of the enrolment dialog takes the focus and starts at its top, even in a low window', {
  tag: '@phone',
}, async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 420 })
  await open(page, '/classes')
  await askToEnrol(page, course)
  const dialog = dialogOf(page)
  const focused = page.locator('[role=dialog]:focus-within')
  const scrolled = () => dialog.evaluate((sheet) => sheet.scrollTop)
  const toTheEnd = () => dialog.evaluate((sheet) => sheet.scrollTo(0, sheet.scrollHeight))
  const isAtItsTop = async (name: string) => {
    await expect(dialog).toHaveAccessibleName(name)
    await expect(focused).toHaveCount(1)
    await expect.poll(scrolled).toBe(0)
  }
  await fillEnrolment(page)
  await toTheEnd()
  expect(await scrolled()).toBeGreaterThan(50)
  await review(page).click()
  await isAtItsTop('Review your details')
  await toTheEnd()
  expect(await scrolled()).toBeGreaterThan(50)
  await dialog.getByRole('button', { name: 'Edit details' }).press('Enter')
  await isAtItsTop('Enrol in this course')
  await dialog.getByLabel('Full Name').press('Enter')
  await isAtItsTop('Review your details')
  await toTheEnd()
  await confirmButton(page).press('Enter')
  await isAtItsTop('Enrolment received')
  await expect(dialog.getByRole('heading', { level: 2 })).toBeInViewport()
})

test('Back closes the enrolment dialog and then leaves the page; a reload keeps the input, Cancel deletes it', {
  tag: '@phone',
}, async ({ page }) => {
  await open(page, '/')
  await open(page, '/classes')
  await fillAndReview(page, course)
  await page.goBack()
  await expect(dialogOf(page)).toHaveCount(0)
  await expect(page).toHaveURL('/classes')
  // Forward opens no dialog, and the next Back leaves the page.
  await page.goForward()
  await expect.poll(() => page.evaluate(() => history.state?.usr ?? null)).toBeNull()
  await page.getByRole('button', { name: `Enroll Now: ${course}`, exact: true }).click()
  await expect(dialogOf(page)).toHaveAccessibleName('Review your details')
  await page.reload()
  await expect.poll(() => page.evaluate(() => history.state?.usr ?? null)).toBeNull()
  await page.getByRole('button', { name: `Enroll Now: ${course}`, exact: true }).click()
  await expect(dialogOf(page)).toHaveAccessibleName('Review your details')
  await expect(dialogOf(page).getByText('We’ve restored what you typed before.')).toBeVisible()
  await expect(dialogOf(page)).toContainText(student.questions)
  await dialogOf(page).getByRole('button', { name: 'Edit details' }).click()
  await expect(dialogOf(page).getByLabel('Phone Number')).toHaveValue(student.phone)
  await expect(dialogOf(page).getByRole('radio', { name: /^UPI/ })).toBeChecked()
  await dialogOf(page).getByRole('button', { name: 'Cancel' }).click()
  await expect(dialogOf(page)).toHaveCount(0)
  await askToEnrol(page, course)
  await expect(dialogOf(page).getByLabel('Full Name')).toHaveValue('')
  await page.goBack()
  await expect(dialogOf(page)).toHaveCount(0)
  await page.goBack()
  await expect(page).not.toHaveURL('/classes')
})

const failedTitle = '❌ Enrollment Failed'

test('a second enrolment by the same person shows the seat’s reference, and links to payment and "Add a person"', async ({
  page,
  school,
  problems,
}) => {
  problems.expect(/status of 409/)
  await open(page, '/classes')
  await fillAndReview(page, course)
  await confirmButton(page).click()
  await dialogOf(page).getByRole('button', { name: 'Done' }).click()
  const [seat] = await enrolments(school)

  await fillAndReview(page, course)
  await confirmButton(page).click()
  const refusal = dialogOf(page).getByRole('alert')
  await expect(refusal).toContainText(
    `You already have a seat (${seat?.reference}). Pay for it, or add a person.`,
  )
  // The refusal does not show the text of a failure.
  await expect(page.getByText(failedTitle)).toHaveCount(0)
  await expect(refusal).not.toContainText('again')
  await expect(refusal.getByRole('link', { name: 'Pay now' })).toHaveAttribute(
    'href',
    `/payment?enrollment=${seat?.id}`,
  )
  // The guest's seat joins the held seat, and both have one sum and one reference.
  await refusal.getByRole('link', { name: 'Add a person' }).click()
  const main = page.getByRole('main')
  await expect(main.getByLabel('Guest’s name')).toBeFocused()
  await expect(main.getByLabel('Guest’s name')).toBeInViewport()
  await main.getByLabel('Guest’s name').fill('Uma Raman')
  await isSound(page)
  await main.getByRole('button', { name: 'Add this person' }).click()
  const sum = `₹${((2 * Number(seat?.amount_in_paise)) / 100).toLocaleString('en-IN')}`
  await expect(main.getByRole('status').filter({ hasText: 'Seat added.' })).toContainText(
    `2 seats, ${sum} in total`,
  )
  await expect(main).toContainText('Uma Raman')
  await expect(main.getByText(sum, { exact: true })).toBeVisible()
  const seats = await enrolments(school)
  expect(seats.map(({ group_id }) => group_id)).toEqual([seat?.id, seat?.id])
})

test('the review step shows the server’s error if its batch has filled or moved, and the course card is updated', async ({
  page,
  school,
  problems,
}) => {
  problems.expect(/status of 409/)
  const ikebana = 'Diploma in Ikebana'
  const courses: { id: string; title: string }[] = (await school.http('GET', '/api/courses')).body
  const idOf = (name: string) => courses.find(({ title }) => title === name)?.id ?? ''
  const refusal = dialogOf(page).getByRole('alert')
  await open(page, '/classes')
  await fillAndReview(page, ikebana)
  for (const n of [1, 2]) {
    const body = enrolmentBody(idOf(ikebana), {
      email: `quicker${n}@mail.example`,
      phone: `987654321${n}`,
    })
    expect((await school.http('POST', '/api/enrollments', { body })).status).toBe(201)
  }
  await confirmButton(page).click()
  await expect(toastOf(page)).toContainText(failedTitle)
  await expect(dialogOf(page)).toHaveAccessibleName('Review your details')
  await expect(refusal).toContainText('The last seat in this batch has just been taken.')
  await expect(refusal).toBeFocused()
  await expect(refusal.getByText('The last seat in this batch')).toBeInViewport()
  await expect(dialogOf(page)).toContainText(student.name)
  await escapeAndDiscard(page)
  await expect(page.getByRole('button', { name: `Join Waitlist: ${ikebana}` })).toBeDisabled()

  await fillAndReview(page, course)
  await school.app.services.courses.updateClass(idOf(course), { nextbatch: '2026-03-28' }, null)
  await confirmButton(page).click()
  await expect(refusal).toContainText('date')
  await escapeAndDiscard(page)
  // The test waits until the card has its new place in the list, because an earlier click could hit another card.
  await expect(page.getByRole('listitem').filter({ hasText: course }).first()).toContainText('28 March')
  // A click is lost if the card moves between mouse down and mouse up, so the click is repeated.
  await expect(() => askToEnrol(page, course)).toPass({ timeout: 30_000 })
  await expect(dialogOf(page)).toContainText('28 March 2026')
  await fillEnrolment(page)
  await review(page).click()
  await confirmButton(page).click()
  await expect(dialogOf(page)).toHaveAccessibleName('Enrolment received')
})

test('a visitor enrols and pays by keyboard alone', async ({ page, school }) => {
  await open(page, '/')
  /** Presses Tab until the named element has the focus, at most 120 times. */
  const tabTo = async (name: RegExp) => {
    for (let stops = 0; stops < 120; stops++) {
      const focused = page.locator(':focus')
      if ((await focused.count()) === 1) {
        const text = await focused.evaluate((element) => {
          const labels = 'labels' in element ? [...((element as HTMLInputElement).labels ?? [])] : []
          return (
            (element.ariaLabel ?? '') ||
            labels.map((label) => label.innerText).join(' ') ||
            (element as HTMLElement).innerText
          )
        })
        if (name.test(text)) return
      }
      await page.keyboard.press('Tab')
    }
    throw new Error(`${name} cannot be reached by Tab`)
  }
  await tabTo(/^Classes & Programs$/)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Our Courses')
  await tabTo(new RegExp(`^Enroll Now: ${course}$`))
  await page.keyboard.press('Enter')
  await expect(dialogOf(page).getByLabel('Full Name')).toBeFocused()
  await page.keyboard.type(student.name)
  await tabTo(/^Email/)
  await page.keyboard.type(student.email)
  await tabTo(/^Phone Number/)
  await page.keyboard.type(student.phone)
  await tabTo(/^UPI/)
  await page.keyboard.press('Space')
  await page.keyboard.press('ArrowRight')
  await expect(dialogOf(page).getByRole('radio', { name: /^QR Code/ })).toBeChecked()
  await tabTo(/^Review enrolment$/)
  await page.keyboard.press('Enter')
  await expect(dialogOf(page)).toHaveAccessibleName('Review your details')
  await tabTo(/^Confirm enrolment$/)
  await page.keyboard.press('Enter')
  await expect(dialogOf(page)).toHaveAccessibleName('Enrolment received')
  await tabTo(/^Pay now$/)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Complete Your Payment')
  await tabTo(/^Pay Now$/)
  const alerted = page.waitForEvent('dialog').then((alert) => alert.accept())
  await page.keyboard.press('Enter')
  await alerted
  await expect.poll(async () => (await enrolments(school))[0]?.status).toBe('confirmed')
})
