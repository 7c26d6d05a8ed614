import path from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { TopicCache } from '../../server/http/hot/topic-cache.ts'
import { loadBuild } from '../../server/http/rendering.ts'
import { startApp, type TestApp } from '../harness/app.ts'
import { addCourse } from '../harness/seats.ts'
import { type RawAnswer, RawConnection } from './raw-http.ts'
import { root } from './server-process.ts'
import { sized } from './size.ts'

const requests = sized(600, 6_000)

const knownPaths = [
  '/',
  '/classes',
  '/classes/bridal-bouquets',
  '/payment',
  '/signin',
  '/about',
  '/contact',
  '/admin',
  '/login',
  '/shop',
  '/blog',
  '/store',
  '/store/rose-box',
  '/cart',
  '/checkout',
  '/favourites',
  '/find',
  '/orders/an-order',
  '/gift/a-gift',
  '/uploads/',
  '/assets/',
  '/favicon.ico',
  '/robots.txt',
  '/healthz',
  '/readyz',
]
// Characters that a request line may contain: no spaces and no line breaks.
const oddPart = fc.oneof(
  fc.string({ unit: fc.constantFrom(...'abcZ09%/\\.:;@&=+$,!*\'()[]{}|^`~<>"#?_-ÿé'), maxLength: 30 }),
  fc.constantFrom(
    '..',
    '../',
    '..%2f..%2f..%2fetc%2fpasswd',
    '%00',
    'a%00b',
    '%ED%A0%80',
    '9007199254740993',
    '%zz',
    '%',
    '%ff',
    '%2e%2e%2f',
    '//evil.example',
    '\\\\evil.example',
    '/\\evil.example',
    'http://evil.example/',
    'javascript:alert(1)',
    '__manifest',
    '.data',
    '_root.data',
    '?_data=root',
    '?_routes=root',
    '?index',
    '<script>alert(1)</script>',
    '%3Cscript%3Ealert(1)%3C%2Fscript%3E',
    '[::1]',
    '*',
    'x'.repeat(5_000),
    '/a'.repeat(2_000),
  ),
)
const address = fc.oneof(
  { weight: 3, arbitrary: fc.tuple(fc.constantFrom(...knownPaths), oddPart).map(([at, part]) => at + part) },
  {
    weight: 2,
    arbitrary: fc
      .tuple(
        fc.constantFrom(...knownPaths),
        fc.dictionary(
          fc.constantFrom(
            'category',
            'next',
            'amount',
            'enrollment',
            'utm_source',
            '_data',
            '__proto__',
            'q',
            'sort',
            'instock',
            'minPrice',
            'maxPrice',
            'shown',
            'product',
            'size',
            'quantity',
            'order',
          ),
          oddPart,
          { maxKeys: 4 },
        ),
      )
      .map(
        ([at, query]) =>
          `${at}?${Object.entries(query)
            .map(([name, value]) => `${name}=${value}`)
            .join('&')}`,
      ),
  },
  oddPart.map((part) => `/${part}`),
  fc.constantFrom(
    '//',
    '//evil.example/classes',
    '///',
    '/\\evil.example',
    '/%5cevil.example',
    'http://evil.example/',
    'http://evil.example/classes',
    'https://[',
    'http://',
    '*',
    '/.',
    '/..',
    '/classes/../admin',
    '/classes/%2e%2e/admin',
    '/CLASSES/',
    '/classes//',
  ),
)
const host = fc.constantFrom(
  'malar.example',
  'evil.example',
  'evil.example:99999',
  '[::1]',
  '"><script>',
  'x'.repeat(300),
)

