import type { Page } from '@playwright/test'
import { isSound } from '../../harness/accessibility.ts'
import type { TestApp } from '../../harness/app.ts'
import { expect, failed, open, test, type WireAnswer } from '../../harness/browser.ts'
import { lookOf, staysHere } from '../../harness/paying.ts'
import { enrol } from '../../harness/seats.ts'

const success = 'Payment successful! You will receive a confirmation message shortly.'

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

/** Runs `press`, accepts the alert that then opens, and returns the alert's text. */
async function alertAfter(page: Page, press: () => Promise<void>): Promise<string> {
  const shown = page.waitForEvent('dialog').then(async (dialog) => {
    const words = dialog.message()
    await dialog.accept()
    return words
  })
  await press()
  return shown
}

const payNow = (page: Page) => page.getByRole('button', { name: 'Pay Now' })
const statusOf = async (school: TestApp, id: string) =>
  (await school.http('GET', `/api/enrollments/${id}`)).body.status

test('Pay Now shows the success alert and confirms the seat, also after a reload', async ({
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
  await expect(page.getByRole('main').locator('picture img').last()).toBeVisible()
})

test.describe('a school that is paid by UPI', () => {
  test.use({
    schoolEnv: {
      PAYMENT_PROVIDER: 'upi',
      SCHOOL_UPI_ID: 'malar.flowers@examplebank',
      SCHOOL_UPI_NAME: 'Malar',
    },
    permissions: ['clipboard-read', 'clipboard-write'],
  })

  test('Pay Now shows UPI code, id and app link; "I have paid" leads to "We are checking your payment"', async ({
    page,
    school,
    wire,
  }) => {
    const seat = await pendingSeat(school)
    const sent = await wire.answer('PATCH /api/enrollments/:id/status', () => {
      failed(page.context(), `${school.url}/api/enrollments/${seat.id}/status`)
      return undefined
    })
    await open(page, `/payment?enrollment=${seat.id}&amount=${seat.amount}`)
    await expect(page.getByRole('main')).not.toContainText('This is a demonstration.')
    await payNow(page).click()
    const code = page.getByRole('img', { name: 'UPI QR code for malar.flowers@examplebank' })
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
    await expect(app).toBeHidden()

    await page.getByRole('button', { name: 'I have paid' }).click()
    const checking = page.getByRole('heading', { level: 1 })
    await expect(checking).toHaveText(`We are checking your payment, reference ${seat.reference}`)
    expect(sent).toHaveLength(1)
    expect(await statusOf(school, seat.id)).toBe('pending')
    await page.reload()
    await expect(checking).toHaveText(`We are checking your payment, reference ${seat.reference}`)

    // The visitor clicked "I have paid" too early, and goes back.
    await page.getByRole('button', { name: 'I haven’t paid yet' }).click()
    await expect(checking).toBeFocused()
    await expect(code.locator('svg')).toBeVisible()
    await expect(page.getByText('Already paid?')).toBeVisible()
    await page.getByRole('button', { name: 'I have paid' }).click()
    await expect(checking).toHaveText(`We are checking your payment, reference ${seat.reference}`)
  })

  test('on a phone "I have paid" becomes the main button once the UPI app was opened, also after a reload', {
    tag: '@phone',
  }, async ({ page, school }) => {
    await staysHere(page)
    const seat = await pendingSeat(school)
    await open(page, `/payment?enrollment=${seat.id}`)
    await payNow(page).click()
    const app = page.getByRole('link', { name: 'Open a UPI app' })
    const paid = page.getByRole('button', { name: 'I have paid' })
    const code = page.getByRole('img', { name: /UPI QR code/ })
    await expect(app).toBeVisible()
    await expect(code).toBeHidden()
    expect({ app: await lookOf(app), paid: await lookOf(paid) }).toEqual({ app: 'primary', paid: 'quiet' })
    await isSound(page)
    await page.getByText('Show the QR code').click()
    await expect(code.locator('svg')).toBeVisible()
    const top = (one: typeof app) => one.evaluate((element) => element.getBoundingClientRect().top + scrollY)
    const places = async () => [await top(app), await top(paid)]
    const before = await places()
    await app.click()
    await expect.poll(() => lookOf(paid)).toBe('primary')
    expect(await places()).toEqual(before)
    // The reload stands for a phone that has dropped the page while the app was open.
    await page.reload()
    await expect.poll(() => lookOf(paid)).toBe('primary')
    await expect(payNow(page)).toHaveCount(0)
    // The opened app does not change the page of another payment.
    const other = await pendingSeat(school)
    await open(page, `/payment?enrollment=${other.id}`)
    await expect(payNow(page)).toBeVisible()
  })

  test('the payment page scrolls to the top and focuses its heading when its new data says that the seat is confirmed', async ({
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

    // The visitor leaves the page and goes back. The page is shown as before, and fetches its data again.
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
    // A part that loads late makes the page taller, but does not scroll the page.
    const place = page.evaluate(async () => {
      document.body.style.minHeight = '3000px'
      for (let frames = 0; frames < 3; frames++) await new Promise(requestAnimationFrame)
      return scrollY
    })
    expect(await place).toBe(0)
  })

  test('Pay Now appears together with everything above it, so that it does not move under a finger', async ({
    page,
    school,
  }) => {
    const seat = await pendingSeat(school)
    const held = Promise.withResolvers<void>()
    const scriptRequested = page.waitForRequest(/\/assets\/seat-part-[\w-]+\.js/)
    await page.route(/\/assets\/seat-part-[\w-]+\.js/, async (route) => {
      await held.promise
      await route.continue()
    })
    await page.goto(`/payment?enrollment=${seat.id}`)
    await scriptRequested
    await expect(page.getByRole('status', { name: 'Loading payment details' })).toBeVisible()
    await expect(payNow(page)).toBeHidden()
    held.resolve()
    await expect(payNow(page)).toBeVisible()
    await expect(page.getByText('Add a person')).toBeVisible()
  })
})
