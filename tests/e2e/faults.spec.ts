import type { Locator, Page, Route } from '@playwright/test'
import { beSignedIn, expect, failed, open, test, toastOf } from '../harness/browser.ts'
import { askToEnrol, dialogOf } from '../harness/enrolling.ts'
import { hydrated } from '../harness/hydrated.ts'
import { enrol } from '../harness/seats.ts'

/** Every public page, and the text of the link to it on the privacy policy; null if there is no link. */
const pages = [
  ['/', 'Home'],
  ['/classes', 'Classes & Programs'],
  ['/about', 'About'],
  ['/calendar', 'Calendar'],
  ['/contact', 'Contact'],
  ['/signin', 'Sign In'],
  ['/terms', 'Terms & Services'],
  ['/store', 'Store'],
  ['/classes/diploma-in-ikebana', null],
  ['/store/red-roses', null],
  ['/cart', null],
  ['/favourites', null],
  ['/find', null],
  ['/shop', null],
  ['/blog', null],
  ['/blog/koyambedu-at-five-in-the-morning', null],
  ['/privacy', null],
  ['/signup', null],
  ['/forgot-password', null],
  ['/payment', null],
  ['/checkout', null],
  ['/orders/an-order', null],
  ['/gift/a-gift', null],
] as const

/** Texts that no visitor may read. */
const noWords = /undefined|NaN|\[object|<!doctype|sign in to this network/

/** Expects that the page has a header, a heading, a text in its main part, and a footer. */
async function stands(page: Page) {
  await expect(page.getByRole('banner')).toBeVisible()
  await expect(page.getByRole('main').getByRole('heading', { level: 1 }).first()).toBeVisible()
  const main = page.getByRole('main')
  // A part of the page that loads later says so to screen readers alone.
  await expect.poll(async () => (await main.innerText()).length).toBeGreaterThan(20)
  expect(await main.innerText()).not.toMatch(noWords)
  await expect(page.getByRole('contentinfo')).toBeVisible()
}

/** One failure of each kind: no connection, a server error, and unusable bodies with status 200. */
const failures: ('offline' | { status: number; body: string })[] = [
  'offline',
  ...['{}', 'null', '"x"', '<!doctype html><p>Please sign in to this network</p>', '{"success":true,"da'].map(
    (body) => ({ status: 200, body }),
  ),
  { status: 500, body: '' },
]

/**
 * Leaves every call of the API unanswered until `fail` is called. Then the waiting and the later calls fail, each in
 * another way than the call before. After `keep`, later calls stay unanswered again.
 */
async function silenceApi(page: Page) {
  let isSilent = true
  let calls = 0
  const kept: Route[] = []
  const answer = (route: Route) => {
    const failure = failures[calls++ % failures.length]
    return typeof failure === 'object' ? route.fulfill(failure) : route.abort('internetdisconnected')
  }
  await page.route('**/api/**', async (route) => {
    failed(page.context(), route.request().url())
    if (isSilent) kept.push(route)
    else await answer(route)
  })
  return {
    keep() {
      isSilent = true
      kept.length = 0
    },
    async fail() {
      isSilent = false
      await Promise.all(kept.splice(0).map(answer))
    },
  }
}

test('no public page is blank when it is opened while the API is silent or fails', async ({
  page,
  problems,
}) => {
  problems.allow(/could not be|failed/i)
  const api = await silenceApi(page)
  for (const [path] of pages) {
    await test.step(path, async () => {
      api.keep()
      await open(page, path)
      await stands(page)
      await api.fail()
      await stands(page)
    })
  }
})

test('no public page is blank when a link leads to it while the API is silent or fails', async ({
  page,
  problems,
}) => {
  problems.allow(/could not be|failed/i)
  const api = await silenceApi(page)
  await open(page, '/privacy')
  const main = page.getByRole('main')
  // A part that is still loading has a status text.
  const isThere = () =>
    expect(main.getByRole('heading', { level: 1 }).or(main.getByRole('status')).first()).toBeVisible()
  for (const [path, link] of pages) {
    if (link === null) continue
    await test.step(path, async () => {
      api.keep()
      await page
        .locator(`header, footer`)
        .getByRole('link', { name: link, exact: true })
        .filter({ visible: true })
        .first()
        .click()
      await expect(page).toHaveURL(path)
      await isThere()
      await api.fail()
      await isThere()
      await expect(page.getByRole('banner')).toBeVisible()
    })
  }
})

test('no back-office section is blank while the API is silent or fails', async ({
  page,
  school,
  problems,
}) => {
  problems.allow(/could not be|failed/i)
  await beSignedIn(page, school, 'owner')
  // The address opens no section, so no section has loaded data yet.
  await open(page, '/admin#none')
  const menu = page.getByRole('navigation', { name: 'Sections' }).first()
  await expect(menu.getByRole('link', { name: 'API' })).toBeVisible()
  const ids = await menu
    .locator('a[href*="#"]')
    .evaluateAll((links) => links.map((link) => (link as HTMLAnchorElement).hash))
  expect(ids.length).toBeGreaterThan(20)
  const main = page.getByRole('main')
  const heading = page.getByRole('heading', { level: 1 })
  const visit = async (id: string, sign: Locator) => {
    const before = await heading.innerText()
    await page.evaluate((hash) => {
      location.hash = hash
    }, id)
    // The previous section stays until the next one has its code, and could show the sign in its place.
    await expect(heading).not.toHaveText(before)
    await expect(sign.first()).toBeVisible()
    await expect(heading).not.toHaveText('')
    expect(await main.innerText()).not.toMatch(noWords)
  }
  const api = await silenceApi(page)
  // The overview of the settings reads nothing, so a page of the settings is visited instead.
  const sections = [...ids, '#status-feedback'].map((id) =>
    id === '#school-settings' ? `${id}?page=payments` : id,
  )
  for (const id of sections) {
    const loading = main.getByRole('status').filter({ visible: true })
    await test.step(`${id} without an answer`, () => visit(id, loading))
  }
  await visit('#none', page.getByRole('banner'))
  await api.fail()
  for (const id of sections) {
    const again = main.getByRole('button', { name: /^Try again$/ })
    await test.step(`${id} with failures`, () => visit(id, again))
  }
})

test('a page whose script cannot load is shown as the server renders it, with a note and a reload link', async ({
  page,
  problems,
}) => {
  problems.allow(/Failed to load resource|loading route module|Failed to fetch dynamically/)
  await open(page, '/privacy')
  const chunk = /\/assets\/classes-[\w-]+\.js/
  await page.route(chunk, (route) => route.abort('internetdisconnected'))
  await page.getByRole('banner').getByRole('link', { name: 'Classes & Programs' }).first().click()
  await expect(page).toHaveURL('/classes')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Our Courses')
  const note = page.getByRole('status').filter({ hasText: 'This page hasn’t fully loaded' })
  await expect(note).toContainText('+91 44 5550 0142')
  await page.unroute(chunk)
  await note.getByRole('link', { name: 'Refresh' }).click()
  await hydrated(page)
  await expect(note).toBeHidden()
  await askToEnrol(page, 'Diploma in Ikebana')
})

test('a link clicked without a network keeps the page and says "You’re offline"', async ({
  page,
  context,
  problems,
}) => {
  problems.allow(/ERR_INTERNET_DISCONNECTED/)
  await open(page, '/classes')
  await context.setOffline(true)
  await page.getByRole('banner').getByRole('link', { name: 'Contact' }).click()
  await expect(toastOf(page)).toContainText('You’re offline')
  await stands(page)
  await context.setOffline(false)
  await page.getByRole('banner').getByRole('link', { name: 'Contact' }).click()
  await expect(page).toHaveURL('/contact')
  await stands(page)
})

test('a dialog whose script cannot load shows a toast, and the page stays', async ({ page, problems }) => {
  problems.allow(/Failed to load resource|Failed to fetch dynamically/)
  await open(page, '/classes')
  await page.route(/\/assets\/asked-seat-[\w-]+\.js/, (route) => route.abort('internetdisconnected'))
  await page.getByRole('button', { name: 'Enroll Now: Diploma in Ikebana' }).click()
  await expect(toastOf(page)).toContainText('We couldn’t open this')
  await expect(dialogOf(page)).toHaveCount(0)
  await stands(page)
})

test.describe('the subscribe popup', () => {
  test.use({ popupMayOpen: true })
  test('the subscribe popup leaves the page as it is when its script cannot load', async ({
    page,
    problems,
  }) => {
    problems.allow(/Failed to load resource|Failed to fetch dynamically/)
    const scriptRequested = page.waitForRequest(/\/assets\/subscribe-popup-[\w-]+\.js/)
    await page.route(/\/assets\/subscribe-popup-[\w-]+\.js/, (route) => route.abort('internetdisconnected'))
    await page.clock.install()
    await open(page, '/')
    await page.clock.runFor(3_000)
    await scriptRequested
    await page.getByRole('main').getByRole('button', { name: 'Get Updates' }).click()
    await expect(toastOf(page)).toContainText('We couldn’t open this')
    await stands(page)
  })
})

test.describe('the calls of a page after hydration', () => {
  test('a page fetches its data again after hydration, and keeps the old data under a note if that fails', async ({
    page,
    wire,
  }) => {
    for (const [path, call, content, note] of [
      ['/', 'GET /api/Feedback', 'Divya Krishnan', 'We couldn’t load the testimonials.'],
      ['/classes', 'GET /api/courses', 'Diploma in Ikebana', 'These courses may be out of date.'],
      [
        '/classes/diploma-in-ikebana',
        'GET /api/courses/:slug',
        'Common questions',
        'This page may be out of date.',
      ],
      ['/calendar', 'GET /api/courses', 'Calendar', 'Failed to load courses. Please try again later.'],
    ] as const) {
      await test.step(path, async () => {
        const requests = await wire.answer(call, () => undefined)
        await open(page, path)
        await expect.poll(() => requests.length).toBe(1)
        await expect(page.getByText(note)).toHaveCount(0)
        await wire.answer(call, { status: 500 })
        await open(page, path)
        await expect(page.getByText(note).first()).toBeVisible()
        await expect(page.getByRole('main').getByText(content).first()).toBeVisible()
        await wire.restore(call)
      })
    }
  })

  test('the about, contact and venue pages fetch all of their data again after hydration', async ({
    page,
    wire,
  }) => {
    for (const [path, calls] of [
      ['/about', ['GET /api/instructors', 'GET /api/impacts', 'GET /api/courses']],
      ['/contact', ['GET /api/office-timing']],
      ['/#venue', ['GET /api/admin/event-pricing']],
    ] as const) {
      const requests = await Promise.all(calls.map((call) => wire.answer(call, () => undefined)))
      await open(page, path)
      for (const [nth, call] of calls.entries())
        await expect.poll(() => requests[nth]?.length, { message: `${path} asks for ${call}` }).toBe(1)
    }
  })

  test('a course renamed after the page was rendered shows its new title without a reload', async ({
    page,
    school,
    wire,
  }) => {
    const courses: { title: string }[] = (await school.http('GET', '/api/courses')).body
    await wire.answer('GET /api/courses', {
      json: courses.map((course, n) => (n === 0 ? { ...course, title: 'Renamed since' } : course)),
    })
    await open(page, '/classes')
    await expect(page.getByRole('heading', { name: 'Renamed since' })).toBeVisible()
  })
})

test('an ended session leads to /signin, and the draft of an enrolment is restored at the next visit', async ({
  page,
  school,
  problems,
}) => {
  const { token } = await beSignedIn(page, school, 'user')
  await open(page, '/classes')
  await askToEnrol(page, 'Diploma in Ikebana')
  await dialogOf(page).getByLabel('Full Name').fill('Meena Krishnan')
  await school.app.services.accounts.signOut(token)
  problems.allow(/status of 401|could not be/)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Close and keep' }).click()
  await page.getByRole('button', { name: 'Favourite: Diploma in Ikebana' }).click()
  await expect(page).toHaveURL('/signin')
  await open(page, '/classes')
  await askToEnrol(page, 'Diploma in Ikebana')
  await expect(dialogOf(page).getByLabel('Full Name')).toHaveValue('Meena Krishnan')
})

test('the payment page of a seat shows that it is busy while the answer is slow', async ({
  page,
  school,
  wire,
}) => {
  const courses: { id: string; title: string }[] = (await school.http('GET', '/api/courses')).body
  const seat = await enrol(school, courses.find(({ title }) => title === 'Diploma in Ikebana')?.id ?? '')
  await wire.answer('PATCH /api/enrollments/:id/status', 'never')
  await open(page, `/payment?enrollment=${seat.id}`)
  await page.getByRole('button', { name: 'Pay Now' }).click()
  await expect(page.getByRole('button', { name: 'Processing...' })).toHaveAttribute('aria-busy', 'true')
  await expect(page.getByRole('main')).toContainText('Meena Krishnan')
})

test.describe('a school that is paid by UPI', () => {
  test.use({ schoolEnv: { PAYMENT_PROVIDER: 'upi', SCHOOL_UPI_ID: 'malar.flowers@examplebank' } })
  test('the payment page shows the UPI id and takes "I have paid" even if the script for the QR code cannot load', async ({
    page,
    school,
    problems,
  }) => {
    problems.allow(/Failed to load resource|Failed to fetch dynamically/)
    const courses: { id: string; title: string }[] = (await school.http('GET', '/api/courses')).body
    const seat = await enrol(school, courses.find(({ title }) => title === 'Diploma in Ikebana')?.id ?? '')
    await page.route(/\/assets\/upi-panel-[\w-]+\.js/, (route) => route.abort('internetdisconnected'))
    await open(page, `/payment?enrollment=${seat.id}`)
    await page.getByRole('button', { name: 'Pay Now' }).click()
    await expect(page.getByRole('status')).toContainText('The QR code didn’t load.')
    await expect(page.getByRole('main')).toContainText('malar.flowers@examplebank')
    await stands(page)
    await page.getByRole('button', { name: 'I have paid' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toContainText('We are checking your payment')
  })
})
