import { beforeEach, describe, expect, test, vi } from 'vitest'
import { cancelSeat } from '../../server/domains/registrations/seats/seat-ends.ts'
import { ratePolicies } from '../../server/http/rate-limits.ts'
import { startApp, type TestApp } from '../harness/app.ts'
import { signedIn } from '../harness/callers.ts'
import { countedBuild } from '../harness/counted-build.ts'
import { linkTokenFor, newestLetterTo, waitFor } from '../harness/letters.ts'
import { onSqlite } from '../harness/on-each-engine.ts'
import { addCourse, enrol } from '../harness/seats.ts'
import { storeSettings } from '../harness/settings.ts'

const site = await countedBuild()
const upi = { PAYMENT_PROVIDER: 'upi', SCHOOL_UPI_ID: 'malar.school@okbank', SCHOOL_NAME: 'Malar & Co' }

/** Sends a form as a browser without scripts does. */
async function send(
  app: TestApp,
  path: string,
  headers: Record<string, string> = {},
  fields: Record<string, string> = {},
) {
  const answer = await fetch(app.url + path, {
    method: 'POST',
    redirect: 'manual',
    headers: { accept: 'text/html,*/*;q=0.8', 'sec-fetch-site': 'same-origin', ...headers },
    body: new URLSearchParams(fields),
  })
  return {
    status: answer.status,
    location: answer.headers.get('location'),
    kept: answer.headers.get('cache-control'),
    words: wordsOf(await answer.text()),
  }
}

const withoutCode = (html: string) => html.replace(/<style>.*?<\/style>|<script.*?<\/script>/gs, '')

/** The texts of a page, as a visitor without scripts reads them. */
const wordsOf = (html: string) =>
  withoutCode(html)
    .replace(/<!--.*?-->/gs, '')
    .replace(/<[^>]*>/g, ' ')
    .replaceAll('&#x27;', "'")
    .replaceAll('&amp;', '&')
    .replace(/\s+/g, ' ')

const plainOf = (html: string) =>
  [...withoutCode(html).matchAll(/<noscript>(.*?)<\/noscript>/gs)].map(([, inner]) => inner).join('')

/** Expects an answer that no cache may keep. */
function isOfOne(headers: Headers): void {
  expect([headers.get('cache-control'), headers.get('etag')]).toEqual(['no-store', null])
}

