import type { Page } from '@playwright/test'
import { dayText } from '../../../contract/words.ts'
import { expireSilentHolds } from '../../../server/domains/registrations/holds/seat-holds.service.ts'
import { isSound } from '../../harness/accessibility.ts'
import { type TestApp, testNow } from '../../harness/app.ts'
import { expect, open, test, type WireAnswer } from '../../harness/browser.ts'
import { dialogOf, escapeAndDiscard } from '../../harness/enrolling.ts'
import { isPhone, lookOf, staysHere } from '../../harness/paying.ts'
import { addCourse, bookingBody, wereHeld } from '../../harness/seats.ts'

const title = 'Table Flowers for the Home'
const guest = {
  firstName: 'Arun',
  lastName: 'Raj',
  email: 'arun@mail.example',
  phone: '8765432109',
  wish: 'I am allergic to lilies.',
}

// Page and server have the same time: Monday, 2 March 2026, noon in the school.
test.beforeEach(({ page }) => page.clock.setFixedTime(testNow))

async function eventOf(school: TestApp, name = title) {
  const courses: { id: string; title: string; nextbatch: string; price: string }[] = (
    await school.http('GET', '/api/courses')
  ).body
  const course = courses.find((one) => one.title === name)
  if (!course) throw new Error('the demonstration school lacks its course')
  return course
}

/** Opens the dialog from the calendar's panel. */
async function askToBook(page: Page, school: TestApp, name = title) {
  const event = await eventOf(school, name)
  await open(page, `/calendar?day=${event.nextbatch}`)
  await page.getByRole('button', { name: `Book Now: ${name}` }).click()
  await expect(dialogOf(page)).toHaveAccessibleName('Book this event')
  return event
}

const toPayment = (page: Page) => dialogOf(page).getByRole('button', { name: 'Continue to Payment' })
const complete = (page: Page) => dialogOf(page).getByRole('button', { name: 'Complete Booking' })

async function fill(page: Page) {
  const dialog = dialogOf(page)
  await dialog.getByLabel('First Name').fill(guest.firstName)
  await dialog.getByLabel('Last Name').fill(guest.lastName)
  await dialog.getByLabel('Email').fill(guest.email)
  await dialog.getByLabel('WhatsApp Number').fill(guest.phone)
  await dialog.getByLabel('Special Requirements').fill(guest.wish)
}

async function fillAndGoOn(page: Page, name: 'Payment' | 'Pay by UPI' = 'Payment') {
  await fill(page)
  await toPayment(page).click()
  await expect(dialogOf(page)).toHaveAccessibleName(name)
}

const holds = (school: TestApp) => wereHeld(school.db.read).orderBy('created_at').orderBy('id').execute()

const code = (page: Page) => dialogOf(page).getByRole('img', { name: /^UPI QR code/ })

/** The reference beside the payment code. */
const referenceOf = (page: Page) =>
  dialogOf(page).locator('p', { hasText: 'Your reference' }).locator('strong').textContent()

const bookings = (school: TestApp) =>
  school.db.read.selectFrom('seat').selectAll().where('email', '=', guest.email).execute()

