import { setImmediate as nextTurn } from 'node:timers/promises'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import fastify from 'fastify'
import { describe, expect, test } from 'vitest'
import { ANY_TOPIC } from '../../db/changes.ts'
import { FairQueue } from '../../platform/fair-queue.ts'
import { chooseEncoding, isFresh, keepBody, sendKept } from './kept-body.ts'
import { TopicCache } from './topic-cache.ts'

const topics = ['seats']
const changed = new Set(topics)

const inTurn = <R>(work: () => Promise<R>) => work()
const inLineOf = (room: number, waitingMax: number) => {
  const line = new FairQueue({ room, waitingMax })
  return <R>(work: () => Promise<R>) => line.run('', 1, work)
}

/** Makes a cache with its own clock; its values are 1, 2, 3 in turn, and are ready when `finish` is called. */
function cacheWith(renewEveryMs: number) {
  let now = 5_000
  let made = 0
  const waiting: (() => void)[] = []
  const cache = new TopicCache<number>({ bytesMax: 10_000, renewEveryMs, inTurn, now: () => now })
  return {
    cache,
    read: () =>
      cache.get('/classes', async () => {
        const value = ++made
        await new Promise<void>((resolve) => waiting.push(resolve))
        return { value, topics, bytes: 1 }
      }),
    async finish() {
      for (const resolve of waiting.splice(0)) resolve()
      await nextTurn()
    },
    pass: (ms: number) => {
      now += ms
    },
    made: () => made,
  }
}

