import type { Page } from '@playwright/test'
import { isSound } from '../../harness/accessibility.ts'
import { testNow } from '../../harness/app.ts'
import { beSignedIn, expect, open, test, toastOf, type WireAnswer } from '../../harness/browser.ts'
import {
  askToEnrol,
  confirmButton,
  dialogOf,
  escapeAndDiscard,
  fillAndReview,
  fillEnrolment,
  student,
} from '../../harness/enrolling.ts'
import { addCourse, enrolmentBody } from '../../harness/seats.ts'

const course = 'Table Flowers for the Home'
const review = (page: Page) => dialogOf(page).getByRole('button', { name: 'Review Enrollment' })
const enrolments = (school: import('../../harness/app.ts').TestApp) =>
  school.db.read.selectFrom('seat').selectAll().where('email', '=', student.email).execute()

test('an empty form: every sentence beside its field, the toast, focus on the first; an edit clears its own', async ({
  page,
}) => {
  await open(page, '/classes')
  await askToEnrol(page, course)
  const dialog = dialogOf(page)
  await review(page).click()
  await expect(toastOf(page)).toContainText('Validation Error')
  await expect(toastOf(page)).toContainText('Please fix the errors in the form before proceeding.')
  const sentences = [
    'Full name is required',
    'Email is required',
    'Phone number is required',
    'Please choose how you would like to pay',
  ]
  for (const sentence of sentences) await expect(dialog.getByText(sentence)).toBeVisible()
  await expect(dialog.getByLabel('Full Name')).toBeFocused()
  await expect(dialog.getByLabel('Full Name')).toHaveAccessibleDescription('Full name is required')

  await dialog.getByLabel('Full Name').pressSequentially('M')
  await expect(dialog.getByText('Full name is required')).toHaveCount(0)
  await expect(dialog.getByText('Email is required')).toBeVisible()
  await dialog.getByLabel('Email').pressSequentially('m')
  await expect(dialog.getByText('Email is required')).toHaveCount(0)
  await dialog.getByLabel('Phone Number').pressSequentially('9')
  await expect(dialog.getByText('Phone number is required')).toHaveCount(0)
  await dialog.getByRole('radio', { name: /^QR Code/ }).check()
  for (const sentence of sentences) await expect(dialog.getByText(sentence)).toHaveCount(0)
})

test('each step is read from its top, in a low window too (D§6)', { tag: '@phone' }, async ({ page }) => {
  await page.setViewportSize({ width: page.viewportSize()?.width ?? 360, height: 420 })
  await open(page, '/classes')
  await askToEnrol(page, course)
  const dialog = dialogOf(page)
  const scrolled = () => dialog.evaluate((sheet) => sheet.scrollTop)
  const toTheEnd = () => dialog.evaluate((sheet) => sheet.scrollTo(0, sheet.scrollHeight))
  await fillEnrolment(page)
  await toTheEnd()
  expect(await scrolled()).toBeGreaterThan(50)
  await review(page).click()
  await expect(dialog).toHaveAccessibleName('Review your details')
  await expect.poll(scrolled).toBe(0)
  await toTheEnd()
  expect(await scrolled()).toBeGreaterThan(50)
  await dialog.getByRole('button', { name: 'Edit' }).click()
  await expect(dialog).toHaveAccessibleName('Enroll in this course')
  await expect.poll(scrolled).toBe(0)
  await review(page).click()
  await toTheEnd()
  await confirmButton(page).click()
  await expect(dialog.getByRole('status')).toBeVisible()
  await expect.poll(scrolled).toBe(0)
  await expect(dialog.getByRole('heading', { level: 2 })).toBeInViewport()
})

test('of the ways to pay only the one that was chosen looks chosen', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await open(page, '/classes')
  await askToEnrol(page, course)
  const [upi, code] = [/^UPI/, /^QR Code/].map((name) => dialogOf(page).getByRole('radio', { name }))
  const mark = (radio = upi) => radio?.evaluate((one) => getComputedStyle(one, '::before').scale)
  expect([await mark(), await mark(code)]).toEqual(['0', '0'])
  await code?.check()
  await expect.poll(() => mark(code)).toBe('1')
  expect(await mark()).toBe('0')
})