test('step 1 refuses what is empty or malformed in its sentences; an edit clears its own', async ({
  page,
  school,
}) => {
  await askToBook(page, school)
  const dialog = dialogOf(page)
  await toPayment(page).click()
  const fields = [
    ['First Name', 'First name is required'],
    ['Last Name', 'Last name is required'],
    ['Email', 'Email is required'],
    ['WhatsApp Number', 'WhatsApp number is required'],
  ] as const
  for (const [label, sentence] of fields)
    await expect(dialog.getByLabel(label)).toHaveAccessibleDescription(new RegExp(`^${sentence}`))
  await expect(dialog.getByLabel('First Name')).toBeFocused()
  for (const [label, sentence] of fields) {
    await dialog.getByLabel(label).pressSequentially('7')
    await expect(dialog.getByText(sentence)).toHaveCount(0)
  }

  await dialog.getByLabel('First Name').fill('   ')
  await dialog.getByLabel('Email').fill('arun@mail')
  const phone = dialog.getByLabel('WhatsApp Number')
  await phone.fill('')
  await phone.pressSequentially('+5-876a 54321098')
  await expect(phone).toHaveValue('5876543210')
  await toPayment(page).click()
  await expect(dialog.getByText('First name is required')).toBeVisible()
  await expect(dialog.getByText('Please enter a valid email address')).toBeVisible()
  const invalidPhone = 'Please enter a valid 10-digit WhatsApp number (starting with 6-9)'
  await expect(dialog.getByText(invalidPhone)).toBeVisible()
  await phone.fill('876543210')
  await expect(dialog.getByText(invalidPhone)).toHaveCount(0)
  await toPayment(page).click()
  await expect(dialog.getByText(invalidPhone)).toBeVisible()
  await expect(dialog).toHaveAccessibleName('Book this event')
  for (const label of ['Address', 'City', 'Postal Code'])
    await expect(dialog.getByLabel(label)).toHaveCount(0)
})

test.describe('with a clipboard', () => {
  test.use({ permissions: ['clipboard-read', 'clipboard-write'] })

  test('details, payment by UPI with its code and id, back with nothing lost, then success with a reference', {
    tag: '@both',
  }, async ({ page, school, wire }) => {
    const sent = await wire.answer('POST /api/events_enrollments', () => undefined)
    const event = await askToBook(page, school)
    const dialog = dialogOf(page)
    await fillAndGoOn(page)
    await expect(dialog).toContainText(`₹${Number(event.price).toLocaleString('en-IN')}`)
    const { upi } = (await school.http('GET', '/api/school')).body
    await expect(dialog.getByRole('img', { name: `UPI QR code for ${upi.id}` })).toBeVisible()
    await dialog.getByRole('button', { name: 'Copy UPI id' }).click()
    await expect(dialog.getByText('UPI id copied')).toBeAttached()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(upi.id)
    await expect(dialog).toContainText('This is a demonstration. No money moves.')
    await expect(dialog).not.toContainText('Pay first')
    const reference = await referenceOf(page)

    await dialog.getByRole('button', { name: 'Back' }).click()
    await expect(dialog).toHaveAccessibleName('Book this event')
    await expect(dialog.getByLabel('First Name')).toHaveValue(guest.firstName)
    await expect(dialog.getByLabel('WhatsApp Number')).toHaveValue(guest.phone)
    await expect(dialog.getByLabel('Special Requirements')).toHaveValue(guest.wish)
    expect(sent).toHaveLength(0)
    await toPayment(page).click()
    await complete(page).click()
    await expect(dialog).toHaveAccessibleName('Booking received')
    await expect(dialog.getByRole('status')).toContainText('A WhatsApp confirmation will follow')

    expect(sent).toHaveLength(1)
    const body = sent[0]?.postDataJSON()
    const [hold] = await holds(school)
    expect(body).toEqual({
      eventId: event.id,
      batchId: hold?.batch_id,
      holdId: hold?.id,
      firstName: guest.firstName,
      lastName: guest.lastName,
      email: guest.email,
      phone: guest.phone,
      specialRequirements: guest.wish,
      paymentMethod: 'online',
      paymentAmount: Number(event.price),
      transactionId: expect.stringMatching(/^TXN1772433000000/),
    })
    // Reading M4: the hold joins the browser's own reference with ours, which the payment code carries.
    expect(hold).toMatchObject({ transaction_id: body.transactionId, kind: 'event-booking' })
    expect(reference).toBe(hold?.reference)
    const rows = await bookings(school)
    expect(rows).toMatchObject([{ status: 'pending', question: guest.wish }])
    expect(rows[0]?.reference).toBe(hold?.reference)
    await expect(dialog).toContainText(hold?.reference ?? 'a reference')
    await expect(dialog).toContainText('a page that records a simulated payment of')
    await expect(dialog.getByRole('link', { name: 'Pay now', exact: true })).toBeVisible()
    await expect(dialog.getByRole('link', { name: 'Show on a map' })).toHaveAttribute('href', /maps/)

    await dialog.getByRole('button', { name: 'Done' }).click()
    await expect(dialog).toHaveCount(0)
    await expect(page.getByRole('button', { name: `Book Now: ${title}` })).toBeFocused()
  })
})

