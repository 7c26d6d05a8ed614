import type { Page } from '@playwright/test'
import { isSound } from '../../harness/accessibility.ts'
import { type TestApp, testNow } from '../../harness/app.ts'
import { expect, open, test } from '../../harness/browser.ts'
import { dialogOf } from '../../harness/enrolling.ts'
import { lookOf, staysHere } from '../../harness/paying.ts'
import { bookingBody, wereHeld } from '../../harness/seats.ts'

const title = 'Table Flowers for the Home'
const guest = {
  firstName: 'Arun',
  lastName: 'Raj',
  email: 'arun@mail.example',
  phone: '8765432109',
  wish: 'I am allergic to lilies.',
}

// The page and the server have the same time: Monday 2 March 2026, 12:00 at the school.
test.beforeEach(({ page }) => page.clock.setFixedTime(testNow))

async function eventOf(school: TestApp, name = title) {
  const courses: { id: string; title: string; nextbatch: string; price: string }[] = (
    await school.http('GET', '/api/courses')
  ).body
  const course = courses.find((one) => one.title === name)
  if (!course) throw new Error('the demonstration school lacks its course')
  return course
}

/** Opens the booking dialog from the panel of a day in the calendar. */
async function askToBook(page: Page, school: TestApp, name = title) {
  const event = await eventOf(school, name)
  await open(page, `/calendar?day=${event.nextbatch}`)
  await page.getByRole('button', { name: `Book Now: ${name}` }).click()
  await expect(dialogOf(page)).toHaveAccessibleName('Book this event')
  return event
}

const toPayment = (page: Page) => dialogOf(page).getByRole('button', { name: 'Continue to payment' })
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

/** Reads the reference beside the UPI code. */
const referenceOf = (page: Page) =>
  dialogOf(page).locator('p', { hasText: 'Your reference' }).locator('strong').textContent()

const bookings = (school: TestApp) =>
  school.db.read.selectFrom('seat').selectAll().where('email', '=', guest.email).execute()

