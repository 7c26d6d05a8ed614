import { matchRoutes, type ServerBuild } from 'react-router'
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { endpoints } from '../../contract/index.ts'
import { readAddress } from '../../server/http/page-addresses.ts'
import { ratePolicies } from '../../server/http/rate-limits.ts'
import { type Answer, startApp, type TestApp } from '../harness/app.ts'
import { signedIn } from '../harness/callers.ts'
import { countedBuild } from '../harness/counted-build.ts'
import { onSqlite } from '../harness/on-each-engine.ts'
import { addCourse } from '../harness/seats.ts'
import { sendRaw } from '../robustness/raw-http.ts'

const site = await countedBuild()

/** Requests an address exactly as it is written, because `fetch` would normalise the address. */
async function raw(app: TestApp, at: string, { method = 'GET', headers = '' } = {}) {
  const answer = await sendRaw(
    app.url,
    `${method} ${at} HTTP/1.1\r\nHost: malar.example\r\n${headers}Connection: close\r\n\r\n`,
  )
  if (answer === null) throw new Error(`no answer to ${at}`)
  return answer
}

test('the server finds the same route for an address as React Router', async () => {
  const server = site.build.server as ServerBuild
  const routes = Object.values(server.routes).filter((route) => route !== undefined)
  const [top] = routes.filter(({ parentId }) => !parentId)
  const children = routes.filter(({ parentId }) => parentId)
  // This test does not read nested routes, so it expects that there are none.
  expect(children.map(({ parentId }) => parentId)).toEqual(children.map(() => top?.id))
  const tree = [
    {
      path: '',
      children: children.map(({ path, index }) => ({ path: index ? '/' : `/${path}` })),
    },
  ]
  const words = children.flatMap(({ path = '' }) => path.split('/')).filter((word) => !/^[:*]/.test(word))
  const samples = words.flatMap((word) => [
    `/${word}`,
    `/${word}/`,
    `/${word}/a%20b`,
    `/${word}/${word}/c`,
    `/${word.toUpperCase()}`,
    `/${word}%2Fa`,
    `/${word}.data`,
    `/x/${word}`,
  ])
  for (const at of ['/', '/%D0%BF', ...samples]) {
    const matched = matchRoutes(tree, at)?.at(-1)
    const { page, missing } = readAddress(server, 'http://localhost', at, '2026-03-02')
    const route = missing.key.slice(' missing '.length)
    expect([at, route]).toEqual([at, matched?.route.path])
    if (matched?.params['slug'] !== undefined)
      expect(decodeURIComponent(page.url.pathname)).toBe(
        matched.route.path?.replace(':slug', matched.params['slug']),
      )
  }
})

/** Counts the pages that the server renders during the work. */
async function renderingsOf(work: () => Promise<unknown>): Promise<number> {
  const before = site.renderings()
  await work()
  return site.renderings() - before
}

const atItsAddress = { build: site.build, env: { SITE_URL: 'https://malar.example' } }