test('Esc and Discard forget what was typed, and the next booking has a reference of its own', async ({
  page,
  school,
}) => {
  await askToBook(page, school)
  await fill(page)
  await escapeAndDiscard(page)
  await page.getByRole('button', { name: `Book Now: ${title}` }).click()
  await expect(dialogOf(page).getByLabel('First Name')).toHaveValue('')
  await toPayment(page).click()
  await expect(dialogOf(page).getByText('First name is required')).toBeVisible()
})

test("'Processing...' while it is sent, and two presses send once", async ({ page, school, wire }) => {
  const held = Promise.withResolvers<void>()
  const sent = await wire.answer('POST /api/events_enrollments', async () => {
    await held.promise
    return undefined
  })
  await askToBook(page, school)
  await fillAndGoOn(page)
  await complete(page).dblclick()
  await expect(dialogOf(page).getByRole('button', { name: 'Processing...' })).toHaveAttribute(
    'aria-disabled',
    'true',
  )
  await expect(dialogOf(page).getByRole('button', { name: 'Back' })).toBeDisabled()
  await page.keyboard.press('Escape')
  await expect(dialogOf(page)).toBeVisible()
  held.resolve()
  await expect(dialogOf(page)).toHaveAccessibleName('Booking received')
  expect(sent).toHaveLength(1)
  expect(await bookings(school)).toHaveLength(1)
})

test('a booking that fails in each way: its sentence, nothing lost, and a retry with the same key', async ({
  page,
  school,
  wire,
}) => {
  const keys: (string | undefined)[] = []
  let answer: WireAnswer | undefined
  await wire.answer('POST /api/events_enrollments', (request) => {
    keys.push(request.headers()['idempotency-key'])
    return answer
  })
  await askToBook(page, school)
  await fillAndGoOn(page)
  for (const [given, sentence] of [
    [{ json: { success: false, error: 'No' } }, 'Unable to complete booking. Please try again.'],
    ['offline', 'There was an error processing your booking. Please try again.'],
    [{ status: 503, json: { success: false, error: 'The desk is closed.' } }, 'The desk is closed.'],
    [{ status: 500 }, 'There was an error processing your booking. Please try again.'],
  ] as [WireAnswer, string][]) {
    answer = given
    await complete(page).click()
    await expect(dialogOf(page).getByRole('alert')).toContainText(sentence)
    await expect(dialogOf(page)).toHaveAccessibleName('Payment')
  }
  answer = undefined
  await complete(page).click()
  await expect(dialogOf(page)).toHaveAccessibleName('Booking received')
  expect(keys).toEqual(Array(5).fill(keys[0]))
  expect(await bookings(school)).toMatchObject([{ name: `${guest.firstName} ${guest.lastName}` }])
})

const ikebana = 'Diploma in Ikebana'

/** The demonstration leaves two seats in it. */
async function takeSeats(school: TestApp, eventId: string, count: number): Promise<void> {
  for (let n = 1; n <= count; n++) {
    const body = bookingBody(eventId, { email: `quicker${n}@mail.example`, transactionId: `TXN${n}` })
    expect((await school.http('POST', '/api/events_enrollments', { body })).status).toBe(201)
  }
}

