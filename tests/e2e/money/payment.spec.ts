import type { Page } from '@playwright/test'
import { isSound } from '../../harness/accessibility.ts'
import type { TestApp } from '../../harness/app.ts'
import { expect, failed, open, test, type WireAnswer } from '../../harness/browser.ts'
import { isPhone, lookOf, staysHere } from '../../harness/paying.ts'
import { addUndatedCourse, enrol } from '../../harness/seats.ts'

const success = 'Payment successful! You will receive a confirmation message shortly.'
const failure = 'Payment failed. Please try again or contact support.'

async function courseToPay(school: TestApp) {
  const courses: { id: string; title: string; price: string }[] = (await school.http('GET', '/api/courses'))
    .body
  const course = courses.find(({ title }) => title === 'Table Flowers for the Home')
  if (!course) throw new Error('the demonstration school lacks its course')
  return course
}

async function pendingSeat(school: TestApp) {
  const course = await courseToPay(school)
  return { ...(await enrol(school, course.id)), course }
}

/** Presses what opens an alert, and gives the alert's words. */
async function alertAfter(page: Page, press: () => Promise<void>): Promise<string> {
  const shown = page.waitForEvent('dialog').then(async (dialog) => {
    const words = dialog.message()
    await dialog.accept()
    return words
  })
  await press()
  return shown
}

const row = (page: Page, name: string) =>
  page.getByRole('main').locator('dt', { hasText: name }).locator('..').locator('dd')
const payNow = (page: Page) => page.getByRole('button', { name: 'Pay Now' })
const statusOf = async (school: TestApp, id: string) =>
  (await school.http('GET', `/api/enrollments/${id}`)).body.status