test.describe('a browser with a clipboard', () => {
  test.use({ permissions: ['clipboard-read', 'clipboard-write'] })

  test('an event booking shows UPI code and id, keeps its input after Back, and ends with a reference', async ({
    page,
    school,
    wire,
  }) => {
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
    await expect(dialog).not.toContainText('UPI id directly')
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
    await expect(dialog.getByRole('status')).toContainText('We’ll send you a WhatsApp message')

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
      terms: expect.any(String),
      specialRequirements: guest.wish,
      paymentMethod: 'online',
      paymentAmount: Number(event.price),
      transactionId: expect.stringMatching(/^TXN1772433000000/),
    })
    // The hold stores the browser's transaction id together with the school's reference, which is in the UPI code.
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

const ikebana = 'Diploma in Ikebana'

/** Books `count` seats of an event. The demonstration has two free seats in the ikebana diploma. */
async function takeSeats(school: TestApp, eventId: string, count: number): Promise<void> {
  for (let n = 1; n <= count; n++) {
    const body = bookingBody(eventId, { email: `quicker${n}@mail.example`, transactionId: `TXN${n}` })
    expect((await school.http('POST', '/api/events_enrollments', { body })).status).toBe(201)
  }
}

test('a booking whose last seat was taken says so before payment, and another date keeps the input', {
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
  await expect(alert).toContainText('You haven’t been charged')
  await expect(code(page)).toHaveCount(0)
  await expect(complete(page)).toHaveCount(0)
  await expect(alert.getByRole('button', { name: 'Tell me when a seat opens' })).toBeVisible()
  await isSound(page)
  await alert.getByRole('button', { name: 'Mon, 7 September 2026, 2:00 pm' }).click()
  await expect(dialogOf(page)).toContainText(`${ikebana} · Mon, 7 September 2026`)
  await expect(code(page)).toBeVisible()
  await expect(page.locator('[role=dialog]:focus-within')).toHaveCount(1)
  expect(await holds(school)).toMatchObject([{ status: 'held', batch_id: later.id }])
  // The dialog for the new date still has the input.
  await page.goBack()
  await expect(dialogOf(page)).toHaveCount(0)
  await page.getByRole('button', { name: 'Continue booking' }).click()
  await complete(page).click()
  await expect(dialogOf(page)).toHaveAccessibleName('Booking received')
  await expect(dialogOf(page)).toContainText('Mon, 7 September 2026, 2:00 pm')
  expect(await bookings(school)).toMatchObject([{ batch_id: later.id, question: guest.wish }])
})

test('two tabs of one visitor share the hold of the last seat, and another visitor reads that the seat is taken', async ({
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
  await second.getByRole('button', { name: 'Continue booking' }).click()
  await expect(dialogOf(second)).toContainText('We’re holding a seat for you until 12:15 pm.')
  await fillAndGoOn(second)
  await expect(code(second)).toBeVisible()
  expect(await referenceOf(second)).toBe(reference)
  expect(await holds(school)).toMatchObject([{ status: 'held', reference }])

  await complete(second).click()
  await expect(dialogOf(second)).toContainText(reference ?? 'no reference')
  await expect(dialogOf(page)).toContainText('We already have this booking')
  await expect(complete(page)).toHaveCount(0)
  expect(await bookings(school)).toMatchObject([{ reference }])
})

test('Back, a reload and Esc at the payment step of a booking keep the held seat, and Discard releases the seat', {
  tag: '@phone',
}, async ({ page, school }) => {
  await askToBook(page, school)
  await fillAndGoOn(page)
  await expect(code(page)).toBeVisible()
  const reference = await referenceOf(page)
  const goOn = page.getByRole('button', { name: 'Continue booking' })
  // The dialog covers the bottom of the window, where the button is.
  await expect(page.locator('button', { hasText: 'Continue booking' })).toBeHidden()
  const address = page.url()
  await isSound(page)

  await page.goBack()
  await expect(dialogOf(page)).toHaveCount(0)
  await expect(page).toHaveURL(address)
  await expect(page.getByText('We’re holding a seat for you until 12:15 pm.')).toBeVisible()
  await goOn.click()
  await expect(dialogOf(page).getByText('We’ve restored what you typed before.')).toBeVisible()
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
  await expect(question).toContainText('We’ll hold your seat until 12:15 pm')
  await question.getByRole('button', { name: 'Discard' }).click()
  await expect(dialogOf(page)).toHaveCount(0)
  await expect(goOn).toHaveCount(0)
  await expect.poll(() => holds(school)).toMatchObject([{ status: 'cancelled' }])
  await page.getByRole('button', { name: `Book Now: ${title}` }).click()
  await expect(dialogOf(page).getByLabel('First Name')).toHaveValue('')
})

test.describe('a school that is paid by UPI', () => {
  test.use({ schoolEnv: { PAYMENT_PROVIDER: 'upi', SCHOOL_UPI_ID: 'malar.flowers@examplebank' } })

  test('a visitor on a phone pays in the UPI app first and then completes the booking', {
    tag: '@phone',
  }, async ({ page, school }) => {
    await staysHere(page)
    const event = await askToBook(page, school)
    await fillAndGoOn(page, 'Pay by UPI')
    const dialog = dialogOf(page)
    await expect(dialog).toContainText('Pay the school’s UPI id directly, then complete the booking.')
    await expect(dialog).not.toContainText('demonstration')
    const link = new URL((await dialog.locator('a[href^="upi:"]').getAttribute('href')) ?? '')
    expect(link.searchParams.get('tr')).toBe(await referenceOf(page))
    expect(link.searchParams.get('am')).toBe(Number(event.price).toFixed(2))
    const app = dialog.getByRole('link', { name: 'Open a UPI app' })
    await expect(code(page)).toBeHidden()
    expect(await lookOf(app)).toBe('primary')
    expect(await lookOf(complete(page))).toBe('outline')
    await isSound(page)
    await app.click()
    await expect.poll(() => lookOf(complete(page))).toBe('primary')
    expect(await lookOf(app)).toBe('outline')
    await dialog.getByText('Show the QR code').click()
    await expect(code(page)).toBeVisible()
    await complete(page).click()
    await expect(dialog).toHaveAccessibleName('Booking received')
    await expect(dialog).toContainText('We’ll look for your payment under')
    await expect(dialog.getByRole('link', { name: 'Not paid yet? Pay now' })).toBeVisible()
  })
})
