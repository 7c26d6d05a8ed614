import type { Page } from '@playwright/test'
import { type TestApp, testNow } from '../harness/app.ts'
import { expect, open, test, type WireAnswer } from '../harness/browser.ts'
import { dialogOf } from '../harness/enrolling.ts'
import { bookingBody } from '../harness/seats.ts'

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

async function fillAndGoOn(page: Page) {
  await fill(page)
  await toPayment(page).click()
  await expect(dialogOf(page)).toHaveAccessibleName('Pay by UPI')
}

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
    const link = new URL((await dialog.locator('a[href^="upi:"]').getAttribute('href')) ?? '')

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
    expect(body).toEqual({
      eventId: event.id,
      firstName: guest.firstName,
      lastName: guest.lastName,
      email: guest.email,
      phone: guest.phone,
      specialRequirements: guest.wish,
      paymentMethod: 'online',
      paymentAmount: Number(event.price),
      transactionId: expect.stringMatching(/^TXN1772433000000/),
    })
    // Reading M4: the payment code carries the same reference that is sent.
    expect(link.searchParams.get('tr')).toBe(body.transactionId)
    expect(link.searchParams.get('am')).toBe(Number(event.price).toFixed(2))
    const rows = await bookings(school)
    expect(rows).toMatchObject([{ status: 'pending', question: guest.wish }])
    await expect(dialog).toContainText(rows[0]?.reference ?? 'a reference')

    await dialog.getByRole('button', { name: 'Done' }).click()
    await expect(dialog).toHaveCount(0)
    await expect(page.getByRole('button', { name: `Book Now: ${title}` })).toBeFocused()
  })
})

test('Esc closes, forgets what was typed, and the next booking has a reference of its own', async ({
  page,
  school,
}) => {
  await askToBook(page, school)
  await fill(page)
  await page.keyboard.press('Escape')
  await expect(dialogOf(page)).toHaveCount(0)
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

for (const [name, answer, sentence] of [
  [
    'success false',
    { json: { success: false, error: 'No' } },
    'Unable to complete booking. Please try again.',
  ],
  ['offline', 'offline', 'There was an error processing your booking. Please try again.'],
  ['500 without words', { status: 500 }, 'There was an error processing your booking. Please try again.'],
  [
    'the server’s error',
    { status: 503, json: { success: false, error: 'The desk is closed.' } },
    'The desk is closed.',
  ],
] as [string, WireAnswer, string][]) {
  test(`a booking that fails (${name}): '${sentence}', nothing lost, and a retry with the same key`, async ({
    page,
    school,
    wire,
  }) => {
    const keys: (string | undefined)[] = []
    let fails = true
    await wire.answer('POST /api/events_enrollments', (request) => {
      keys.push(request.headers()['idempotency-key'])
      return fails ? answer : undefined
    })
    await askToBook(page, school)
    await fillAndGoOn(page)
    await complete(page).click()
    await expect(dialogOf(page).getByRole('alert')).toContainText(sentence)
    await expect(dialogOf(page)).toHaveAccessibleName('Pay by UPI')
    fails = false
    await complete(page).click()
    await expect(dialogOf(page)).toHaveAccessibleName('Booking received')
    expect(keys).toEqual([keys[0], keys[0]])
    expect(await bookings(school)).toMatchObject([{ name: `${guest.firstName} ${guest.lastName}` }])
  })
}

test('the last seat taken meanwhile: the server’s sentence, and the panel offers none any more', async ({
  page,
  school,
  problems,
}) => {
  problems.expect(/status of 409/)
  const event = await askToBook(page, school, 'Diploma in Ikebana')
  await fillAndGoOn(page)
  for (const n of [1, 2]) {
    const body = bookingBody(event.id, { email: `quicker${n}@mail.example`, transactionId: `TXN${n}` })
    expect((await school.http('POST', '/api/events_enrollments', { body })).status).toBe(201)
  }
  await complete(page).click()
  await expect(dialogOf(page).getByRole('alert')).toContainText(
    'The last seat in this batch has just been taken.',
  )
  await page.keyboard.press('Escape')
  await expect(page.getByText('Booking not available for this event')).toBeVisible()
})
