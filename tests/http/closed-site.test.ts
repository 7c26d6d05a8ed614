import { request } from 'node:http'
import path from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import { pageHeader } from '../../contract/addresses.ts'
import type { AnyEndpoint } from '../../contract/endpoint.ts'
import { DomainError } from '../../contract/errors.ts'
import { endpoints } from '../../contract/index.ts'
import { type SitePart, siteParts } from '../../contract/school/site-parts.ts'
import { previewPath, previewTokenOf } from '../../contract/site-paths.ts'
import { loadBuild } from '../../server/http/rendering.ts'
import { createPreviewLinks } from '../../server/platform/preview-links.ts'
import { startApp, type TestApp } from '../harness/app.ts'
import { signedIn } from '../harness/callers.ts'
import { onSqlite } from '../harness/on-each-engine.ts'
import { addCourse, enrolmentBody } from '../harness/seats.ts'
import { storeSettings } from '../harness/settings.ts'

const build = await loadBuild(path.resolve('build'))
const closed = 'The school hasn’t opened its site yet. Please come back soon.'
const nothing = 'This API has nothing at this address.'

const visitors = endpoints.filter(({ access }) => access !== 'admin')
const nameOf = ({ method, path: at }: AnyEndpoint) => `${method} ${at}`
const call = (app: TestApp, { method, path: at }: AnyEndpoint, headers: Record<string, string> = {}) =>
  app.http(method, at.replace(/:\w+/g, 'none'), { headers, ...(method !== 'GET' && { body: {} }) })