test('a spinner, then what is due: the rows, the hint, the notes', { tag: '@phone' }, async ({
  page,
  school,
  wire,
}) => {
  const seat = await pendingSeat(school)
  let release: () => void = () => undefined
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await wire.answer('GET /api/enrollments/:id', async () => {
    await held
    return undefined
  })
  await page.clock.setFixedTime(school.deps.clock.now())
  await page.goto(`/payment?enrollment=${seat.id}&amount=1`)
  await expect(page.getByRole('status', { name: 'Loading payment details' })).toBeVisible()
  release()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Complete Your Payment')
  await expect(page.getByRole('main')).toContainText('Please review the details below')
  await expect(row(page, 'Course')).toHaveText('Table Flowers for the Home')
  await expect(row(page, 'Student Name')).toHaveText('Meena Krishnan')
  await expect(row(page, 'Batch')).toHaveText(/\w{3}, \d+ March 2026/)
  // Reading M2: the server's amount wins over the query's.
  await expect(row(page, 'Total Amount')).toHaveText(`₹${Number(seat.amount).toLocaleString('en-IN')}`)
  await expect(page.getByRole('main')).toContainText('Secure payment powered by a card payment provider')
  await expect(page.getByRole('main')).toContainText('This is a demonstration.')
  await expect(page.getByRole('status', { name: 'Loading payment details' })).toHaveCount(0)
  // D§2: the page says how to come, as the success and the letter do.
  for (const said of ['How to come', 'Malligai Street', 'What to bring'])
    await expect(page.getByRole('main')).toContainText(said)
  await expect(page.getByRole('link', { name: 'Show on a map' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Add to my calendar' })).toHaveAttribute(
    'href',
    /^\/calendar\/[\w-]+\.ics$/,
  )
})

test('without an amount of the server the one of the address stands', async ({ page, school, wire }) => {
  for (const [query, amount] of [
    ['&amount=1234567.5', '₹12,34,567.50'],
    ['', '₹0'],
  ] as const) {
    await test.step(`where the server sends no amount, the query's stands: '${query}' is ${amount}`, async () => {
      const seat = await pendingSeat(school)
      const { id, courseTitle, fullname, batch } = (await school.http('GET', `/api/enrollments/${seat.id}`))
        .body
      const view = { id, courseTitle, fullname, batch }
      await wire.answer('GET /api/enrollments/:id', { json: view })
      await open(page, `/payment?enrollment=${seat.id}${query}`)
      await expect(row(page, 'Total Amount')).toHaveText(amount)
    })
  }
})

test('details that could not be had are there at the next try', async ({ page, school, wire, problems }) => {
  for (const [name, answer] of [
    ['offline', 'offline'],
    ['500', { status: 500 }],
    ['404', { status: 404 }],
  ] as [string, WireAnswer][]) {
    await test.step(`details that cannot be had (${name}): the two sentences, logged, and a retry`, async () => {
      const seat = await pendingSeat(school)
      problems.expect(/The enrollment could not be looked up/)
      await wire.answer('GET /api/enrollments/:id', answer)
      await open(page, `/payment?enrollment=${seat.id}&amount=10`)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Payment Details Not Found')
      await expect(page.getByRole('main')).toContainText(
        'Unable to load payment details. Please try again later.',
      )
      await wire.restore('GET /api/enrollments/:id')
      await page.getByRole('button', { name: 'Try again' }).click()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Complete Your Payment')
    })
  }
})

test('without an enrolment, or with one that is not there: not found', async ({ page, school, problems }) => {
  const sent = async (at: string) =>
    (await (await fetch(school.url + at)).text()).includes('Details Not Found')
  expect(await sent('/payment')).toBe(true)
  expect(await sent('/payment?enrollment=nobody')).toBe(false)
  await open(page, '/payment')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Payment Details Not Found')
  problems.expect(/The enrollment could not be looked up/)
  failed(page.context(), `${school.url}/api/enrollments/nobody`)
  await open(page, '/payment?enrollment=nobody')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Payment Details Not Found')
})

test('Pay Now: the success alert, and the seat is confirmed, also after a reload', async ({
  page,
  school,
}) => {
  const seat = await pendingSeat(school)
  await open(page, `/payment?enrollment=${seat.id}&amount=${seat.amount}`)
  const sent = page.waitForRequest((request) => request.method() === 'PATCH')
  expect(await alertAfter(page, () => payNow(page).click())).toBe(success)
  expect((await sent).postDataJSON()).toEqual({ status: 'confirmed' })
  await expect(payNow(page)).toHaveCount(0)
  await expect(page.getByRole('main')).toContainText(seat.reference)
  expect(await statusOf(school, seat.id)).toBe('confirmed')
  await page.reload()
  await expect(page.getByRole('main')).toContainText(seat.reference)
  await expect(payNow(page)).toHaveCount(0)
})

for (const [name, answer] of [
  ['offline', 'offline'],
  ['500', { status: 500 }],
  ['402', { status: 402, json: { success: false, error: 'No', code: 'payment_failed' } }],
] as [string, WireAnswer][]) {
  test(`a payment that fails (${name}): the failure alert, logged, and Pay Now works again`, async ({
    page,
    school,
    wire,
    problems,
  }) => {
    const seat = await pendingSeat(school)
    problems.expect(/The payment could not be confirmed/)
    await wire.answer('PATCH /api/enrollments/:id/status', answer)
    await open(page, `/payment?enrollment=${seat.id}&amount=${seat.amount}`)
    expect(await alertAfter(page, () => payNow(page).click())).toBe(failure)
    expect(await statusOf(school, seat.id)).toBe('pending')
    await wire.restore('PATCH /api/enrollments/:id/status')
    expect(await alertAfter(page, () => payNow(page).click())).toBe(success)
  })
}

test('two presses send one payment', async ({ page, school, wire }) => {
  const seat = await pendingSeat(school)
  const sent = await wire.answer('PATCH /api/enrollments/:id/status', () => undefined)
  await open(page, `/payment?enrollment=${seat.id}&amount=${seat.amount}`)
  expect(await alertAfter(page, () => payNow(page).dblclick())).toBe(success)
  await expect(payNow(page)).toHaveCount(0)
  expect(sent).toHaveLength(1)
})

test('a place without a date asks for no money, and is let go by two presses', { tag: '@phone' }, async ({
  page,
  school,
  wire,
}) => {
  const place = await enrol(school, (await addUndatedCourse(school)).id)
  await open(page, `/payment?enrollment=${place.id}&amount=${place.amount}`)
  const heading = page.getByRole('heading', { level: 1 })
  await expect(heading).toHaveText('Your place is reserved')
  await expect(page.getByRole('main')).toContainText('Nothing is to be paid now.')
  await expect(payNow(page)).toHaveCount(0)
  await page.getByRole('button', { name: 'I cannot come: let it go' }).click()
  await page.getByRole('button', { name: 'Keep it' }).click()
  await page.getByRole('button', { name: 'I cannot come: let it go' }).click()
  await wire.answer('POST /api/enrollments/:id/release', 'offline')
  await page.getByRole('button', { name: 'Let it go' }).click()
  await expect(page.getByRole('main').getByRole('alert')).toContainText('It could not be given up.')
  await wire.restore('POST /api/enrollments/:id/release')
  await page.getByRole('button', { name: 'Let it go' }).click()
  await expect(heading).toHaveText('This enrollment was cancelled')
  expect(await statusOf(school, place.id)).toBe('cancelled')
})

test.describe('by UPI', () => {
  test.use({
    schoolEnv: {
      PAYMENT_PROVIDER: 'upi',
      SCHOOL_UPI_ID: 'malar.flowers@examplebank',
      SCHOOL_UPI_NAME: 'Malar',
    },
    permissions: ['clipboard-read', 'clipboard-write'],
  })

  test('Pay Now shows code, id and app link and sends nothing; "I have paid" leads to the checking view, also after a reload', {
    tag: '@both',
  }, async ({ page, school, wire }) => {
    const seat = await pendingSeat(school)
    const sent = await wire.answer('PATCH /api/enrollments/:id/status', () => {
      failed(page.context(), `${school.url}/api/enrollments/${seat.id}/status`)
      return undefined
    })
    await open(page, `/payment?enrollment=${seat.id}&amount=${seat.amount}`)
    await expect(page.getByRole('main')).not.toContainText('This is a demonstration.')
    await payNow(page).click()
    const code = page.getByRole('img', { name: 'UPI QR code for malar.flowers@examplebank' })
    const showCode = async () => {
      // A phone opens its own app; the code is for another one.
      if (!isPhone(page)) return
      await expect(code).toBeHidden()
      await page.getByText('Show the QR code').click()
    }
    await showCode()
    await expect(code.locator('svg')).toBeVisible()
    await expect(page.getByText('malar.flowers@examplebank', { exact: true })).toBeVisible()
    expect(sent).toHaveLength(0)

    await page.getByRole('button', { name: 'Copy UPI id' }).click()
    await expect(page.getByRole('main').getByText('UPI id copied')).toBeAttached()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('malar.flowers@examplebank')

    const app = page.getByRole('link', { name: 'Open a UPI app' })
    const link = new URL((await page.locator('a[href^="upi:"]').getAttribute('href')) ?? '')
    expect(link.href).toContain('pa=malar.flowers@examplebank')
    expect(Object.fromEntries(link.searchParams)).toMatchObject({
      pn: 'Malar',
      am: seat.amount,
      cu: 'INR',
      tr: seat.reference,
    })
    await (isPhone(page) ? expect(app).toBeVisible() : expect(app).toBeHidden())

    await page.getByRole('button', { name: 'I have paid' }).click()
    const checking = page.getByRole('heading', { level: 1 })
    await expect(checking).toHaveText(`We are checking your payment, reference ${seat.reference}`)
    expect(sent).toHaveLength(1)
    expect(await statusOf(school, seat.id)).toBe('pending')
    await page.reload()
    await expect(checking).toHaveText(`We are checking your payment, reference ${seat.reference}`)

    // It was pressed too early.
    await page.getByRole('button', { name: 'I have not paid yet' }).click()
    await expect(checking).toBeFocused()
    await showCode()
    await expect(code.locator('svg')).toBeVisible()
    await expect(page.getByText('Have you paid already?')).toBeVisible()
    await page.getByRole('button', { name: 'I have paid' }).click()
    await expect(checking).toHaveText(`We are checking your payment, reference ${seat.reference}`)
  })

  for (const [chosen, loudest] of [
    ['UPI', { app: 'primary', paid: 'quiet' }],
    ['QR Code', { app: 'quiet', paid: 'outline' }],
  ] as const) {
    test(`on a phone, ${chosen} chosen: one way comes first, and "I have paid" once it was opened, also after a reload`, {
      tag: '@phone',
    }, async ({ page, school }) => {
      await staysHere(page)
      const seat = await enrol(school, (await courseToPay(school)).id, { paymentMethod: chosen })
      await open(page, `/payment?enrollment=${seat.id}`)
      await payNow(page).click()
      const app = page.getByRole('link', { name: 'Open a UPI app' })
      const paid = page.getByRole('button', { name: 'I have paid' })
      const code = page.getByRole('img', { name: /UPI QR code/ })
      await expect(app).toBeVisible()
      expect(await code.isVisible()).toBe(chosen === 'QR Code')
      expect({ app: await lookOf(app), paid: await lookOf(paid) }).toEqual(loudest)
      await isSound(page)
      const top = (one: typeof app) =>
        one.evaluate((element) => element.getBoundingClientRect().top + scrollY)
      const places = async () => [await top(app), await top(paid)]
      const before = await places()
      await app.click()
      await expect.poll(() => lookOf(paid)).toBe('primary')
      expect(await places()).toEqual(before)
      // The phone has thrown the page away while the app was open.
      await page.reload()
      await expect.poll(() => lookOf(paid)).toBe('primary')
      await expect(payNow(page)).toHaveCount(0)
      // It is this payment's alone.
      const other = await pendingSeat(school)
      await open(page, `/payment?enrollment=${other.id}`)
      await expect(payNow(page)).toBeVisible()
    })
  }

  test('a seat confirmed meanwhile is shown from the top, and its heading takes the focus', async ({
    page,
    school,
    wire,
  }) => {
    const seat = await pendingSeat(school)
    await wire.answer('PATCH /api/enrollments/:id/status', () => {
      failed(page.context(), `${school.url}/api/enrollments/${seat.id}/status`)
      return undefined
    })
    await open(page, `/payment?enrollment=${seat.id}&amount=${seat.amount}`)
    await payNow(page).click()
    await page.getByRole('button', { name: 'I have paid' }).click()
    const heading = page.getByRole('heading', { level: 1 })
    await expect(heading).toContainText('We are checking your payment')

    // The page comes back as it was left, and asks again.
    const footer = page.getByRole('contentinfo').getByRole('link')
    await footer.filter({ hasText: 'About' }).click()
    await expect(page).toHaveURL('/about')
    const { body } = await school.http('GET', `/api/enrollments/${seat.id}`)
    const held = Promise.withResolvers<WireAnswer>()
    await wire.answer('GET /api/enrollments/:id', () => held.promise)
    await page.goBack()
    await expect(heading).toContainText('We are checking your payment')
    await footer.last().focus()
    held.resolve({ json: { ...body, status: 'confirmed' } })
    await expect(heading).toHaveText('Your seat is confirmed')
    await expect(heading).toBeFocused()
    // A part that comes late makes the page higher, and leads nobody back down.
    const place = page.evaluate(async () => {
      document.body.style.minHeight = '3000px'
      for (let frames = 0; frames < 3; frames++) await new Promise(requestAnimationFrame)
      return scrollY
    })
    expect(await place).toBe(0)
  })

  test('the button comes with all that stands above it, so that it does not move under a finger', async ({
    page,
    school,
  }) => {
    const seat = await pendingSeat(school)
    const held = Promise.withResolvers<void>()
    const asked = page.waitForRequest(/\/assets\/seat-part-[\w-]+\.js/)
    await page.route(/\/assets\/seat-part-[\w-]+\.js/, async (route) => {
      await held.promise
      await route.continue()
    })
    await page.goto(`/payment?enrollment=${seat.id}`)
    await asked
    await expect(page.getByRole('status', { name: 'Loading payment details' })).toBeVisible()
    await expect(payNow(page)).toBeHidden()
    held.resolve()
    await expect(payNow(page)).toBeVisible()
    await expect(page.getByText('Add a person')).toBeVisible()
  })

  test('another failure than "pending" shows the failure alert', async ({ page, school, wire, problems }) => {
    const seat = await pendingSeat(school)
    problems.expect(/The payment could not be confirmed/)
    await wire.answer('PATCH /api/enrollments/:id/status', { status: 500 })
    await open(page, `/payment?enrollment=${seat.id}&amount=${seat.amount}`)
    await payNow(page).click()
    expect(await alertAfter(page, () => page.getByRole('button', { name: 'I have paid' }).click())).toBe(
      failure,
    )
    await expect(page.getByRole('button', { name: 'I have paid' })).toBeVisible()
  })
})