onSqlite('pages without scripts', { build: site.build, env: upi }, (app) => {
  const subscribers = async () =>
    (await app.db.read.selectFrom('newsletter_subscriber').select('email').execute()).map(
      ({ email }) => email,
    )

  async function subscribed(email: string): Promise<string> {
    await app.http('POST', '/api/landing/email', { body: { email } })
    return linkTokenFor(app, email)
  }

  async function waits(email: string): Promise<string> {
    const course = await addCourse(app, { title: 'Moss and fern', capacity: 1 })
    await enrol(app, course.id)
    return waitFor(app, course.id, email)
  }

  describe('the unsubscribe page without scripts', () => {
    test.each([
      ['of another site', { 'sec-fetch-site': 'cross-site' }, 403],
      ['that is JSON', { 'content-type': 'application/json' }, 415],
    ])('an unsubscribe form %s is refused', async (what, headers, status) => {
      const email = `${status}@mail.example`
      const token = await subscribed(email)
      expect([what, (await send(app, `/unsubscribe/${token}`, headers)).status]).toEqual([what, status])
      expect(await subscribers()).toContain(email)
    })

    test('an invalid unsubscribe or reminder link answers 404 with a page', async () => {
      for (const path of ['/unsubscribe/nonsense', '/reminder/nonsense']) {
        const { status, words, kept } = await send(app, path)
        expect([path, status, kept]).toEqual([path, 404, 'no-store'])
        expect(words).not.toContain('You’re unsubscribed')
        expect(words).not.toContain('"success"')
      }
    })

    test('opening the unsubscribe page changes nothing; its form unsubscribes, and a second click does no harm', async () => {
      const email = 'plain@mail.example'
      const token = await subscribed(email)
      const page = await app.http('GET', `/unsubscribe/${token}`)
      expect(page.text).toMatch(
        /<form method="post"><button type="submit"[^>]*>Unsubscribe<\/button><\/form>/,
      )
      expect(page.text).not.toContain('disabled=""')
      expect(await subscribers()).toContain(email)
      for (let press = 0; press < 2; press++) {
        const { status, words, kept } = await send(app, `/unsubscribe/${token}`)
        expect([status, kept]).toEqual([200, 'no-store'])
        expect(words).toContain('You’re unsubscribed')
        expect(await subscribers()).not.toContain(email)
      }
    })

    test('a mail program that posts to the unsubscribe address gets JSON', async () => {
      const email = 'program@mail.example'
      const token = await subscribed(email)
      const answer = await fetch(`${app.url}/unsubscribe/${token}`, {
        method: 'POST',
        body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }),
      })
      expect([answer.status, await answer.json()]).toEqual([200, { success: true }])
    })
  })

  describe('the payment page of an enrolment without scripts', () => {
    test('the payment page says that an enrolment is unknown or could not be loaded', async () => {
      const unknown = await app.http('GET', '/payment?enrollment=no-such-seat')
      expect(wordsOf(plainOf(unknown.text))).toContain('We can’t find this enrolment')
      expect((await send(app, '/payment?enrollment=no-such-seat')).status).toBe(404)
      const { id } = await enrol(app, (await addCourse(app)).id)
      const view = vi
        .spyOn(app.app.services.registrationDeps.payments, 'providerIn')
        .mockRejectedValue(new Error('the disk is full'))
      try {
        const { text } = await app.http('GET', `/payment?enrollment=${id}`)
        expect(wordsOf(plainOf(text))).toContain('We couldn’t load your enrolment. Refresh this page')
      } finally {
        view.mockRestore()
      }
    })

    test('a payer chooses without scripts to pay at the school', async () => {
      await storeSettings(app, { paysAtSchool: 'true' })
      try {
        const { id } = await enrol(app, (await addCourse(app, { title: 'Ferns in pots' })).id)
        const path = `/payment?enrollment=${id}`
        expect(plainOf((await app.http('GET', path)).text)).toContain('name="way" value="school"')
        expect(await send(app, path, {}, { way: 'school' })).toMatchObject({ status: 303, location: path })
        const { payment } = (await app.http('GET', `/api/enrollments/${id}`)).body
        expect(payment).toMatchObject({ atSchool: 'chosen', checking: false })
        expect(wordsOf(plainOf((await app.http('GET', path)).text))).toContain('pay at the school')
      } finally {
        await storeSettings(app, { paysAtSchool: 'false' })
      }
    })

    test('the payment page shows an enrolment only to holders of its link, who can report a UPI payment there', async () => {
      const { id } = await enrol(app, (await addCourse(app, { title: 'Moss and fern' })).id)
      const path = `/payment?enrollment=${id}`
      const page = await app.http('GET', path)
      expect(page.status).toBe(200)
      isOfOne(page.headers)
      expect(page.headers.get('link')).toBeNull()
      expect(page.text).not.toContain('rel="preload"')
      expect(wordsOf(page.text)).toContain('Moss and fern')
      const plain = plainOf(page.text)
      expect(wordsOf(plain)).toContain('malar.school@okbank')
      expect(plain).toContain(`action="/payment?enrollment=${id}"`)
      for (let press = 0; press < 2; press++) {
        expect(await send(app, path)).toMatchObject({ status: 303, location: path })
      }
      expect((await app.http('GET', path)).text).toContain('We are checking your payment')
      expect((await app.http('GET', '/payment?enrollment=another')).text).not.toContain('Moss and fern')
    })
  })

  test('the page of a waiting-list place is shown only at the secret link of its holder', async () => {
    const token = await waits('waits@mail.example')
    const page = await app.http('GET', `/waiting-list/${token}`)
    expect(page.status).toBe(200)
    isOfOne(page.headers)
    expect(page.text).not.toContain('rel="preload"')
    const words = wordsOf(page.text)
    for (const said of ['You’re on the waiting list', 'Moss and fern', 'Number 1'])
      expect(words).toContain(said)
    expect(wordsOf(plainOf(page.text))).toContain('Yes, leave the list')
    const other = await app.http('GET', '/waiting-list/token-of-another')
    expect(other.text).not.toContain('Moss and fern')
    expect(wordsOf(plainOf(other.text))).toContain('This link no longer works')
  })

  test('a receipt is shown only at its secret link, and another link answers 404', async () => {
    const { id } = await enrol(app, (await addCourse(app, { title: 'Moss and fern' })).id)
    const staff = await signedIn(app, 'staff')
    app.deps.clock.advance(1000)
    const paid = { token: staff.token, body: { method: 'cash' } }
    expect((await app.http('POST', `/api/admin/enrollments/${id}/payment`, paid)).status).toBe(200)
    const { text: letter } = await newestLetterTo(app, 'meena@mail.example')
    const [, path = ''] = /(\/receipt\/\S+)/.exec(letter) ?? []
    const page = await app.http('GET', path)
    expect(page.status).toBe(200)
    isOfOne(page.headers)
    expect(page.text).toContain('<meta name="robots" content="noindex"/>')
    const words = wordsOf(page.text)
    for (const said of [
      'Moss and fern',
      'Rupees twelve thousand five hundred only',
      'Cash',
      'Meena Krishnan',
    ])
      expect(words).toContain(said)
    for (const dead of [path.slice(0, -1), `${path.slice(0, -32)}${'x'.repeat(32)}`, '/receipt/nonsense']) {
      const other = await app.http('GET', dead)
      expect([dead, other.status]).toEqual([dead, 404])
      isOfOne(other.headers)
      expect(other.text).not.toContain('Moss and fern')
      expect(wordsOf(plainOf(other.text))).toContain('This link no longer works')
    }
  })

  describe('the forms of the waiting list without scripts', () => {
    const pressed = (token: string, fields: Record<string, string>) =>
      send(app, `/waiting-list/${token}`, {}, fields)
    const stateOf = async (token: string) => (await app.http('GET', `/api/waiting-list/${token}`)).body.state

    test('a refused form of the waiting list shows the reason on the page', async () => {
      const token = await waits('refused@mail.example')
      expect((await send(app, `/waiting-list/${token}`, { 'sec-fetch-site': 'cross-site' })).status).toBe(403)
      for (const what of ['take', 'leave', 'confirm'])
        expect((await pressed(`${'a'.repeat(22)}.${'b'.repeat(32)}`, { what })).status).toBe(404)
      const early = await pressed(token, { what: 'take', batch: '2026-03-12' })
      expect([early.status, early.kept]).toEqual([409, 'no-store'])
      expect(early.words).toContain('There’s no free seat for you yet.')
      expect(await stateOf(token)).toBe('waiting')
    })

    test('visitors confirm a waiting-list place and take an offered seat by forms, which lead to the payment', async () => {
      const course = await addCourse(app, { title: 'Moss and fern', capacity: 1 })
      const seat = await enrol(app, course.id)
      const email = 'plainly@mail.example'
      const body = { fullName: 'Meena', email, phone: '9876543210', courseId: course.id }
      expect((await app.http('POST', '/api/waiting-list', { body })).status).toBe(201)
      const token = await linkTokenFor(app, email)
      const path = `/waiting-list/${token}`
      expect((await app.http('GET', path)).text).toMatch(
        /<form [^>]*method="post">.*<button type="submit"[^>]* value="confirm" name="what" formMethod="post">/,
      )
      expect(await stateOf(token)).toBe('unconfirmed')
      expect(await pressed(token, { what: 'confirm' })).toMatchObject({ status: 303, location: path })
      expect(await stateOf(token)).toBe('waiting')
      await app.db.transaction((tx) =>
        cancelSeat(app.app.services.registrationDeps, tx, 'enrolment', seat.id),
      )
      const { text } = await app.http('GET', path)
      expect(text).toMatch(/<form [^>]*method="post"><input type="hidden" name="batch" value="2026-03-12"/)
      const taken = await pressed(token, { what: 'take', batch: '2026-03-12' })
      expect(taken.status).toBe(303)
      expect(taken.location).toMatch(/^\/payment\?enrollment=[^&]+&amount=12500\.00$/)
      expect((await app.http('GET', taken.location ?? '')).text).toContain('Moss and fern')
    })

    test('a visitor can give up a place on the waiting list by a form', async () => {
      const token = await waits('leaving@mail.example')
      expect((await pressed(token, { what: 'leave' })).status).toBe(303)
      expect(wordsOf((await app.http('GET', `/waiting-list/${token}`)).text)).toContain(
        'You’re no longer on the list',
      )
    })
  })

  test('the months of the calendar are links, and a day with events links to its part of the page', async () => {
    // Today is 2 March 2026 in these tests.
    const { slug } = await addCourse(app, { title: 'Moss and fern', nextbatch: '2026-04-09' })
    const march = plainOf((await app.http('GET', '/calendar')).text)
    expect(march).toContain('href="/calendar?month=2026-02"')
    expect(march).toContain('href="/calendar?month=2026-04"')
    const april = plainOf((await app.http('GET', '/calendar?month=2026-04')).text)
    expect(april).toContain('href="/calendar"')
    expect(april).toMatch(/<a [^>]*href="#2026-04-09"/)
    expect(april).toMatch(/<h3 id="2026-04-09"[^>]*>Thu, 9 April 2026<\/h3>/)
    expect(april).toContain(`href="/classes/${slug}"`)
    expect(wordsOf(april)).toContain('To book a seat, please call')
    // The calendar does not link to a month after its last month.
    expect(plainOf((await app.http('GET', '/calendar?month=2028-03')).text)).not.toContain('month=2028-04')
  })

  test.each([
    ['/admin', 'The back office needs JavaScript'],
    ['/profile', 'This page needs JavaScript'],
    ['/favourites', 'This page needs JavaScript'],
    ['/find', 'This form needs JavaScript'],
  ])('the page %s says that it needs JavaScript', async (path, sentence) => {
    expect(wordsOf(plainOf((await app.http('GET', path)).text))).toContain(sentence)
  })

  test.each([
    ['/orders/no-such-order', 404],
    ['/gift/no-such-gift', 404],
    ['/waiting-list/no-such-place', 200],
    ['/payment?order=no-such-order', 200],
    ['/payment?enrollment=no-such-seat', 200],
  ])('the page %s of an unknown record answers %i and says so', async (path, expected) => {
    const { status, headers, text } = await app.http('GET', path)
    expect(status).toBe(expected)
    isOfOne(headers)
    expect(wordsOf(plainOf(text))).toMatch(/We do not know this|We can’t find this|no longer (?:leads|works)/)
  })

  test('the page of a course says how to take a seat without scripts', async () => {
    const { slug } = await addCourse(app)
    const plain = plainOf((await app.http('GET', `/classes/${slug}`)).text)
    expect(wordsOf(plain)).toContain('To enrol here, turn on JavaScript in your browser, or call')
    expect(plain).toContain('href="tel:')
  })
})

describe('the limit of wrong secret links from one network', () => {
  let app: TestApp
  beforeEach(async () => {
    app = await startApp({ build: site.build, env: { RATE_LIMIT_FACTOR: '0.1' } })
    return () => app.stop()
  })

  test.each([
    ['/waiting-list/:key', '/api/waiting-list/:key'],
    ['/receipt/:key', '/api/receipt/:key'],
    ['/payment?enrollment=:key', '/api/enrollments/:key'],
  ])('wrong links at the page %s count together with wrong links at the endpoint %s', async (page, api) => {
    const max = ratePolicies.lookup.max / 10
    for (let n = 0; n < max; n++) await app.http('GET', page.replace(':key', `key-${n}`))
    expect((await app.http('GET', api.replace(':key', 'one-more'))).status).toBe(429)
    // The page cannot look the link up, so it does not say that the link is invalid.
    const { text } = await app.http('GET', page.replace(':key', 'one-more'))
    expect(wordsOf(plainOf(text))).toMatch(/could not be (loaded|looked up)|couldn’t load/)
  })
})