onSqlite('a site before its owner opens it', { isOwnSchool: true, build }, (app) => {
  const early = visitors.filter(({ isOpenEarly }) => isOpenEarly)
  const late = visitors.filter(({ isOpenEarly, part }) => !isOpenEarly && part === undefined)

  test('visitors’ calls answer 503 with a sentence, except calls for sign-in, newsletter and e-mailed links', async () => {
    for (const endpoint of late) {
      const { status, body } = await call(app, endpoint)
      expect([status, body.error], nameOf(endpoint)).toEqual([503, closed])
    }
    for (const endpoint of early) expect((await call(app, endpoint)).status, nameOf(endpoint)).not.toBe(503)
    expect(late.map(nameOf)).toContain('POST /api/enrollments')
    expect(early.map(nameOf)).toEqual(
      expect.arrayContaining(['POST /api/auth/signin', 'GET /api/orders/:id']),
    )
  })

  test('the refusals of a closed site are no errors in the log', async () => {
    const error = vi.spyOn(app.deps.log, 'error')
    expect((await app.http('GET', '/api/courses')).status).toBe(503)
    expect((await app.http('POST', '/api/enrollments', { body: {} })).status).toBe(503)
    expect(error).not.toHaveBeenCalled()
    error.mockRestore()
  })

  test('a visitor can ask for the newsletter', async () => {
    const body = { email: 'meena@mail.example' }
    expect((await app.http('POST', '/api/landing/email', { body })).status).toBe(200)
  })

  test('staff can make every call, and a visitor who is signed in cannot', async () => {
    const [owner, visitor] = [await signedIn(app, 'owner'), await signedIn(app, 'user')]
    expect((await app.http('GET', '/api/courses', { token: owner.token })).status).toBe(200)
    expect((await app.http('GET', '/api/courses', { token: visitor.token })).status).toBe(503)
  })

  test.each(['/', '/classes', '/about', '/store/roses', '/opening-soon', '/no-such-page'])(
    'the page %s says that the school opens soon',
    async (at) => {
      const { status, text, headers } = await app.http('GET', at)
      expect(status).toBe(200)
      expect(text).toContain('Opening<!-- --> <em>soon</em>')
      expect(text).toContain('name="robots" content="noindex"')
      expect(text).not.toContain('<script')
      expect(headers.get('cache-control')).toBe('no-store')
    },
  )

  test('the page “Opening soon” takes an e-mail address without a script', async () => {
    const send = (email: string) =>
      fetch(`${app.url}/opening-soon`, { method: 'POST', body: new URLSearchParams({ email }) })
    expect(await (await send('nobody')).text()).toContain('valid e')
    expect(await (await send('kavitha@mail.example')).text()).toContain('You’ve subscribed')
  })

  test('the sign-in page opens, and search engines find no sitemap, no feed and no calendar', async () => {
    expect((await app.http('GET', '/signin')).text).toContain('Sign In')
    expect((await app.http('GET', '/robots.txt')).text).toBe('User-agent: *\nDisallow: /\n')
    for (const at of ['/sitemap.xml', '/blog/feed.xml', '/calendar.ics'])
      expect((await app.http('GET', at)).status, at).toBe(404)
  })

  test('a preview shows the site at an address that lasts an hour, and its calls are answered', async () => {
    const at = createPreviewLinks(app.deps).begin(await signedIn(app, 'owner')).path
    const token = previewTokenOf(at) ?? ''
    const { status, text, headers } = await app.http('GET', `${at}classes`)
    expect(status).toBe(200)
    expect(text).toContain(`href="${at}about"`)
    expect(text).toContain('Preview. Visitors see “Opening soon” until you open the site.</preview-bar>')
    expect([headers.get('cache-control'), headers.get('x-robots-tag')]).toEqual(['no-store', 'noindex'])
    const courses = (given: string) =>
      app
        .http('GET', '/api/courses', { headers: { [pageHeader]: `${previewPath}${given}/classes` } })
        .then((one) => one.status)
    expect(await courses(token)).toBe(200)
    expect(await courses(`${token.slice(0, -2)}xx`)).toBe(503)
    app.deps.clock.advance(60 * 60 * 1000)
    expect(await courses(token)).toBe(503)
    const over = await app.http('GET', `${at}classes`)
    expect([over.status, over.headers.get('location')]).toEqual([303, '/classes'])
  })

  test('a preview ends at once, in every process, when its account is disabled', async () => {
    const manager = await signedIn(app, 'manager')
    const links = createPreviewLinks(app.deps)
    const other = await startApp({ sharing: app, build })
    try {
      for (const { path: at } of [links.begin(manager), links.beginTrial(manager)]) {
        const seenBy = async (one: TestApp) => {
          const page = await one.http('GET', `${at}classes`)
          const read = await one.http('GET', '/api/courses', { headers: { [pageHeader]: at } })
          const sent = await one.http('POST', '/api/custom-requests', {
            headers: { [pageHeader]: at },
            body: {},
          })
          return [page.status, read.status, sent.body.error]
        }
        const shown = [200, 200, expect.stringMatching(/^This is a/)]
        const over = [303, 503, 'This preview has ended. Open a new one from the back office.']
        const disable = (disabledAt: string | null) =>
          app.db.write.updateTable('user').set({ disabledAt }).where('id', '=', manager.userId).execute()
        for (const one of [app, other]) expect(await seenBy(one)).toEqual(shown)
        await disable(app.deps.clock.now())
        for (const one of [app, other]) expect(await seenBy(one)).toEqual(over)
        await disable(null)
      }
    } finally {
      await other.stop()
    }
  })

  test.each([
    ['/preview/over/classes?level=beginner', '/classes?level=beginner'],
    ['/preview/over//evil.example/login', '/'],
    ['/preview/over/\\evil.example/login', '/'],
    ['/preview/over/%2F%2Fevil.example/login', '/%2F%2Fevil.example/login'],
    ['/preview/%61%61%61https://evil.example/login', '/'],
    ['/preview/%61%61%61%61%61//evil.example/login', '/'],
  ])('the address %s of a preview that is over redirects to a page of this site', async (at, to) => {
    const { hostname, port } = new URL(app.url)
    // `fetch` would normalise the address, so the test uses `request`.
    const location = await new Promise((resolve) =>
      request({ hostname, port, path: at }, (response) => {
        response.resume()
        resolve(response.headers.location)
      }).end(),
    )
    expect(location).toBe(to)
  })

  test('a trial shows a bar of its own, and no page of a preview sends a form without scripts', async () => {
    const links = createPreviewLinks(app.deps)
    const owner = await signedIn(app, 'owner')
    const trial = links.beginTrial(owner).path
    const { status, text, headers } = await app.http('GET', `${trial}classes`)
    expect([status, headers.get('cache-control')]).toEqual([200, 'no-store'])
    expect(text).toContain('This is a trial. Choose a class and enrol as a visitor would.')
    expect(text).toContain('href="/admin#set-up"')
    expect(text).not.toContain('Visitors see “Opening soon”')
    const page = (await app.http('GET', `${trial}opening-soon`)).text
    expect(page).toContain(`action="${trial}opening-soon"`)
    expect(page).not.toMatch(/action="\/(?!preview)/)
    for (const at of [trial, links.begin(owner).path, '/preview/over/'])
      for (const form of [
        'opening-soon',
        'checkout',
        'payment?order=1',
        'unsubscribe/none',
        'no-such-page',
      ]) {
        const sent = await fetch(app.url + at + form, {
          method: 'POST',
          headers: { accept: 'text/html' },
          body: new URLSearchParams({ email: 'uma@mail.example' }),
        })
        expect([sent.status, await sent.text()], at + form).toEqual([
          403,
          expect.stringMatching(/This is a preview|This is a trial|This preview has ended/),
        ])
      }
  })

  test('pages and calls answer after the opening, and the page “Opening soon” is gone', async () => {
    await storeSettings(app, { isOpen: 'true' })
    expect((await app.http('GET', '/api/courses')).status).toBe(200)
    const { text } = await app.http('GET', '/classes')
    expect(text).not.toMatch(/<em>soon<\/em>|preview-bar/)
    const soon = await app.http('GET', '/opening-soon')
    expect([soon.status, soon.headers.get('location')]).toEqual([303, '/'])
    expect((await app.http('GET', '/sitemap.xml')).status).toBe(200)
  })
})

const partsOfPages: Record<SitePart, readonly string[]> = {
  hall: [],
  store: ['/store', '/cart', '/checkout'],
  sampleShop: ['/shop'],
  journal: ['/blog'],
  popup: [],
}
const switchOf = (part: SitePart) => `has${part.charAt(0).toUpperCase()}${part.slice(1)}`

onSqlite('a part of the site that is switched off', { build }, (app) => {
  describe.each(siteParts)('%s', (part) => {
    const calls = visitors.filter((one) => one.part === part)
    const pages = partsOfPages[part]

    test('the calls of the part answer 404 to visitors, and the pages of the part are gone', async () => {
      const { token } = await signedIn(app, 'owner')
      await storeSettings(app, { [switchOf(part)]: 'false' })
      for (const endpoint of calls) {
        const { status, body } = await call(app, endpoint)
        expect([status, body.error], nameOf(endpoint)).toEqual([404, nothing])
        const staff = await call(app, endpoint, { authorization: `Bearer ${token}` })
        expect(staff.body.error, nameOf(endpoint)).not.toBe(nothing)
      }
      // The cache sends a stale page once more while it renders the new page.
      for (const at of pages)
        await vi.waitFor(async () => {
          const { status, text } = await app.http('GET', at)
          expect([status, text.includes('Page not found')], at).toEqual([404, true])
        })
    })

    test('no page links to the part, and the sitemap does not list it', async () => {
      const sitemap = (await app.http('GET', '/sitemap.xml')).text
      for (const at of pages) expect(sitemap, at).not.toContain(`${at}<`)
      await vi.waitFor(async () => {
        const home = (await app.http('GET', '/')).text
        expect(pages.filter((at) => home.includes(`href="${at}"`))).toEqual([])
      })
      await storeSettings(app, { [switchOf(part)]: 'true' })
      for (const at of pages) expect((await app.http('GET', at)).status, at).toBe(200)
    })
  })
})

describe('a school whose database is not available', () => {
  const loseSettings = async (app: TestApp) => {
    vi.spyOn(app.app.services.school, 'current').mockRejectedValue(new DomainError('unavailable'))
    await app.db.transaction((tx) => app.db.changes.mark(tx, 'school'))
  }

  onSqlite('an open site', { build }, (app) => {
    test('an open site still sends its cached pages', async () => {
      const { text } = await app.http('GET', '/classes')
      await loseSettings(app)
      for (let count = 0; count < 3; count++) {
        const again = await app.http('GET', '/classes')
        expect([again.status, again.text === text]).toEqual([200, true])
      }
    })
  })

  onSqlite('a site whose journal is switched off', { build }, (app) => {
    test('a journal that is switched off stays hidden', async () => {
      await storeSettings(app, { hasJournal: 'false' })
      expect((await app.http('GET', '/api/blogs')).status).toBe(404)
      await loseSettings(app)
      expect((await app.http('GET', '/api/blogs')).status).toBe(404)
    })
  })

  onSqlite('a closed site', { isOwnSchool: true, build }, (app) => {
    test('a closed site stays closed', async () => {
      expect((await app.http('GET', '/api/courses')).status).toBe(503)
      await loseSettings(app)
      expect((await app.http('GET', '/api/courses')).body.error).toBe(closed)
    })
  })
})

onSqlite(
  'a school that has no way to be paid',
  { isOwnSchool: true, env: { PAYMENT_PROVIDER: 'upi' } },
  (app) => {
    const sentence = 'We can’t take payments yet, so you can’t book or buy this here. Please contact us.'
    const enrol = async (price: number) => {
      const { id } = await addCourse(app, { price, nextbatch: '2026-03-12' })
      return app.http('POST', '/api/enrollments', { body: enrolmentBody(id) })
    }

    test('a seat that costs money is refused with a sentence, and a free seat is not refused', async () => {
      await storeSettings(app, { isOpen: 'true' })
      const refused = await enrol(500)
      expect([refused.status, refused.body.error]).toEqual([409, sentence])
      expect(await app.db.read.selectFrom('registration').select('id').execute()).toEqual([])
      expect((await enrol(0)).status).toBe(201)
      await storeSettings(app, { upiId: 'poonga@bank' })
      expect((await enrol(500)).status).toBe(201)
    })
  },
)