test('the last seat taken meanwhile: told at step 2, before any code to pay; another date takes what was typed', {
  tag: '@phone',
}, async ({ page, school, problems }) => {
  problems.expect(/status of 409/)
  const event = await eventOf(school, ikebana)
  const later = await school.db.transaction((tx) =>
    school.app.services.courses.addBatch(
      tx,
      { courseId: event.id, day: '2026-09-07', time: '14:00', capacity: 5 },
      null,
    ),
  )
  await askToBook(page, school, ikebana)
  await fill(page)
  await takeSeats(school, event.id, 2)
  await toPayment(page).click()
  const alert = dialogOf(page).getByRole('alert')
  await expect(alert).toContainText('The last seat in this batch has just been taken.')
  await expect(alert).toContainText('Nothing was charged')
  await expect(code(page)).toHaveCount(0)
  await expect(complete(page)).toHaveCount(0)
  await expect(alert.getByRole('button', { name: 'Tell me when a seat opens' })).toBeVisible()
  await isSound(page)
  await alert.getByRole('button', { name: 'Mon, 7 September 2026, 2:00 pm' }).click()
  await expect(dialogOf(page)).toContainText(`${ikebana} · Mon, 7 September 2026`)
  await expect(code(page)).toBeVisible()
  await expect(page.locator('[role=dialog]:focus-within')).toHaveCount(1)
  expect(await holds(school)).toMatchObject([{ status: 'held', batch_id: later.id }])
  // What was typed has gone along to the new date.
  await page.goBack()
  await expect(dialogOf(page)).toHaveCount(0)
  await page.getByRole('button', { name: 'Go on' }).click()
  await complete(page).click()
  await expect(dialogOf(page)).toHaveAccessibleName('Booking received')
  await expect(dialogOf(page)).toContainText('Mon, 7 September 2026, 2:00 pm')
  expect(await bookings(school)).toMatchObject([{ batch_id: later.id, question: guest.wish }])
})

test('a batch that is moved between the steps: said before any code to pay, refused, then accepted', async ({
  page,
  school,
}) => {
  const { id, nextbatch } = await askToBook(page, school)
  await fill(page)
  await school.app.services.courses.updateClass(id, { nextbatch: '2026-03-28' }, null)
  await toPayment(page).click()
  const question = dialogOf(page).getByRole('alert')
  await expect(question).toContainText('This seat is for Sat, 28 March 2026')
  await expect(question).toContainText(dayText(nextbatch))
  await expect(code(page)).toHaveCount(0)
  await expect(complete(page)).toHaveCount(0)
  await question.getByRole('button', { name: 'No, give the seat back' }).click()
  await expect(dialogOf(page)).toContainText('No seat is kept for you now.')
  await expect.poll(() => holds(school)).toMatchObject([{ status: 'cancelled' }])
  await isSound(page)

  await dialogOf(page).getByRole('button', { name: 'Keep a seat' }).click()
  await question.getByRole('button', { name: 'Yes, go on' }).click()
  await expect(code(page)).toBeVisible()
  await expect(dialogOf(page)).toContainText(`${title} · Sat, 28 March 2026`)
  await complete(page).click()
  await expect(dialogOf(page)).toHaveAccessibleName('Booking received')
  await expect(dialogOf(page)).toContainText('Sat, 28 March 2026')
})