test('what is malformed is refused in its sentence; the phone keeps ten digits', async ({ page }) => {
  await open(page, '/classes')
  await askToEnrol(page, course)
  const dialog = dialogOf(page)
  const phone = dialog.getByLabel('Phone Number')
  await dialog.getByLabel('Full Name').fill('   ')
  await dialog.getByLabel('Email').fill('meena@mail')
  await phone.pressSequentially('98-4a0 0123456')
  await expect(phone).toHaveValue('9840012345')
  await phone.fill('5840012345')
  await review(page).click()
  await expect(dialog.getByText('Full name is required')).toBeVisible()
  await expect(dialog.getByText('Please enter a valid email address')).toBeVisible()
  const invalidPhone = 'Please enter a valid 10-digit Indian mobile number (starting with 6-9)'
  await expect(dialog.getByText(invalidPhone)).toBeVisible()
  await phone.fill('984001234')
  await expect(dialog.getByText(invalidPhone)).toHaveCount(0)
  await review(page).click()
  await expect(dialog.getByText(invalidPhone)).toBeVisible()
  await expect(dialog).toHaveAccessibleName('Enroll in this course')
})

test('form, review, back, success with its reference, and the way to pay', { tag: '@both' }, async ({
  page,
  school,
}) => {
  // The school's day is the one that the tests set.
  await page.clock.setFixedTime(testNow)
  await open(page, '/classes')
  await fillAndReview(page, course)
  const dialog = dialogOf(page)
  for (const text of [course, student.name, student.email, '+91 9840012345', 'UPI', student.questions])
    await expect(dialog.getByText(text, { exact: true })).toBeVisible()
  await dialog.getByRole('button', { name: 'Edit Details' }).click()
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
  await expect(dialog).toHaveAccessibleName('Enrollment received')
  await expect(dialog).toContainText('A WhatsApp confirmation will follow.')
  const [row] = await enrolments(school)
  expect(row?.status).toBe('pending')
  await expect(dialog).toContainText(row?.reference ?? 'no row')
  const file = dialog.getByRole('link', { name: 'Add to my calendar' })
  const { text } = await school.http('GET', (await file.getAttribute('href')) ?? '')
  expect(text).toContain(`SUMMARY:${course}`)
  const pay = dialog.getByRole('link', { name: 'Pay now' })
  await expect(pay).toHaveAttribute('href', new RegExp(`^/payment\\?enrollment=${row?.id}&amount=\\d+\\.00$`))
  await pay.click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Complete Your Payment')
  await expect(page.getByRole('main')).toContainText(student.name)
})

test('the seat shows on the card at once, and closing has emptied the form', async ({ page }) => {
  await open(page, '/classes')
  const seats = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: course }) })
  await expect(seats).toContainText('3 of 14 taken')
  await fillAndReview(page, course)
  await confirmButton(page).click()
  await dialogOf(page).getByRole('button', { name: 'Done' }).click()
  await expect(dialogOf(page)).toHaveCount(0)
  await expect(seats).toContainText('4 of 14 taken')
  await askToEnrol(page, course)
  for (const label of ['Full Name', 'Email', 'Phone Number', 'Questions'])
    await expect(dialogOf(page).getByLabel(label)).toHaveValue('')
  await expect(dialogOf(page).getByRole('radio', { name: /^UPI/ })).not.toBeChecked()
})

test('each step has the focus and shows its top, and the second press of a double click confirms nothing', {
  tag: '@phone',
}, async ({ page, school }) => {
  const focused = page.locator('[role=dialog]:focus-within')
  await open(page, '/classes')
  await askToEnrol(page, course)
  await fillEnrolment(page)
  await review(page).click()
  await expect(dialogOf(page)).toHaveAccessibleName('Review your details')
  await expect(focused).toHaveCount(1)
  await dialogOf(page).getByRole('button', { name: 'Edit Details' }).press('Enter')
  await expect(dialogOf(page)).toHaveAccessibleName('Enroll in this course')
  await expect(focused).toHaveCount(1)
  await dialogOf(page).getByLabel('Full Name').press('Enter')
  await expect(dialogOf(page)).toHaveAccessibleName('Review your details')
  await expect(focused).toHaveCount(1)
  await expect(dialogOf(page).getByText('Course', { exact: true })).toBeInViewport()
  await confirmButton(page).dispatchEvent('click', { detail: 2 })
  await expect(confirmButton(page)).toHaveText('Confirm Enrollment')
  expect(await enrolments(school)).toEqual([])
  await confirmButton(page).press('Enter')
  await expect(dialogOf(page)).toHaveAccessibleName('Enrollment received')
  await expect(focused).toHaveCount(1)
})