describe('the freshness of a cached value', () => {
  test('a cached value is made at most once per renewal time, however often its topic changes and it is read', async () => {
    const { cache, read, finish, pass, made } = cacheWith(200)
    const answers: Promise<number>[] = []
    for (let round = 0; round < 100; round++) {
      for (let reader = 0; reader < 10; reader++) answers.push(read())
      cache.invalidate(changed)
      pass(20)
      if (round % 3 === 2) await finish()
    }
    await finish()
    expect((await Promise.all(answers)).at(-1)).toBeGreaterThan(5)
    expect(made()).toBeLessThanOrEqual(2_000 / 200 + 1)
  })

  test('a reader gets the old value if the new value takes too long to make', async () => {
    const cache = new TopicCache<number>({ bytesMax: 1_000, renewEveryMs: 0, inTurn, patienceMs: 5 })
    const make = async (value: number, until?: Promise<void>) => {
      await until
      return { value, topics, bytes: 1 }
    }
    await cache.get('/classes', () => make(1))
    cache.invalidate(changed)
    const slow = Promise.withResolvers<void>()
    expect(await cache.get('/classes', () => make(2, slow.promise))).toBe(1)
    slow.resolve()
    await nextTurn()
    expect(cache.peek('/classes')).toBe(2)
    cache.invalidate(changed)
    const failing = Promise.withResolvers<void>()
    expect(await cache.get('/classes', () => make(3, failing.promise))).toBe(2)
    failing.reject(new Error('no database'))
    await nextTurn()
    expect(await cache.get('/classes', () => make(4))).toBe(4)
  })

  test('no reader gets a value that is older than the renewal time', async () => {
    const { cache, read, finish, pass } = cacheWith(200)
    const first = read()
    await finish()
    expect(await first).toBe(1)
    pass(500)
    cache.invalidate(changed)
    const second = read()
    pass(200)
    cache.invalidate(changed)
    // The computation under way began before this change, and too long ago to be shared.
    const third = read()
    await finish()
    expect([await second, await third]).toEqual([2, 3])
    expect(cache.peek('/classes')).toBe(3)
  })

  test('a reader gets the old value immediately while the new value is made, but only for a limited time', async () => {
    const { cache, read, finish, pass, made } = cacheWith(200)
    const first = read()
    await finish()
    expect(await first).toBe(1)
    pass(199)
    cache.invalidate(changed)
    expect(await read()).toBe(1)
    await expect.poll(made).toBe(2)
    pass(100)
    expect([await read(), cache.peek('/classes')]).toEqual([1, 1])
    pass(1)
    expect(cache.peek('/classes')).toBeUndefined()
    const waiting = read()
    await finish()
    expect([await waiting, cache.peek('/classes'), made()]).toEqual([2, 2, 2])
  })

  test('a stale value is made again when the renewal time is over, even if no reader asks again', async () => {
    const renewEveryMs = 60
    const cache = new TopicCache<number>({ bytesMax: 1_000, renewEveryMs, inTurn })
    const madeAt: number[] = []
    const read = () =>
      cache.get('/classes', async () => ({ value: madeAt.push(Date.now()), topics, bytes: 1 }))
    await read()
    cache.invalidate(changed)
    expect(await read()).toBe(1)
    await expect.poll(() => madeAt.length).toBe(2)
    // A timer may be a millisecond early.
    expect((madeAt[1] ?? 0) - (madeAt[0] ?? 0)).toBeGreaterThanOrEqual(renewEveryMs - 2)
  })

  test('the renewal time counts from the moment when a value was made, not from its change', async () => {
    const cache = new TopicCache<number>({
      bytesMax: 10_000,
      renewEveryMs: 60_000,
      inTurn,
      now: () => now,
    })
    let now = 0
    let made = 0
    const read = () => cache.get('/classes', async () => ({ value: ++made, topics, bytes: 1 }))
    await read()
    now = 59_999
    cache.invalidate(changed)
    expect(await read()).toBe(1)
    await expect.poll(() => cache.peek('/classes')).toBe(2)
  })

  test('a value becomes stale by a change of its own topic or of all topics, and not by a change of another topic', async () => {
    const { cache, read, finish } = cacheWith(0)
    const first = read()
    await finish()
    await first
    cache.invalidate(new Set(['orders', 'school']))
    expect([cache.peek('/classes'), cache.wouldMake('/classes')]).toEqual([1, false])
    const both = await cache.get('/', async () => ({ value: 7, topics: ['seats', 'school'], bytes: 1 }))
    cache.invalidate(changed)
    expect([both, cache.peek('/')]).toEqual([7, undefined])
    cache.invalidate(new Set([ANY_TOPIC]))
    expect([cache.peek('/classes'), cache.wouldMake('/classes')]).toEqual([undefined, true])
    expect([cache.old('/classes'), cache.old('/about')]).toEqual([1, undefined])
  })

  test('simultaneous readers wait for the same new value, even if the cache may give no stale values', async () => {
    const { read, finish, made } = cacheWith(0)
    const readers = [read(), read(), read()]
    await finish()
    expect([await Promise.all(readers), made()]).toEqual([[1, 1, 1], 1])
  })

  test('a value whose topic changes while it is made is not cached, and a new reader waits for the newer value', async () => {
    const cache = new TopicCache<string>({ bytesMax: 10_000, renewEveryMs: 0, inTurn })
    const began: string[] = []
    const ends: Record<string, PromiseWithResolvers<void>> = {}
    const read = (value: string) =>
      cache.get('/classes', async () => {
        began.push(value)
        ends[value] = Promise.withResolvers<void>()
        await ends[value].promise
        return { value, topics, bytes: 1 }
      })
    const slow = read('slow')
    cache.invalidate(changed)
    const newer = read('newer')
    ends['slow']?.resolve()
    expect(await slow).toBe('slow')
    expect(cache.peek('/classes')).toBeUndefined()
    const shared = read('none')
    ends['newer']?.resolve()
    expect([await newer, await shared, began]).toEqual(['newer', 'newer', ['slow', 'newer']])
    expect(cache.peek('/classes')).toBe('newer')
  })

  test('a value that is ready late does not replace a newer value', async () => {
    const cache = new TopicCache<string>({ bytesMax: 10_000, renewEveryMs: 0, inTurn })
    const end = Promise.withResolvers<void>()
    const slow = cache.get('/classes', async () => {
      await end.promise
      return { value: 'slow', topics, bytes: 1 }
    })
    cache.invalidate(changed)
    await cache.get('/classes', async () => ({ value: 'newer', topics, bytes: 1 }))
    end.resolve()
    expect([await slow, cache.peek('/classes')]).toEqual(['slow', 'newer'])
  })

  test('a value whose topic changes while it is made is returned to its readers but not cached', async () => {
    const { cache, read, finish, pass } = cacheWith(200)
    const first = read()
    pass(10)
    cache.invalidate(changed)
    const shared = read()
    await finish()
    expect([await first, await shared]).toEqual([1, 1])
    expect(cache.peek('/classes')).toBeUndefined()
    pass(200)
    const second = read()
    await finish()
    expect(await second).toBe(2)
  })

  test('readers see every change immediately if the cache may give no stale values', async () => {
    const { cache, read, finish } = cacheWith(0)
    const first = read()
    cache.invalidate(changed)
    const second = read()
    await finish()
    expect([await first, await second]).toEqual([1, 2])
    expect(cache.peek('/classes')).toBe(2)
  })
})