test('one seat, two visitors, and two tabs of the first: the second visitor hears it at step 2, the tabs share the seat', async ({
  page,
  school,
  browser,
  problems,
}) => {
  problems.expect(/status of 409/)
  const { id } = await eventOf(school, ikebana)
  await takeSeats(school, id, 1)
  const visitor = await browser.newContext({ baseURL: school.url })
  const other = await visitor.newPage()
  await other.clock.setFixedTime(testNow)
  await other.addInitScript(() => localStorage.setItem('subscribePopupClosedAt', String(Date.now())))
  await askToBook(other, school, ikebana)
  await fill(other)
  await dialogOf(other).getByLabel('Email').fill('other@mail.example')
  await dialogOf(other).getByLabel('WhatsApp Number').fill('9840012399')

  await askToBook(page, school, ikebana)
  await fillAndGoOn(page)
  await expect(code(page)).toBeVisible()
  const reference = await referenceOf(page)
  await toPayment(other).click()
  await expect(dialogOf(other).getByRole('alert')).toContainText('The last seat in this batch has just been')
  await expect(code(other)).toHaveCount(0)
  await dialogOf(other).getByRole('button', { name: 'Tell me when a seat opens' }).click()
  await expect(dialogOf(other)).toHaveAccessibleName('Tell me when a seat opens')
  await expect(dialogOf(other).getByLabel('Full Name')).toHaveValue('Arun Raj')
  await expect(dialogOf(other).getByLabel('Email')).toHaveValue('other@mail.example')
  await visitor.close()

  const second = await page.context().newPage()
  await second.clock.setFixedTime(testNow)
  await open(second, page.url())
  await expect(second.getByText('Booking not available for this event')).toBeVisible()
  await second.getByRole('button', { name: 'Go on' }).click()
  await expect(dialogOf(second)).toContainText('A seat is kept for you until 12:15 pm.')
  await fillAndGoOn(second)
  await expect(code(second)).toBeVisible()
  expect(await referenceOf(second)).toBe(reference)
  expect(await holds(school)).toMatchObject([{ status: 'held', reference }])

  await complete(second).click()
  await expect(dialogOf(second)).toContainText(reference ?? 'no reference')
  await expect(dialogOf(page)).toContainText('This booking has arrived already.')
  await expect(complete(page)).toHaveCount(0)
  expect(await bookings(school)).toMatchObject([{ reference }])
})

test('Back, a reload and Esc at step 2: the seat is there again with its reference, and Discard gives it back', {
  tag: '@phone',
}, async ({ page, school }) => {
  await askToBook(page, school)
  await fillAndGoOn(page)
  await expect(code(page)).toBeVisible()
  const reference = await referenceOf(page)
  const goOn = page.getByRole('button', { name: 'Go on' })
  // The dialog has the foot of the window to itself.
  await expect(page.locator('button', { hasText: 'Go on' })).toBeHidden()
  const address = page.url()
  await isSound(page)

  await page.goBack()
  await expect(dialogOf(page)).toHaveCount(0)
  await expect(page).toHaveURL(address)
  await expect(page.getByText('A seat is kept for you until 12:15 pm.')).toBeVisible()
  await goOn.click()
  await expect(dialogOf(page).getByText('What you typed is here again.')).toBeVisible()
  expect(await referenceOf(page)).toBe(reference)

  await page.reload()
  await goOn.click()
  await expect(dialogOf(page)).toHaveAccessibleName('Payment')
  await expect(code(page)).toBeVisible()
  expect(await referenceOf(page)).toBe(reference)
  await dialogOf(page).getByRole('button', { name: 'Back' }).click()
  await expect(dialogOf(page).getByLabel('First Name')).toHaveValue(guest.firstName)
  await toPayment(page).click()
  expect(await referenceOf(page)).toBe(reference)
  expect(await holds(school)).toMatchObject([{ status: 'held', reference }])

  await page.keyboard.press('Escape')
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText('Your seat stays kept until 12:15 pm')
  await question.getByRole('button', { name: 'Discard' }).click()
  await expect(dialogOf(page)).toHaveCount(0)
  await expect(goOn).toHaveCount(0)
  await expect.poll(() => holds(school)).toMatchObject([{ status: 'cancelled' }])
  await page.getByRole('button', { name: `Book Now: ${title}` }).click()
  await expect(dialogOf(page).getByLabel('First Name')).toHaveValue('')
})

const minutesLater = (minutes: number) => new Date(Date.parse(testNow) + minutes * 60_000)

/** Page and server have the same time. */
async function waitMinutes(page: Page, school: TestApp, minutes: number): Promise<void> {
  school.deps.clock.set(minutesLater(minutes).toISOString())
  await page.clock.setFixedTime(minutesLater(minutes))
}