test('Esc asks where something was typed: it is kept, or forgotten with its errors; the focus goes back', {
  tag: '@phone',
}, async ({ page }) => {
  const question = page.getByRole('alertdialog', { name: 'Close and keep what you typed?' })
  const again = dialogOf(page).getByText('What you typed is here again.')
  await open(page, '/classes')
  await askToEnrol(page, course)
  await page.keyboard.press('Escape')
  await expect(dialogOf(page)).toHaveCount(0)
  await askToEnrol(page, course)
  await dialogOf(page).getByLabel('Full Name').fill(student.name)
  await review(page).click()
  await expect(dialogOf(page).getByText('Email is required')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(question).toContainText('It stays in this tab until you send it.')
  await page.keyboard.press('Escape')
  await expect(question).toHaveCount(0)
  await expect(dialogOf(page).getByLabel('Full Name')).toHaveValue(student.name)
  await dialogOf(page).getByRole('button', { name: 'Close' }).click()
  await question.getByRole('button', { name: 'Close and keep' }).click()
  await expect(dialogOf(page)).toHaveCount(0)
  await expect(page.getByRole('button', { name: `Enroll Now: ${course}` })).toBeFocused()
  await askToEnrol(page, course)
  await expect(again).toBeVisible()
  await expect(dialogOf(page).getByLabel('Full Name')).toHaveValue(student.name)
  await escapeAndDiscard(page)
  await expect(page.getByRole('button', { name: `Enroll Now: ${course}` })).toBeFocused()
  await askToEnrol(page, course)
  await expect(dialogOf(page).getByLabel('Full Name')).toHaveValue('')
  await expect(again).toHaveCount(0)
  await expect(dialogOf(page).getByText('Email is required')).toHaveCount(0)
})

test('Back closes the dialog and Back again leaves the page; a reload keeps step and words, Cancel does not', {
  tag: '@phone',
}, async ({ page }) => {
  await open(page, '/')
  await open(page, '/classes')
  await fillAndReview(page, course)
  await page.goBack()
  await expect(dialogOf(page)).toHaveCount(0)
  await expect(page).toHaveURL('/classes')
  // Forward finds no dialog to open, and the page's own Back still leaves it.
  await page.goForward()
  await expect.poll(() => page.evaluate(() => history.state?.usr ?? null)).toBeNull()
  await page.getByRole('button', { name: `Enroll Now: ${course}`, exact: true }).click()
  await expect(dialogOf(page)).toHaveAccessibleName('Review your details')
  await page.reload()
  await expect.poll(() => page.evaluate(() => history.state?.usr ?? null)).toBeNull()
  await page.getByRole('button', { name: `Enroll Now: ${course}`, exact: true }).click()
  await expect(dialogOf(page)).toHaveAccessibleName('Review your details')
  await expect(dialogOf(page).getByText('What you typed is here again.')).toBeVisible()
  await expect(dialogOf(page)).toContainText(student.questions)
  await dialogOf(page).getByRole('button', { name: 'Edit Details' }).click()
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

test('who is signed in finds name, mail and phone, and types what is missing', async ({ page, school }) => {
  const { token } = await beSignedIn(page, school, 'user')
  const profile = { firstname: 'Uma', lastname: 'Raman', phone: '9840055555' }
  await school.http('PUT', '/api/profile', { token, body: profile })
  await open(page, '/classes')
  await askToEnrol(page, course)
  await expect(dialogOf(page).getByLabel('Full Name')).toHaveValue('Uma Raman')
  await expect(dialogOf(page).getByLabel('Email')).toHaveValue(/@/)
  await expect(dialogOf(page).getByLabel('Phone Number')).toHaveValue('9840055555')
  // Nothing was typed, so nothing is asked.
  await page.keyboard.press('Escape')
  await expect(dialogOf(page)).toHaveCount(0)
})

test('a free course asks for no way to pay, and names no sum', async ({ page, school }) => {
  const title = 'Open Day at the Bench'
  await addCourse(school, { title, price: 0 })
  await open(page, '/classes')
  await askToEnrol(page, title)
  await expect(dialogOf(page)).toContainText('There is nothing to pay.')
  await expect(dialogOf(page).getByText('Payment Method')).toHaveCount(0)
  await dialogOf(page).getByLabel('Full Name').fill(student.name)
  await dialogOf(page).getByLabel('Email').fill(student.email)
  await dialogOf(page).getByLabel('Phone Number').pressSequentially('+91 98400 12345')
  await review(page).click()
  await expect(dialogOf(page)).toHaveAccessibleName('Review your details')
  await expect(dialogOf(page)).toContainText('+91 9840012345')
  await expect(dialogOf(page)).not.toContainText('₹')
  await confirmButton(page).click()
  await expect(dialogOf(page)).toHaveAccessibleName('Enrollment received')
  await expect(dialogOf(page)).toContainText('is confirmed. A WhatsApp confirmation will follow.')
  await expect(dialogOf(page)).not.toContainText('₹')
  expect(await enrolments(school)).toMatchObject([{ status: 'confirmed', phone: student.phone }])
})

test('a press beside the dialog does not throw away what was typed', async ({ page }) => {
  await open(page, '/classes')
  await askToEnrol(page, course)
  await dialogOf(page).getByLabel('Full Name').fill(student.name)
  await page.mouse.click(5, 400)
  await expect(dialogOf(page).getByLabel('Full Name')).toHaveValue(student.name)
})

const failedTitle = '❌ Enrollment Failed'
const failedText = 'There was an issue processing your enrollment. Please try again or contact support.'

test('a failure of each kind: the toast, the review still open, nothing lost, a retry with the same key', async ({
  page,
  school,
  wire,
}) => {
  const keys: (string | undefined)[] = []
  let answer: WireAnswer | undefined
  await wire.answer('POST /api/enrollments', (request) => {
    keys.push(request.headers()['idempotency-key'])
    return answer
  })
  await open(page, '/classes')
  await fillAndReview(page, course)
  for (const [given, sentence] of [
    [{ status: 500 }, 'We could not reach the school.'],
    [
      { status: 500, json: { success: false, error: 'Something went wrong on our side.', code: 'internal' } },
      'Something went wrong on our side.',
    ],
    ['offline', 'We could not reach the school.'],
  ] as [WireAnswer, string][]) {
    await test.step(JSON.stringify(given), async () => {
      answer = given
      await confirmButton(page).click()
      await expect(toastOf(page)).toContainText(failedTitle)
      await expect(toastOf(page)).toContainText(failedText)
      await expect(dialogOf(page)).toHaveAccessibleName('Review your details')
      await expect(dialogOf(page).getByRole('alert')).toContainText(sentence)
      await toastOf(page).getByRole('button', { name: 'Dismiss' }).click()
      await expect(toastOf(page)).toHaveCount(0)
      await dialogOf(page).getByRole('button', { name: 'Edit Details' }).click()
      await expect(dialogOf(page).getByLabel('Email')).toHaveValue(student.email)
      await review(page).click()
    })
  }
  answer = undefined
  await confirmButton(page).click()
  await expect(dialogOf(page)).toHaveAccessibleName('Enrollment received')
  expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/)
  expect(keys).toEqual(Array(4).fill(keys[0]))
  expect(await enrolments(school)).toHaveLength(1)
})

test('the failure toast lasts 5 seconds', async ({ page, wire }) => {
  await page.clock.install()
  await wire.answer('POST /api/enrollments', 'offline')
  await open(page, '/classes')
  await fillAndReview(page, course)
  await confirmButton(page).click()
  await expect(toastOf(page)).toContainText(failedTitle)
  await page.mouse.move(5, 790)
  await page.clock.runFor(5_000)
  await expect(toastOf(page)).toHaveCount(0)
})

test('an answer that was lost on the way: the retry finds the seat that is taken already', async ({
  page,
  school,
  wire,
}) => {
  let isFirst = true
  await wire.answer('POST /api/enrollments', async (request) => {
    if (!isFirst) return undefined
    isFirst = false
    // The request reaches the server; its answer is lost.
    await school.http('POST', '/api/enrollments', {
      body: request.postDataJSON(),
      headers: { 'idempotency-key': request.headers()['idempotency-key'] ?? '' },
    })
    return 'offline'
  })
  await open(page, '/classes')
  await fillAndReview(page, course)
  await confirmButton(page).click()
  await expect(toastOf(page)).toContainText(failedTitle)
  expect(await enrolments(school)).toHaveLength(1)
  await confirmButton(page).click()
  await expect(dialogOf(page)).toHaveAccessibleName('Enrollment received')
  // It would go by itself after five seconds.
  await expect(toastOf(page)).toHaveCount(0, { timeout: 1_000 })
  expect(await enrolments(school)).toHaveLength(1)
})

test('no answer for 20 s is a failure; until then nothing closes the dialog', async ({ page, wire }) => {
  // The browser's own time-out would wait in real time, so here it follows the page's clock.
  await page.addInitScript(() => {
    AbortSignal.timeout = (ms) => {
      const controller = new AbortController()
      setTimeout(() => controller.abort(new DOMException('timed out', 'TimeoutError')), ms)
      return controller.signal
    }
  })
  await page.clock.install()
  await wire.answer('POST /api/enrollments', 'never')
  await open(page, '/classes')
  await fillAndReview(page, course)
  await confirmButton(page).click()
  const sending = dialogOf(page).getByRole('button', { name: 'Processing...' })
  await expect(sending).toHaveAttribute('aria-disabled', 'true')
  await page.keyboard.press('Escape')
  await page.clock.runFor(10_000)
  await expect(sending).toBeVisible()
  await expect(toastOf(page)).toHaveCount(0)
  await page.clock.runFor(10_000)
  await expect(toastOf(page)).toContainText(failedTitle)
  await expect(confirmButton(page)).toBeEnabled()
})

test('two presses send once', async ({ page, school, wire }) => {
  const sent = await wire.answer('POST /api/enrollments', () => undefined)
  await open(page, '/classes')
  await fillAndReview(page, course)
  await confirmButton(page).dblclick()
  await expect(dialogOf(page)).toHaveAccessibleName('Enrollment received')
  expect(sent).toHaveLength(1)
  expect(await enrolments(school)).toHaveLength(1)
})

test('the last seat taken meanwhile: the server’s sentence in the open review, and the card becomes a waiting list', async ({
  page,
  school,
  problems,
}) => {
  problems.expect(/status of 409/)
  const ikebana = 'Diploma in Ikebana'
  const courses: { id: string; title: string }[] = (await school.http('GET', '/api/courses')).body
  const { id = '' } = courses.find(({ title }) => title === ikebana) ?? {}
  await open(page, '/classes')
  await fillAndReview(page, ikebana)
  for (const n of [1, 2]) {
    const body = enrolmentBody(id, { email: `quicker${n}@mail.example`, phone: `987654321${n}` })
    expect((await school.http('POST', '/api/enrollments', { body })).status).toBe(201)
  }
  await confirmButton(page).click()
  await expect(toastOf(page)).toContainText(failedTitle)
  await expect(dialogOf(page)).toHaveAccessibleName('Review your details')
  const refusal = dialogOf(page).getByRole('alert')
  await expect(refusal).toContainText('The last seat in this batch has just been taken.')
  await expect(refusal).toBeFocused()
  await expect(refusal.getByText('The last seat in this batch')).toBeInViewport()
  await expect(dialogOf(page)).toContainText(student.name)
  await escapeAndDiscard(page)
  await expect(page.getByRole('button', { name: `Join Waitlist: ${ikebana}` })).toBeDisabled()
})

test('the same person again, in the browser that holds the seat: its reference, a way to pay for it, and one to add a person', async ({
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
    `You hold a seat already (${seat?.reference}): pay for it, or add a person.`,
  )
  // Nothing has failed.
  await expect(page.getByText(failedTitle)).toHaveCount(0)
  await expect(refusal).not.toContainText('again')
  await isSound(page)
  await refusal.getByRole('link', { name: 'Pay for it' }).click()
  await expect(page).toHaveURL(`/payment?enrollment=${seat?.id}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Complete Your Payment')
  await expect(page.getByText(seat?.reference ?? 'no reference')).toBeVisible()

  // Who comes too joins the seat that is held: one sum and one reference.
  await open(page, '/classes')
  // What was begun is taken up where it was: at its review.
  await page.getByRole('button', { name: `Enroll Now: ${course}`, exact: true }).click()
  await confirmButton(page).click()
  await refusal.getByRole('link', { name: 'Add a person' }).click()
  const main = page.getByRole('main')
  await expect(main.getByLabel('Who comes with you')).toBeFocused()
  await expect(main.getByLabel('Who comes with you')).toBeInViewport()
  await main.getByLabel('Who comes with you').fill('Uma Raman')
  await isSound(page)
  await main.getByRole('button', { name: 'Add this person' }).click()
  const sum = `₹${((2 * Number(seat?.amount_in_paise)) / 100).toLocaleString('en-IN')}`
  await expect(main.getByRole('status').filter({ hasText: 'A seat is added' })).toContainText(
    `2 seats, ${sum} in all`,
  )
  await expect(main).toContainText('Uma Raman')
  await expect(main.getByText(sum, { exact: true })).toBeVisible()
  const seats = await enrolments(school)
  expect(seats.map(({ group_id }) => group_id)).toEqual([seat?.id, seat?.id])
})

test('the batch moved meanwhile: the server’s sentence names it, and the dialog opened again carries the new date', async ({
  page,
  school,
  problems,
}) => {
  problems.expect(/status of 409/)
  await open(page, '/classes')
  await fillAndReview(page, course)
  const row = await school.db.read
    .selectFrom('course')
    .select('id')
    .where('title', '=', course)
    .executeTakeFirstOrThrow()
  await school.app.services.courses.updateClass(row.id, { nextbatch: '2026-03-28' }, null)
  await confirmButton(page).click()
  await expect(dialogOf(page).getByRole('alert')).toContainText('date')
  await escapeAndDiscard(page)
  // The card moves to its new place in the list; before that a press could hit another card.
  await expect(page.getByRole('listitem').filter({ hasText: course }).first()).toContainText('28 March')
  // If a card moves between the press and the release, there is no click, so it is pressed again.
  await expect(() => askToEnrol(page, course)).toPass({ timeout: 30_000 })
  await expect(dialogOf(page)).toContainText('28 March 2026')
  await fillEnrolment(page)
  await review(page).click()
  await confirmButton(page).click()
  await expect(dialogOf(page)).toHaveAccessibleName('Enrollment received')
})

test('a fieldwise refusal of the server stands in the review', async ({ page, wire }) => {
  await wire.answer('POST /api/enrollments', {
    status: 400,
    json: {
      success: false,
      error: 'Please check the highlighted fields and try again.',
      code: 'validation_failed',
      fields: { email: 'Please enter a valid email address' },
    },
  })
  await open(page, '/classes')
  await fillAndReview(page, course)
  await confirmButton(page).click()
  await expect(dialogOf(page).getByRole('alert')).toContainText('Please check the highlighted fields')
  await dialogOf(page).getByRole('button', { name: 'Edit Details' }).click()
  await expect(dialogOf(page).getByLabel('Full Name')).toHaveValue(student.name)
})

test('from the header to a paid seat by keyboard alone', async ({ page, school }) => {
  await open(page, '/')
  /** Presses Tab until this has the focus; throws after as many stops as a page has. */
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
  await tabTo(/^Review Enrollment$/)
  await page.keyboard.press('Enter')
  await expect(dialogOf(page)).toHaveAccessibleName('Review your details')
  await tabTo(/^Confirm Enrollment$/)
  await page.keyboard.press('Enter')
  await expect(dialogOf(page)).toHaveAccessibleName('Enrollment received')
  await tabTo(/^Pay now$/)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Complete Your Payment')
  await tabTo(/^Pay Now$/)
  const alerted = page.waitForEvent('dialog').then((alert) => alert.accept())
  await page.keyboard.press('Enter')
  await alerted
  await expect.poll(async () => (await enrolments(school))[0]?.status).toBe('confirmed')
})
