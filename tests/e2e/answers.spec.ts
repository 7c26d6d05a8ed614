import type { Page } from '@playwright/test'
import { shortenLists } from '../harness/accessibility.ts'
import { beSignedIn, expect, kept, open, test, toastOf, type WireAnswer } from '../harness/browser.ts'
import { confirmButton, dialogOf, fillAndReview, student } from '../harness/enrolling.ts'
import { enrol } from '../harness/seats.ts'

// `web/lib/answers.test.ts` proves that each endpoint refuses these answers. This file tests what people see on the
// pages.

/** The HTML page of a proxy, with the status 200. */
const page200: WireAnswer = {
  text: '<!doctype html><h1>Sign in to this network</h1>',
  headers: { 'content-type': 'text/html' },
}
const noList: WireAnswer[] = [
  { json: {} },
  { json: null },
  { json: 'x' },
  page200,
  { text: '{"success":true,"da', headers: { 'content-type': 'application/json' } },
]
const noRecord: WireAnswer[] = [...noList, { json: [] }]

/** The page shows no part of the bad answer, and no trace of a missing value. */
async function isWhole(page: Page) {
  await expect(page.locator('header').first()).toBeVisible()
  await expect(page.locator('h1').first()).toBeVisible()
  const words = await page.locator('body').innerText()
  expect(words).not.toMatch(/undefined|NaN|\[object|<!doctype|Sign in to this network/)
}

const again = (page: Page) => page.getByRole('main').getByRole('button', { name: 'Try again' }).first()

/** Follows a link from another page, so that the browser and not the server fetches the data. */
async function visit(page: Page, link: string) {
  await open(page, '/privacy')
  const links = page.locator('header, footer').getByRole('link', { name: link, exact: true })
  await links.filter({ visible: true }).first().click()
}

interface Case {
  /** The text of a link, or an address. */
  at: string
  call: string
  sentence: string
  answers?: readonly WireAnswer[]
}

/**
 * Gives the case two bad answers, which differ from case to case: one for the visit, and one for "Try again". The first
 * case gets all bad answers.
 */
async function failsWith(
  page: Page,
  wire: { answer: (call: string, answer: WireAnswer) => Promise<unknown[]> },
  one: Case,
  position: number,
) {
  const all = one.answers ?? noRecord
  const two = [position, position + 1].flatMap((at) => all[at % all.length] ?? [])
  for (const [nth, answer] of (position === 0 ? all : two).entries()) {
    const requests = await wire.answer(one.call, answer)
    if (nth > 0) await again(page).click()
    else if (one.at.startsWith('/')) await open(page, one.at)
    else await visit(page, one.at)
    await expect.poll(() => requests.length, { message: `${one.at} calls ${one.call}` }).toBeGreaterThan(0)
    await expect(page.getByRole('main').getByText(one.sentence).first()).toBeVisible()
    await expect(again(page)).not.toHaveAttribute('aria-busy', 'true')
    await isWhole(page)
  }
}

const pages: Case[] = [
  {
    at: 'Home',
    call: 'GET /api/Feedback',
    sentence: 'Showing sample testimonials due to connection issues',
  },
  {
    at: 'Classes & Programs',
    call: 'GET /api/courses',
    sentence: 'We couldn’t load the courses.',
    answers: noList,
  },
  {
    at: 'Calendar',
    call: 'GET /api/courses',
    sentence: 'Failed to load courses. Please try again later.',
    answers: noList,
  },
  { at: 'Store', call: 'GET /api/products', sentence: 'We couldn’t load the flowers.', answers: noList },
  {
    at: '/classes/diploma-in-ikebana',
    call: 'GET /api/courses/:slug',
    sentence: 'This page may be out of date.',
  },
  { at: '/store/red-roses', call: 'GET /api/products/:slug', sentence: 'This page may be out of date.' },
  { at: '/blog', call: 'GET /api/blog', sentence: 'These posts may be out of date.' },
  {
    at: '/blog/koyambedu-at-five-in-the-morning',
    call: 'GET /api/blog/:slug',
    sentence: 'This page may be out of date.',
  },
  {
    at: '/payment?enrollment=a-seat&amount=10',
    call: 'GET /api/enrollments/:id',
    sentence: 'Unable to load payment details. Please try again later.',
  },
  { at: '/payment?order=an-order', call: 'GET /api/orders/:id', sentence: 'Payment Details Not Found' },
  { at: '/orders/an-order', call: 'GET /api/orders/:id', sentence: 'We couldn’t load your order' },
  { at: '/gift/a-gift', call: 'GET /api/gift/:token', sentence: 'We couldn’t load this page.' },
  {
    at: '/receipt/a-receipt',
    call: 'GET /api/receipt/:token',
    sentence: 'We couldn’t load your receipt.',
  },
  {
    at: '/waiting-list/a-place',
    call: 'GET /api/waiting-list/:token',
    sentence: 'We couldn’t load your place',
  },
]

test('each public page shows its error message when the API’s response is unusable', async ({
  page,
  wire,
  problems,
}) => {
  test.setTimeout(180_000)
  problems.allow(/could not be looked up|could not be loaded|Unable to load payment details/)
  // The page of a receipt that does not exist answers 404.
  problems.allow(/status of 404/)
  for (const [position, one] of pages.entries()) {
    await test.step(`${one.at}: ${one.call}`, async () => {
      await failsWith(page, wire, one, position)
      await wire.restore(one.call)
    })
  }
})

test('the about, contact and venue pages show built-in content when the API’s response is unusable', async ({
  page,
  wire,
  problems,
}) => {
  problems.expect(/instructors could not be loaded/)
  problems.expect(/impact numbers could not be loaded/)
  problems.expect(/business hours could not be loaded/)
  problems.allow(/courses could not be loaded/)
  for (const answer of noList.slice(3)) {
    for (const call of ['instructors', 'impacts', 'courses', 'office-timing', 'admin/event-pricing'])
      await wire.answer(`GET /api/${call}`, answer)
    await visit(page, 'About')
    const main = page.getByRole('main')
    await expect(main).toContainText('Head of Floral Design')
    await expect(main).toContainText('Flowers Arranged')
    await expect(main).toContainText('We couldn’t load the courses.')
    await isWhole(page)
    await page.getByRole('banner').getByRole('link', { name: 'Contact' }).click()
    await expect(main).toContainText('9:00 AM - 8:00 PM')
    await isWhole(page)
    await page.getByRole('banner').getByRole('link', { name: /home$/ }).click()
    await page.getByRole('button', { name: 'View Venue' }).click()
    await expect(main).toContainText('₹2,000')
    await isWhole(page)
  }
})

test('cart, checkout, favourites and profile show their error messages when the API’s response is unusable', async ({
  page,
  school,
  wire,
  problems,
}) => {
  test.setTimeout(120_000)
  problems.allow(/could not be/)
  const { token } = await beSignedIn(page, school, 'user')
  // The profile shows seats and orders only if the address is verified.
  const profile = (await school.http('GET', '/api/profile', { token })).body
  profile.data.emailVerified = true
  const ofProfile: WireAnswer = { json: profile }
  for (const [position, one] of [
    { at: '/cart', call: 'GET /api/cart', sentence: 'We couldn’t load your cart.' },
    { at: '/checkout', call: 'GET /api/cart', sentence: 'We couldn’t load your order.' },
    { at: '/favourites', call: 'GET /api/favorites', sentence: 'We couldn’t load your favourites.' },
    { at: '/profile', call: 'GET /api/profile', sentence: 'We couldn’t load your profile' },
  ].entries()) {
    await test.step(`${one.at}: ${one.call}`, async () => {
      await wire.answer('GET /api/profile', ofProfile)
      await failsWith(page, wire, one, position)
      await wire.restore(one.call)
    })
  }
  await test.step('the lists of /profile', async () => {
    await wire.answer('GET /api/profile', ofProfile)
    const lists = [
      ['GET /api/profile/registrations', 'We couldn’t load your courses'],
      ['GET /api/orders', 'We couldn’t load your orders.'],
      ['GET /api/recipients', 'We couldn’t load your saved recipients'],
      ['GET /api/auth/sessions', 'We couldn’t load your devices'],
    ] as const
    const answerFrom = (first: number) =>
      Promise.all(
        lists.map(([call], nth) => wire.answer(call, noList[(first + nth) % noList.length] ?? page200)),
      )
    const say = async (requests: unknown[][]) => {
      for (const [nth, [call, sentence]] of lists.entries()) {
        await expect.poll(() => requests[nth]?.length, { message: call }).toBeGreaterThan(0)
        await expect(page.getByRole('main').getByText(sentence)).toBeVisible()
      }
      await isWhole(page)
    }
    const first = await answerFrom(0)
    await open(page, '/profile')
    await say(first)
    const second = await answerFrom(2)
    const buttons = page.getByRole('main').getByRole('button', { name: 'Try again' })
    await expect(buttons).toHaveCount(lists.length)
    // All buttons are clicked at once, because a clicked button disappears for a moment.
    await buttons.evaluateAll((all) => {
      for (const button of all) (button as HTMLButtonElement).click()
    })
    await say(second)
    await expect(page.getByRole('main').locator('button[aria-busy=true]')).toHaveCount(0)
    await say(second)
  })
  for (const answer of noRecord.slice(-2)) {
    await wire.answer('GET /api/auth/user', answer)
    await open(page, '/privacy')
    await isWhole(page)
  }
})

test('enrolment, newsletter, payment and sign-in show an error when the API’s response is unusable', async ({
  page,
  school,
  wire,
  problems,
}) => {
  test.setTimeout(180_000)
  problems.allow(/could not be|^Payment failed/)
  const keys: (string | undefined)[] = []
  await open(page, '/classes')
  await fillAndReview(page, 'Table Flowers for the Home')
  for (const answer of noRecord) {
    await wire.answer('POST /api/enrollments', (request) => {
      keys.push(request.headers()['idempotency-key'])
      return answer
    })
    await confirmButton(page).click()
    await expect(toastOf(page)).toContainText('Enrollment Failed')
    await expect(dialogOf(page).getByRole('alert')).toContainText('We couldn’t reach our server')
    await expect(dialogOf(page)).toContainText(student.email)
    await isWhole(page)
  }
  // Each try may have taken the seat. The idempotency key stays the same, so only one seat is taken.
  await wire.restore('POST /api/enrollments')
  await confirmButton(page).click()
  await expect(dialogOf(page)).toHaveAccessibleName('Enrolment received')
  expect(new Set(keys).size).toBe(1)
  await page.keyboard.press('Escape')

  for (const answer of noRecord.slice(0, 2)) {
    await wire.answer('POST /api/landing/email', answer)
    const box = page.getByRole('contentinfo').getByRole('textbox')
    await box.fill('meena@mail.example')
    await box.press('Enter')
    await expect(toastOf(page)).toContainText('Failed to subscribe. Please try again.')
    await expect(box).toHaveValue('meena@mail.example')
  }

  const courses: { id: string; title: string }[] = (await school.http('GET', '/api/courses')).body
  const seat = await enrol(school, courses.find(({ title }) => title === 'Diploma in Ikebana')?.id ?? '')
  const alerts: string[] = []
  page.on('dialog', (dialog) => {
    alerts.push(dialog.message())
    void dialog.accept()
  })
  await open(page, `/payment?enrollment=${seat.id}`)
  for (const [nth, answer] of noRecord.slice(2, 4).entries()) {
    await wire.answer('PATCH /api/enrollments/:id/status', answer)
    await page.getByRole('button', { name: 'Pay Now' }).click()
    await expect.poll(() => alerts.length).toBe(nth + 1)
    await isWhole(page)
  }
  expect(new Set(alerts)).toEqual(new Set(['Payment failed. Please try again or contact support.']))

  await open(page, '/signin')
  for (const answer of noRecord.slice(-2)) {
    await wire.answer('POST /api/auth/signin', answer)
    const main = page.getByRole('main')
    await main.getByLabel('Email').fill('owner@malar.example')
    await main.getByLabel('Password').fill('a password')
    await main.getByRole('button', { name: 'Sign In' }).click()
    await expect(main.getByRole('alert')).toHaveText('No session token received from server.')
    expect(await kept(page, 'sessionToken')).toBeNull()
  }
})

test('dialogs and the search of the back office show an error when the API’s response is unusable', async ({
  page,
  school,
  wire,
}) => {
  test.setTimeout(120_000)
  const courses: { id: string }[] = (await school.http('GET', '/api/courses')).body
  await enrol(school, courses[0]?.id ?? '')
  await beSignedIn(page, school, 'owner')
  await shortenLists(page)
  const silent = 'We couldn’t reach our server'
  const dialogs: [section: string, button: RegExp, call: string, sentence: string][] = [
    ['orders', /^View Details/, 'GET /api/admin/orders/:id', 'We couldn’t load the history.'],
    ['event-class-enrollments', /^Manage/, 'GET /api/admin/seats/:kind/:id', 'We couldn’t load the seat.'],
    ['outbox', /^Open /, 'GET /api/admin/messages/:id', 'We couldn’t load the message.'],
    ['coupons', /^View /, 'GET /api/admin/coupons/:id/uses', silent],
    ['recipes', /^Add Recipe/, 'GET /api/admin/recipe-subjects', silent],
    ['recipes', /^Add Recipe/, 'GET /api/admin/flowers', silent],
    ['blog', /^Add Post/, 'GET /api/instructors', silent],
  ]
  await open(page, '/admin#api')
  for (const [nth, [section, button, call, sentence]] of dialogs.entries()) {
    await test.step(`${section}: ${call}`, async () => {
      await wire.answer(call, noList[nth % noList.length] ?? page200)
      // The reload deletes the data that the previous dialog of this section has loaded.
      if (section === dialogs[nth - 1]?.[0]) await page.reload()
      await page.evaluate((hash) => {
        location.hash = hash
      }, section)
      await page.getByRole('main').getByRole('button', { name: button }).first().click()
      await expect(dialogOf(page).getByText(sentence).first()).toBeVisible()
      await isWhole(page)
      await page.keyboard.press('Escape')
      await expect(dialogOf(page)).toHaveCount(0)
      await wire.restore(call)
    })
  }
  await wire.answer('GET /api/admin/search', page200)
  await page.keyboard.press('Control+k')
  await dialogOf(page).getByRole('combobox').fill('Meena')
  await expect(page.getByText('We couldn’t search the records.')).toBeVisible()
})

test('if the schemas of responses cannot load, pages show unchecked responses, but refuse a proxy’s HTML page', async ({
  page,
  wire,
  problems,
}) => {
  problems.allow(/Failed to load resource|could not be/)
  await page.route('**/assets/answers-*.json', (route) => route.abort('internetdisconnected'))
  await visit(page, 'Classes & Programs')
  await expect(page.getByRole('button', { name: 'Enroll Now: Diploma in Ikebana' })).toBeVisible()
  await wire.answer('GET /api/courses', page200)
  await visit(page, 'Classes & Programs')
  await expect(page.getByText('We couldn’t load the courses.')).toBeVisible()
  await isWhole(page)
})