test('the countdown is calm, the code leaves two minutes before the end, and completing late finds a seat', async ({
  page,
  school,
}) => {
  await askToBook(page, school)
  await fillAndGoOn(page)
  const left = dialogOf(page).getByRole('timer')
  await expect(left).toContainText('A seat is kept for you until 12:15 pm')
  await expect(left).toContainText('15 minutes')
  await waitMinutes(page, school, 12.5)
  await expect(left).toContainText('2 minutes')
  await expect(code(page)).toBeVisible()
  await waitMinutes(page, school, 13.5)
  await expect(left).toContainText('1:30')
  await expect(code(page)).toHaveCount(0)
  await expect(dialogOf(page)).toContainText('Nothing was charged. Complete the booking')
  await dialogOf(page).getByRole('button', { name: 'Keep a seat anew' }).click()
  await expect(left).toContainText('15 minutes')
  await expect(code(page)).toBeVisible()
  expect(await holds(school)).toMatchObject([{ status: 'cancelled' }, { status: 'held' }])
  await waitMinutes(page, school, 29)
  await expect(dialogOf(page)).toContainText('The time is over, and the seat went back.')
  await complete(page).click()
  await expect(dialogOf(page)).toContainText('The time had ended, and there was still a seat for you.')
  const hold = (await holds(school)).at(-1)
  expect(await bookings(school)).toMatchObject([{ status: 'pending', reference: hold?.reference }])
})

test('an answer that was long under way gives the seat no longer than the school does', async ({
  page,
  school,
}) => {
  const isAnswered = Promise.withResolvers<void>()
  const mayArrive = Promise.withResolvers<void>()
  // The page asks again later. A journey that ends while this holds an answer fails.
  await page.route(
    /\/api\/seat-holds\/[^/]+$/,
    async (route) => {
      const response = await route.fetch()
      isAnswered.resolve()
      await mayArrive.promise
      await route.fulfill({ response })
    },
    { times: 1 },
  )
  await askToBook(page, school)
  await fillAndGoOn(page)
  const left = dialogOf(page).getByRole('timer')
  await expect(left).toContainText('15 minutes')
  await isAnswered.promise
  await waitMinutes(page, school, 14)
  mayArrive.resolve()
  await expect(left).toContainText('1:00')
  await waitMinutes(page, school, 15.5)
  await expect(dialogOf(page)).toContainText('The time is over, and the seat went back.')
})

test('a line that is lost while the seat is asked for: nothing is charged, and trying again keeps one seat', async ({
  page,
  school,
  wire,
}) => {
  await wire.answer('POST /api/seat-holds', 'offline')
  await askToBook(page, school)
  await fillAndGoOn(page)
  const alert = dialogOf(page).getByRole('alert')
  await expect(alert).toContainText('No seat is kept yet, and nothing was charged.')
  await expect(code(page)).toHaveCount(0)
  await expect(complete(page)).toHaveCount(0)
  await wire.restore('POST /api/seat-holds')
  await alert.getByRole('button', { name: 'Try again' }).click()
  await expect(code(page)).toBeVisible()
  expect(await holds(school)).toHaveLength(1)
})