describe('a value that may not be cached', () => {
  const once = { topics, bytes: 1 }

  test('a value that may not be cached is returned to its caller, and is made again for the next caller', async () => {
    const cache = new TopicCache<number>({ bytesMax: 10_000, renewEveryMs: 0, inTurn })
    expect(await cache.get('/classes', async () => ({ ...once, value: 1, keep: false }))).toBe(1)
    expect(cache.wouldMake('/classes')).toBe(true)
    expect(await cache.get('/classes', async () => ({ ...once, value: 2, keep: true }))).toBe(2)
    expect(await cache.get('/classes', async () => ({ ...once, value: 3 }))).toBe(2)
  })

  test('a makeshift value, such as a page without its data, is not cached; callers get the earlier value if there is one', async () => {
    const cache = new TopicCache<number>({ bytesMax: 10_000, renewEveryMs: 0, inTurn })
    const makeshift = (value: number) => async () => ({ ...once, value, isMakeshift: true })
    expect(await cache.get('/classes', makeshift(1))).toBe(1)
    expect(await cache.get('/classes', async () => ({ ...once, value: 2 }))).toBe(2)
    cache.invalidate(changed)
    expect(await cache.get('/classes', makeshift(3))).toBe(2)
    expect(await cache.get('/classes', async () => ({ ...once, value: 4 }))).toBe(4)
  })
})

