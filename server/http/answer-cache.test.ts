import { setImmediate as nextTurn } from 'node:timers/promises'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { chooseEncoding, keepBody, TopicCache } from './answer-cache.ts'

const topics = ['seats']
const changed = new Set(topics)

/** A cache on a clock of its own; what is made names how many came before it, and is ready when `finish` is called. */
function cacheWith(renewEveryMs: number) {
  let now = 0
  let made = 0
  const waiting: (() => void)[] = []
  const cache = new TopicCache<number>({ bytesMax: 1_000, renewEveryMs, now: () => now })
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

describe('what was made of the database is kept', () => {
  test('however often it changes and is read, it is made anew once in its time', async () => {
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

  test('where it takes too long to make it anew, the old one is better, however it ends', async () => {
    const cache = new TopicCache<number>({ bytesMax: 1_000, renewEveryMs: 0, patienceMs: 5 })
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

  test('nobody is given what is older than that time', async () => {
    const { cache, read, finish, pass } = cacheWith(200)
    const first = read()
    await finish()
    expect(await first).toBe(1)
    pass(500)
    cache.invalidate(changed)
    const second = read()
    pass(200)
    cache.invalidate(changed)
    // The one under way began before this change, and too long ago.
    const third = read()
    await finish()
    expect([await second, await third]).toEqual([2, 3])
    expect(cache.peek('/classes')).toBe(3)
  })

  test('while it is made anew the old one is given at once, but not for long', async () => {
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

  test('what is overtaken by a change while it is made is not taken for fresh', async () => {
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

  test('where nothing may be stale, every change is seen at once', async () => {
    const { cache, read, finish } = cacheWith(0)
    const first = read()
    cache.invalidate(changed)
    const second = read()
    await finish()
    expect([await first, await second]).toEqual([1, 2])
    expect(cache.peek('/classes')).toBe(2)
  })
})

describe('a kept body', () => {
  const text = 'மலர் '.repeat(200)

  test.each([
    ['br, gzip', 'br', brotliDecompressSync],
    ['gzip, deflate', 'gzip', gunzipSync],
    ['deflate', null, (bytes: Buffer) => bytes],
    [undefined, null, (bytes: Buffer) => bytes],
  ])('is the same in every encoding (%s)', async (accepted, expected, decode) => {
    const { encoding, bytes } = chooseEncoding(await keepBody(text), accepted)
    expect(encoding).toBe(expected)
    expect(decode(bytes).toString()).toBe(text)
  })

  test('that is small goes out as it is', async () => {
    const { encoding, bytes } = chooseEncoding(await keepBody('[]'), 'br, gzip')
    expect(encoding).toBe(null)
    expect(bytes.toString()).toBe('[]')
  })
})