test.describe('by UPI', () => {
  test.use({ schoolEnv: { PAYMENT_PROVIDER: 'upi', SCHOOL_UPI_ID: 'malar.flowers@examplebank' } })

  test('pays first: the app on a phone, the code on a computer, and then the booking is completed', {
    tag: '@both',
  }, async ({ page, school }) => {
    await staysHere(page)
    const event = await askToBook(page, school)
    await fillAndGoOn(page, 'Pay by UPI')
    const dialog = dialogOf(page)
    await expect(dialog).toContainText('Pay first, then complete the booking.')
    await expect(dialog).not.toContainText('demonstration')
    const link = new URL((await dialog.locator('a[href^="upi:"]').getAttribute('href')) ?? '')
    expect(link.searchParams.get('tr')).toBe(await referenceOf(page))
    expect(link.searchParams.get('am')).toBe(Number(event.price).toFixed(2))
    const app = dialog.getByRole('link', { name: 'Open a UPI app' })
    if (isPhone(page)) {
      await expect(code(page)).toBeHidden()
      expect(await lookOf(app)).toBe('primary')
      expect(await lookOf(complete(page))).toBe('outline')
      await isSound(page)
      await app.click()
      await expect.poll(() => lookOf(complete(page))).toBe('primary')
      expect(await lookOf(app)).toBe('outline')
      await dialog.getByText('Show the QR code').click()
    } else {
      await expect(app).toBeHidden()
      expect(await lookOf(complete(page))).toBe('primary')
    }
    await expect(code(page)).toBeVisible()
    await complete(page).click()
    await expect(dialog).toHaveAccessibleName('Booking received')
    await expect(dialog).toContainText('We look for your payment under')
    await expect(dialog.getByRole('link', { name: 'Not paid yet? Pay now' })).toBeVisible()
  })

  test('completed late with no seat left: plainly what became of the seat and of the money', async ({
    page,
    school,
    problems,
  }) => {
    problems.expect(/status of 409/)
    const event = await askToBook(page, school, ikebana)
    await fillAndGoOn(page, 'Pay by UPI')
    const reference = await referenceOf(page)
    await waitMinutes(page, school, 16)
    await expect(dialogOf(page)).toContainText('The time to pay is over, and the seat went back.')
    await expireSilentHolds(school.app.services.registrationDeps)
    await takeSeats(school, event.id, 2)
    await complete(page).click()
    await expect(dialogOf(page).getByRole('alert').first()).toContainText(
      `your money is not lost: we look for it under ${reference}`,
    )
    await expect(complete(page)).toHaveCount(0)
    await dialogOf(page).getByRole('button', { name: 'Done' }).click()
    await expect(dialogOf(page)).toHaveCount(0)
  })
})

test('a free event asks for no payment and names no sum', async ({ page, school }) => {
  const name = 'Open Day at the Bench'
  await addCourse(school, { title: name, price: 0 })
  await askToBook(page, school, name)
  await fill(page)
  await dialogOf(page).getByRole('button', { name: 'Continue' }).click()
  await expect(dialogOf(page)).toHaveAccessibleName('Confirm your booking')
  await expect(dialogOf(page)).toContainText('There is nothing to pay')
  await expect(dialogOf(page)).not.toContainText('₹')
  await expect(code(page)).toHaveCount(0)
  await complete(page).click()
  await expect(dialogOf(page)).toContainText('is confirmed. A WhatsApp confirmation will follow.')
})

test('another number of seats changes the hold, and the sum of the code to pay', async ({ page, school }) => {
  const event = await askToBook(page, school)
  await dialogOf(page).getByLabel('How many seats').selectOption('2')
  await fillAndGoOn(page)
  await expect(code(page)).toBeVisible()
  const sum = (seats: number) => `₹${(Number(event.price) * seats).toLocaleString('en-IN')}`
  await expect(dialogOf(page)).toContainText(sum(2))
  await expect(dialogOf(page)).toContainText('2 seats are kept for you')
  const reference = await referenceOf(page)
  await dialogOf(page).getByRole('button', { name: 'Back' }).click()
  await dialogOf(page).getByLabel('How many seats').selectOption('3')
  await toPayment(page).click()
  await expect(dialogOf(page)).toContainText(sum(3))
  expect(await referenceOf(page)).toBe(reference)
  expect((await holds(school)).map(({ status, seats }) => [status, seats])).toEqual([['held', 3]])
  await dialogOf(page).getByRole('button', { name: 'Complete Booking' }).click()
  await expect(dialogOf(page)).toContainText('Your 3 seats in')
  expect(await bookings(school)).toHaveLength(3)
})