describe('the memory limit of the topic cache', () => {
  const value = { value: 'page', topics: [], bytes: 8_000 }
  const withRoomFor = (count: number) =>
    new TopicCache<string>({ bytesMax: count * 9_000, renewEveryMs: 200, inTurn: inLineOf(1, 3) })

  test('a value that is read often stays in the cache while many other values are made', async () => {
    const cache = withRoomFor(10)
    for (const key of ['/', '/classes']) await cache.get(key, async () => value)
    for (let count = 0; count < 200; count++) {
      await cache.get(`/calendar?month=${count}`, async () => value)
      if (count % 5 === 0) expect([cache.peek('/'), cache.peek('/classes')]).toEqual(['page', 'page'])
    }
    expect(cache.bytes).toBeLessThanOrEqual(10 * 9_000)
    expect(cache.size).toBe(10)
    expect(cache.peek('/calendar?month=199')).toBe('page')
    expect(cache.peek('/calendar?month=150')).toBeUndefined()
  })

  test('a value that callers request often stays in the cache, even when it is made again', async () => {
    const cache = new TopicCache<string>({ bytesMax: 90_000, renewEveryMs: 0, inTurn })
    const page = () => cache.get('/', async () => ({ ...value, topics }))
    await page()
    for (let count = 0; count < 50; count++) {
      await cache.get(`/${count}`, async () => value)
      if (count % 5 === 0) await page()
      if (count % 10 === 0) cache.invalidate(changed)
    }
    expect(cache.old('/')).toBe('page')
  })

  test('a value that was read stays in the cache after it is renewed, and an unread value is dropped first', async () => {
    const cache = new TopicCache<string>({ bytesMax: 2 * 9_000, renewEveryMs: 0, inTurn })
    const page = () => cache.get('/', async () => ({ ...value, topics }))
    await page()
    await page()
    cache.invalidate(changed)
    await page()
    await cache.get('/a', async () => value)
    await cache.get('/b', async () => value)
    expect([cache.old('/'), cache.old('/a'), cache.old('/b')]).toEqual(['page', undefined, 'page'])
  })

  test('a value that fills the cache to the last byte is cached', async () => {
    const bytesMax = 10_000
    const room = bytesMax - 500 - 2 * '/'.length
    for (const [bytes, size] of [
      [room, 1],
      [room + 1, 0],
    ] as const) {
      const cache = new TopicCache<string>({ bytesMax, renewEveryMs: 0, inTurn })
      await cache.get('/', async () => ({ ...value, bytes }))
      expect([cache.size, cache.bytes]).toEqual([size, size * bytesMax])
      // A new value drops only one value when the cache is exactly full.
      const two = new TopicCache<string>({ bytesMax: 2 * bytesMax, renewEveryMs: 0, inTurn })
      for (const key of ['/', 'a', 'b'])
        await two.get(key, async () => ({ ...value, bytes: room - 2 * key.length + 2 }))
      expect(two.size).toBe(2)
    }
  })

  test('a value that was read only once is dropped when many newer values arrive', async () => {
    const cache = withRoomFor(10)
    await cache.get('/terms', async () => value)
    expect(cache.peek('/terms')).toBe('page')
    for (let count = 0; count < 30; count++) await cache.get(`/${count}`, async () => value)
    expect(cache.peek('/terms')).toBeUndefined()
  })

  test('a value that is made again replaces the old value', async () => {
    const cache = new TopicCache<string>({ bytesMax: 90_000, renewEveryMs: 0, inTurn })
    for (let count = 0; count < 100; count++) {
      await cache.get('/', async () => ({ ...value, topics }))
      cache.invalidate(changed)
    }
    expect([cache.size, cache.bytes < 9_000]).toEqual([1, true])
  })

  test('the key of a value counts towards its size, and a value larger than the cache is not cached', async () => {
    const cache = withRoomFor(10)
    await cache.get('x'.repeat(50_000), async () => ({ ...value, bytes: 1 }))
    expect([cache.size, cache.bytes]).toEqual([0, 0])
  })

  test('no more than a few values are made at the same time, and a call that finds the queue full is refused', async () => {
    const cache = new TopicCache<number>({ bytesMax: 1e6, renewEveryMs: 200, inTurn: inLineOf(2, 3) })
    let running = 0
    let most = 0
    const ends: (() => void)[] = []
    const ask = (key: number) =>
      cache.get(`/${key}`, async () => {
        most = Math.max(most, ++running)
        await new Promise<void>((resolve) => ends.push(resolve))
        running--
        return { value: key, topics, bytes: 1 }
      })
    const asked = [1, 2, 3, 4, 5].map(ask)
    await expect(ask(6)).rejects.toMatchObject({ code: 'unavailable' })
    // A second call for the same value waits for the same computation.
    const again = ask(5)
    expect([cache.wouldMake('/5'), cache.wouldMake('/6')]).toEqual([false, true])
    // A computation that has not begun reads the state after this change.
    cache.invalidate(changed)
    while (ends.length > 0 || running > 0) {
      ends.shift()?.()
      await nextTurn()
    }
    expect(await Promise.all([...asked, again])).toEqual([1, 2, 3, 4, 5, 5])
    expect(most).toBe(2)
    expect([cache.peek('/1'), cache.peek('/5')]).toEqual([undefined, 5])
    expect(cache.old('/1')).toBe(1)
  })

  test('when making a value fails, the next value in the queue is made', async () => {
    const cache = withRoomFor(10)
    const failing = cache.get('/a', () => Promise.reject(new Error('no data')))
    const next = cache.get('/b', async () => value)
    await expect(failing).rejects.toThrow('no data')
    expect(await next).toBe('page')
  })
})