describe('malformed page addresses', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await startApp({
      build: await loadBuild(path.join(root, 'build')),
      env: { SITE_URL: 'https://malar.example' },
    })
    await addCourse(app)
  })
  afterAll(() => app.stop())

  test(`${requests} random page addresses get no 5xx, and every page has the security headers of the site`, {
    timeout: 600_000,
  }, async () => {
    const all = fc.sample(
      fc.record({ address, host, method: fc.constantFrom('GET', 'GET', 'GET', 'HEAD', 'POST') }),
      {
        numRuns: requests,
        seed: 20260304,
      },
    )
    const faults: string[] = []
    const worker = async () => {
      for (let one = all.pop(); one && faults.length < 10; one = all.pop()) {
        const connection = new RawConnection(app.url)
        connection.write(
          `${one.method} ${one.address.replace(/[ #]/g, '')} HTTP/1.1\r\nHost: ${one.host}\r\nConnection: close\r\n\r\n`,
        )
        const got = one.method === 'HEAD' ? await connection.answerToHead() : await connection.answer()
        connection.end()
        const fault = faultOf(got, one.method)
        if (fault)
          faults.push(
            `${fault}\n  ${JSON.stringify(one).slice(0, 400)}\n  → ${JSON.stringify(got).slice(0, 600)}`,
          )
      }
    }
    await Promise.all(Array.from({ length: 4 }, worker))
    expect(faults.join('\n')).toBe('')
  })

  test.each(['/orders/an-order.data', '/gift/a%2Edata', '/classes/ikebana.data', '/about.data'])(
    'an address at which React Router would serve its data gets a 404 page: %s',
    async (at) => {
      const { status, text } = await app.http('GET', at)
      expect([status, text.slice(0, 15).toLowerCase()]).toEqual([404, '<!doctype html>'])
    },
  )

  test('a request that names another host in its path gets 404, and does not change the cached home page', async () => {
    const home = await app.http('GET', '/')
    for (const at of [
      '//evil.example',
      '/\\evil.example',
      '//evil.example/classes',
      'http://evil.example/',
    ]) {
      const answer = await raw(`GET ${at} HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n`)
      expect(answer?.status, at).toBe(404)
      expect(answer?.body).not.toContain('//evil.example"')
    }
    expect((await app.http('GET', '/')).text).toBe(home.text)
  })

  async function raw(bytes: string) {
    const connection = new RawConnection(app.url).write(bytes)
    try {
      return await connection.answer()
    } finally {
      connection.end()
    }
  }

  test('the redirect after login leads only to pages of this site', async () => {
    for (const next of [
      '//evil.example',
      '/\\evil.example',
      'https://evil.example',
      '/%0d%0aset-cookie:a=b',
      '/\t/evil.example',
      '/classes',
    ]) {
      const answer = await app.http('GET', `/login?next=${encodeURIComponent(next)}`)
      expect(answer.status).toBe(302)
      expect(answer.headers.get('location')).toMatch(/^\/signin(\?next=%2F(?!%2F|%5C)[^&]*)?$/)
      expect(answer.headers.getSetCookie()).toEqual([])
    }
  })

  test('an unknown address gets 404 and is not cached', async () => {
    for (const at of [
      '/x.data',
      '/classes.data',
      '/_root.data',
      '/__manifest?paths=/classes&version=1',
      '/no-such-page',
    ]) {
      const answer = await app.http('GET', at)
      expect(answer.status, at).toBe(404)
      expect(answer.headers.get('cache-control'), at).toBe('no-store')
    }
  })
})

test('the page cache counts the bytes of its keys towards its limit', async () => {
  const bytesMax = 1_000_000
  const cache = new TopicCache<string>({ bytesMax, renewEveryMs: 200, inTurn: (work) => work() })
  const long = 'x'.repeat(1_000)
  for (let count = 0; count < 5_000; count++) {
    await cache.get(`/${count}${long}`, async () => ({ value: 'page', topics: [], bytes: 4 }))
  }
  expect(cache.size * 2 * long.length).toBeLessThanOrEqual(bytesMax)
  expect(cache.size).toBeGreaterThan(0)
  expect(cache.peek(`/4999${long}`)).toBe('page')
})

function faultOf(got: RawAnswer | null, method: string): string | null {
  if (got === null) return 'no answer'
  if (got.status >= 500) return 'a fault of ours'
  if (/\bat [\w.<>]+ \(|node:internal|node_modules|\.tsx?:\d/.test(got.body)) return 'tells of the inside'
  const location = got.headers['location']
  if (location !== undefined && !/^\/(?![/\\])/.test(location)) return 'leads away'
  const type = got.headers['content-type'] ?? ''
  if (type.startsWith('text/html')) {
    if (!got.headers['content-security-policy']?.includes("default-src 'self'"))
      return 'a page without a policy'
    if (method !== 'HEAD' && !/^<!doctype html>/i.test(got.body)) return 'no page'
    if (/<script>alert\(1\)/.test(got.body)) return 'says what it was told to'
    // The store's own links may contain the searched text, but only after their path.
    if (/(?:src|href)="(?!\/(?![/\\]))[^"]*evil\.example/.test(got.body)) return 'leads to another site'
  } else if (
    got.headers['content-security-policy'] !== "default-src 'none'; frame-ancestors 'none'" &&
    got.status !== 400
  ) {
    return 'neither page nor policy'
  }
  return got.headers['x-content-type-options'] === 'nosniff' || got.status === 400 ? null : 'no nosniff'
}