onSqlite('the canonical address of each page, to which other spellings redirect', atItsAddress, (app) => {
  let course: { id: string; slug: string }
  beforeAll(async () => {
    course = await addCourse(app)
  })

  const canonical = [
    ['//', '/'],
    ['/.', '/'],
    ['/about/', '/about'],
    ['/about//////', '/about'],
    ['/About', '/about'],
    ['/%61bout', '/about'],
    ['/%41BOUT/', '/about'],
    ['//about', '/about'],
    ['/\\about', '/about'],
    ['/./about', '/about'],
    ['/%2e/about', '/about'],
    ['/classes/%2E%2e/about', '/about'],
    ['/classes/../admin', '/admin'],
    ['/about/?utm_source=chat&b=%20', '/about?utm_source=chat&b=%20'],
    ['/About?next=//evil.example', '/about?next=//evil.example'],
    ['/Calendar?month=2026-04', '/calendar?month=2026-04'],
    ['/CLASSES//Nobody%2dmade-this', '/classes/Nobody-made-this'],
  ] as const

  test.each(canonical)('the address %s redirects to %s', async (from, to) => {
    for (const method of ['GET', 'HEAD']) {
      const { status, headers } = await raw(app, from, { method })
      expect([method, status, headers['location']]).toEqual([method, 308, to])
    }
    const there = await raw(app, to)
    expect(there.status).not.toBe(308)
  })

  test('tracking parameters stay in the address, and the page is not rendered again for them', async () => {
    await app.http('GET', '/about')
    expect(
      await renderingsOf(async () => {
        for (let count = 0; count < 20; count++) {
          const { status } = await app.http('GET', `/about?utm_source=${count}&fbclid=${count}`)
          expect(status).toBe(200)
        }
      }),
    ).toBe(0)
  })

  test('a course that is requested by its id or in capitals redirects to its canonical address', async () => {
    for (const from of [course.slug.toUpperCase(), course.id]) {
      const { status, headers } = await raw(app, `/classes/${from}?utm_source=chat`)
      expect([status, headers['location']]).toEqual([308, `/classes/${course.slug}?utm_source=chat`])
    }
    expect((await app.http('GET', `/classes/${course.slug}`)).status).toBe(200)
  })

  test.each([
    '//evil.example',
    '/\\evil.example',
    '//evil.example/about',
    '/%5Cevil.example',
    '/.//evil.example',
  ])('the address %s answers 404 without a redirect', async (at) => {
    const { status, headers } = await raw(app, at)
    expect([status, headers['location']]).toEqual([404, undefined])
  })

  test.each(['/about', '/api/courses', '/calendar.ics', 'a script'])(
    'the response for %s never uses a content encoding that the browser refuses',
    async (at) => {
      if (at === '/api/courses') for (let count = 0; count < 5; count++) await addCourse(app)
      const path = at === 'a script' ? `/assets/${site.script}` : at
      for (const [accepted, encoding] of [
        ['br', 'br'],
        ['br;q=0, gzip;q=0', null],
        ['br;q=0', null],
        ['*;q=0', null],
      ] as const) {
        const { headers, status } = await app.http('GET', path, {
          headers: { 'accept-encoding': accepted },
        })
        expect([accepted, status, headers.get('content-encoding')]).toEqual([accepted, 200, encoding])
      }
    },
  )

  test('the API, not a page, answers the paths of the contract and unknown paths below /api', async () => {
    const paths = endpoints.flatMap(({ path }) =>
      path.startsWith('/api/') ? path.replace(/:\w+/g, 'x') : [],
    )
    const words = Map.groupBy(paths, (path) => path.split('/').slice(2, 4).join('/'))
    expect(words.size).toBeGreaterThan(50)
    for (const [word, [path = '']] of words) {
      const unknown = `/api/${word.toUpperCase()}`
      for (const at of [path, unknown]) {
        const { status, headers } = await raw(app, at)
        expect([at, headers['content-type'], headers['location']]).toEqual([
          at,
          expect.not.stringContaining('html'),
          undefined,
        ])
        if (at === unknown) expect([at, status]).toEqual([at, 404])
      }
    }
  })

  test('/login redirects to /signin, and similar addresses and addresses below server paths answer 404', async () => {
    const { status, headers } = await raw(app, '/login')
    expect([status, headers['location']]).toEqual([302, '/signin'])
    for (const at of ['/Login', '/login/x', '/api', '/uploads/x.jpg', '/healthz/x'])
      expect([at, (await raw(app, at)).status]).toEqual([at, 404])
  })

  test('all unknown addresses of one kind get the same 404 page, which is not rendered again', async () => {
    const first = await app.http('GET', '/no-such-page')
    const ofCourses = await app.http('GET', '/classes/no-such-course')
    expect([first.status, ofCourses.status]).toEqual([404, 404])
    expect(first.text).toContain('Oops! Page not found')
    expect(ofCourses.text).toContain('Oops! Page not found')
    const rendered = await renderingsOf(async () => {
      for (let count = 0; count < 20; count++) {
        const answers: Answer[] = []
        for (const at of [`/${count}/no-page`, `/calendar/${count}`, `/classes/none-${count}`])
          answers.push(await app.http('GET', at))
        expect(answers.map(({ status }) => status)).toEqual([404, 404, 404])
        expect(answers.map(({ text }) => text)).toEqual([first.text, first.text, ofCourses.text])
        for (const { headers } of answers) {
          expect(headers.get('cache-control')).toBe('no-store')
          expect(headers.get('etag')).toBe(null)
        }
      }
    })
    expect(rendered).toBe(0)
    expect(ofCourses.text).not.toContain('no-such-course')
  })

  test('a new course appears immediately at an address that answered 404, and a deleted course soon disappears', async () => {
    expect((await app.http('GET', '/classes/moss-and-fern')).status).toBe(404)
    const made = await addCourse(app, { title: 'Moss and Fern' })
    const page = await app.http('GET', `/classes/${made.slug}`)
    expect([made.slug, page.status]).toEqual(['moss-and-fern', 200])
    expect(page.text).toContain('Moss and Fern')
    const { token } = await signedIn(app, 'owner')
    expect((await app.http('DELETE', `/api/admin/AdminClasses/${made.id}`, { token })).status).toBe(200)
    await expect.poll(async () => (await app.http('GET', `/classes/${made.slug}`)).status).toBe(404)
  })

  test('private pages are rendered once for all visitors, and contain no token from their address', async () => {
    for (const [one, other] of [
      ['/unsubscribe/token-of-one', '/unsubscribe/token-of-another'],
      ['/invitation?token=token-of-one', '/invitation?token=token-of-another'],
      ['/admin', '/admin?x=token-of-one'],
    ] as const) {
      const first = await app.http('GET', one)
      expect([one, first.status, first.headers.get('cache-control')]).toEqual([one, 200, 'no-store'])
      expect(first.text).not.toContain('token-of-one')
      expect(
        await renderingsOf(async () => {
          expect((await app.http('GET', other)).text).toBe(first.text)
        }),
      ).toBe(0)
    }
    expect((await app.http('GET', '/payment')).text).toContain('Payment Details Not Found')
    expect((await app.http('GET', '/payment?enrollment=')).text).toContain('Payment Details Not Found')
  })

  test('the calendar shows months and days within two years, and ignores others in its address', async () => {
    const plain = await app.http('GET', '/calendar')
    const april = await app.http('GET', '/calendar?month=2026-04')
    expect(april.text).toContain('April 2026')
    expect((await app.http('GET', '/calendar?day=2026-05-09')).text).toContain('May 2026')
    // The calendar offers the two years before and after 2 March 2026, which is today in these tests.
    expect((await app.http('GET', '/calendar?month=2028-03')).text).toContain('March 2028')
    expect((await app.http('GET', '/calendar?month=2024-03')).text).toContain('March 2024')
    const rendered = await renderingsOf(async () => {
      for (const query of [
        'month=2028-04',
        'month=2024-02',
        'month=2099-12',
        'day=2028-04-01',
        'day=2001-01-01',
      ]) {
        const { status, text } = await app.http('GET', `/calendar?${query}`)
        expect([query, status, text === plain.text]).toEqual([query, 200, true])
      }
    })
    expect(rendered).toBe(0)
  })
})