describe('a cached body', () => {
  const text = 'மலர் '.repeat(200)

  test.each([
    ['br, gzip', 'br', brotliDecompressSync],
    ['gzip, deflate', 'gzip', gunzipSync],
    ['deflate', null, (bytes: Buffer) => bytes],
    [undefined, null, (bytes: Buffer) => bytes],
  ])(
    'a cached body decodes to the same text for a browser that accepts “%s”',
    async (accepted, expected, decode) => {
      const { encoding, bytes } = chooseEncoding(await keepBody(text), accepted)
      expect(encoding).toBe(expected)
      expect(decode(bytes).toString()).toBe(text)
    },
  )

  // RFC 9110, 12.4.2 and 12.5.3: a weight of 0 refuses.
  test.each([
    ['br;q=0', null],
    ['br;q=0, gzip', 'gzip'],
    ['gzip;q=0, br', 'br'],
    ['BR ; Q=1.0', 'br'],
    ['br;q=0.000,gzip;q=0.0', null],
    ['gzip;q=1, br;q=0.5', 'gzip'],
    ['br;q=0.5, gzip;q=0.5', 'br'],
    ['*', 'br'],
    ['*;q=0', null],
    ['br;q=0, *', 'gzip'],
    ['br;q=0, gzip;q=0, *', null],
    ['gzip, *;q=0', 'gzip'],
    ['identity;q=0', null],
    ['identity, br;q=0.5', null],
    ['identity;q=0.1, br;q=0.5', 'br'],
    ['identity;q=0, br;q=0, gzip;q=0', null],
    ['deflate, zstd', null],
    ['br;q=oak', null],
    ['', null],
    [';;,,=;q=', null],
  ] as const)(
    'a browser that accepts “%s” gets a cached body in the encoding %s',
    async (accepted, expected) => {
      const body = await keepBody(text)
      const { encoding, bytes } = chooseEncoding(body, accepted)
      expect(encoding).toBe(expected)
      expect(bytes).toBe(body[expected ?? 'identity'])
    },
  )

  test.each([
    [499, null],
    [500, 'br'],
  ] as const)('a cached body of %d bytes is sent in the encoding %s', async (length, encoding) => {
    expect(chooseEncoding(await keepBody('x'.repeat(length)), 'br').encoding).toBe(encoding)
  })

  test('the ETag of a cached body depends on its content', async () => {
    const { etag } = await keepBody(text)
    expect(etag).toMatch(/^"[\w-]{22}"$/)
    expect((await keepBody(Buffer.from(text))).etag).toBe(etag)
    expect((await keepBody(`${text} `)).etag).not.toBe(etag)
  })

  test.each([
    [undefined, false],
    ['', false],
    ['"a"', true],
    ['W/"a"', true],
    ['"b", W/"a"', true],
    ['"b","a" ', true],
    ['"b"', false],
    ['a', false],
    ['"b", "c"', false],
  ])(
    'a browser that sends If-None-Match %s already has the body with the ETag "a": %s',
    (ifNoneMatch, expected) => {
      expect(isFresh('"a"', ifNoneMatch)).toBe(expected)
    },
  )

  test('a cached body is sent with caching headers, and a browser that has the body gets 304', async () => {
    const http = fastify()
    const body = await keepBody(text)
    http.get('/all', (request, reply) => sendKept(request, reply, body, { type: 'text/plain' }))
    const own = { type: 'text/plain', variesByCaller: true }
    http.get('/own', (request, reply) => sendKept(request, reply, body, own))
    const headers = async (url: string, asked: Record<string, string> = {}) => {
      const answer = await http.inject({ url, headers: asked })
      const { 'cache-control': cached, vary, 'content-encoding': encoding = null } = answer.headers
      return [answer.statusCode, cached, vary, encoding]
    }
    const br = { 'accept-encoding': 'br' }
    expect(await headers('/all', br)).toEqual([200, 'no-cache', 'accept-encoding', 'br'])
    expect((await http.inject('/all')).headers['etag']).toBe(body.etag)
    expect(await headers('/all')).toEqual([200, 'no-cache', 'accept-encoding', null])
    expect(await headers('/own')).toEqual([200, 'private, no-cache', 'accept-encoding, authorization', null])
    const again = { ...br, 'if-none-match': body.etag }
    expect(await headers('/all', again)).toEqual([304, 'no-cache', 'accept-encoding', null])
    await http.close()
  })

  test('a cached body needs less than twice the memory of its uncompressed text', async () => {
    const { bytes, identity } = await keepBody(text)
    expect(bytes).toBeLessThan(2 * identity.length)
  })

  test('a cached body reports at least the memory of all its encodings', async () => {
    for (const one of [text, JSON.stringify(Array.from({ length: 200 }, () => Math.random())), '[]']) {
      const body = await keepBody(one)
      const held = new Set([body.identity, body.br, body.gzip])
      expect(body.bytes).toBeGreaterThanOrEqual([...held].reduce((sum, { length }) => sum + length, 0))
    }
  })

  test('a small cached body is sent without compression', async () => {
    const { encoding, bytes } = chooseEncoding(await keepBody('[]'), 'br, gzip')
    expect(encoding).toBe(null)
    expect(bytes.toString()).toBe('[]')
  })
})