describe('the limit of pages that are rendered for one network', () => {
  const { max, windowMs } = ratePolicies.page
  let app: TestApp
  afterEach(async () => {
    vi.useRealTimers()
    await app.stop()
  })
  const from = (address: string) => ({ headers: { 'x-forwarded-for': address } })
  const months = Array.from({ length: 49 }, (_, at) => {
    const month = new Date(Date.UTC(2024, 2 + at, 1)).toISOString().slice(0, 7)
    return [
      `/calendar?month=${month}&day=2026-03-12`,
      `/calendar?month=${month}&day=2026-03-13`,
      `/calendar?month=${month}&day=2026-03-14`,
    ]
  }).flat()

  test('a network beyond the limit of rendered pages gets 429, and still gets cached pages', async () => {
    app = await startApp({ build: site.build, env: { RATE_LIMIT_FACTOR: '1', TRUST_PROXY: '127.0.0.1' } })
    expect(max).toBeLessThan(months.length)
    const rendered = await renderingsOf(async () => {
      for (const at of ['/', ...months]) await app.http('GET', at, from('203.0.113.1'))
    })
    expect(rendered).toBe(max)

    const refused = await app.http('GET', '/about', from('203.0.113.1'))
    expect(refused.status).toBe(429)
    const seconds = Number(refused.headers.get('retry-after'))
    expect(seconds).toBeGreaterThan(0)
    expect(seconds).toBeLessThanOrEqual(windowMs / 1000)
    expect(refused.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(refused.headers.get('cache-control')).toBe('no-store')
    expect(refused.headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'sha256-/)
    expect(refused.text).toMatch(/<h1>.+<\/h1>/)
    expect(refused.text).toContain('Wait a minute')
    expect(refused.text).not.toContain('<script')
    const head = await app.http('HEAD', '/about', from('203.0.113.1'))
    expect([head.status, head.text]).toEqual([429, ''])
    // The server looks an unknown course up in the database, so this request counts too.
    expect((await app.http('GET', '/classes/none', from('203.0.113.1'))).status).toBe(429)

    expect((await app.http('GET', '/', from('203.0.113.1'))).status).toBe(200)
    expect((await app.http('GET', months[0] as string, from('203.0.113.1'))).status).toBe(200)
    expect((await app.http('GET', '/about', from('203.0.113.2'))).status).toBe(200)
    // The page is cached now, because the other network's request had the page rendered.
    expect((await app.http('GET', '/about', from('203.0.113.1'))).status).toBe(200)

    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + windowMs + 1000 })
    expect((await app.http('GET', '/contact', from('203.0.113.1'))).status).toBe(200)
  })

  test('beyond its limit a network gets stale pages, except the most visited ones, which are rendered again', async () => {
    app = await startApp({ build: site.build, env: { RATE_LIMIT_FACTOR: '1', TRUST_PROXY: '127.0.0.1' } })
    const workshops = '/classes?category=Workshops'
    const old = await app.http('GET', workshops, from('203.0.113.1'))
    await app.http('GET', '/classes', from('203.0.113.1'))
    for (const at of months) await app.http('GET', at, from('203.0.113.1'))
    const made = await addCourse(app, { title: 'Moss and Fern' })
    expect((await app.http('GET', `/classes/${made.slug}`, from('203.0.113.1'))).status).toBe(429)
    const again = await app.http('GET', workshops, from('203.0.113.1'))
    expect([again.status, again.text === old.text]).toEqual([200, true])
    await expect
      .poll(async () => (await app.http('GET', '/classes', from('203.0.113.1'))).text)
      .toContain('Moss and Fern')
    expect((await app.http('GET', workshops, from('203.0.113.2'))).status).toBe(200)
  })

  test('all addresses of an IPv6 customer count as one network', async () => {
    app = await startApp({ build: site.build, env: { RATE_LIMIT_FACTOR: '1', TRUST_PROXY: '127.0.0.1' } })
    const rendered = await renderingsOf(async () => {
      for (const [at, month] of months.entries())
        await app.http('GET', month, from(`2001:db8:1:2::${(at + 1).toString(16)}`))
    })
    expect(rendered).toBe(max)
  })
})

test('during a flood of requests the server renders only a few pages at a time', async () => {
  const app = await startApp({ build: site.build })
  try {
    await app.http('GET', '/')
    const gate = site.hold()
    const flood = Array.from({ length: 40 }, (_, at) =>
      app.http(
        'GET',
        `/calendar?day=2026-04-01&month=${2024 + Math.floor((at + 2) / 12)}-${String(((at + 2) % 12) + 1).padStart(2, '0')}`,
      ),
    )
    // The server meanwhile answers requests for cached pages.
    expect((await app.http('GET', '/')).status).toBe(200)
    gate.open()
    expect(new Set((await Promise.all(flood)).map(({ status }) => status))).toEqual(new Set([200]))
    expect(site.atOnce()).toBeLessThanOrEqual(8)
  } finally {
    await app.stop()
  }
})
