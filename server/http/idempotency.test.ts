import { createHash } from 'node:crypto'
import { expect, test, vi } from 'vitest'
import type { AnyEndpoint } from '../../contract/endpoint.ts'
import { onEachEngine } from '../../tests/harness/on-each-engine.ts'
import { bodyHash, runOnce, startIdempotencyPruning } from './idempotency.ts'

test.each([
  ['the order of their names', { a: 1, b: { c: 2, d: 3 } }, { b: { d: 3, c: 2 }, a: 1 }],
  ['the order of many names', { c: 1, a: 2, d: 3, b: 4 }, { d: 3, b: 4, a: 2, c: 1 }],
  ['the order of names in a row', [{ a: 1, b: 2 }], [{ b: 2, a: 1 }]],
  ['an undefined field in place of an absent one', { a: 1 }, { a: 1, b: undefined }],
])('two bodies are the same request if they differ only by %s', (_, one, same) => {
  expect(bodyHash(one)).toBe(bodyHash(same))
})

test.each([
  ['a value', { a: 1 }, { a: 2 }],
  ['two exchanged values', { a: 1, b: 2 }, { a: 2, b: 1 }],
  ['the order of rows', [1, 2], [2, 1]],
  ['a list in place of numbered fields', ['x'], { 0: 'x' }],
  ['null in place of an absent field', { a: null }, {}],
  ['null in place of an object', { a: null }, { a: {} }],
])('two bodies are different requests if they differ by %s', (_, one, other) => {
  expect(bodyHash(one)).not.toBe(bodyHash(other))
})

test.each([
  [64 * 1024, false],
  [64 * 1024 + 1, true],
])(
  'a text of %i characters in a body counts by its hash alone, so that a picture is not copied: %s',
  (length, countsByHash) => {
    const picture = 'x'.repeat(length)
    const hash = createHash('sha256').update(picture).digest('hex')
    expect(bodyHash({ picture }) === bodyHash({ picture: hash })).toBe(countsByHash)
    expect(bodyHash({ picture })).not.toBe(bodyHash({ picture: `${picture.slice(1)}y` }))
  },
)

onEachEngine('an idempotency key', (app) => {
  const things = { method: 'POST', path: '/api/things', status: 201 } as AnyEndpoint
  const others = { method: 'PUT', path: '/api/others' } as AnyEndpoint

  function run(
    key: string | null,
    { endpoint = things, holders = [] as string[], input = {}, isRepeatOnly = false } = {},
  ) {
    const work = vi.fn(async () => ({ done: crypto.randomUUID() }))
    const answer = runOnce(app.db, app.deps.clock, { key, endpoint, holders, input, isRepeatOnly }, work)
    return answer.then((given) => ({ given, isRepeat: work.mock.calls.length === 0 }))
  }

  const rowOf = (key: string) =>
    app.db.read.selectFrom('idempotency').selectAll().where('key', '=', key).executeTakeFirst()

  test('each request without an idempotency key takes effect', async () => {
    expect((await run(null)).isRepeat).toBe(false)
    expect((await run(null)).isRepeat).toBe(false)
  })

  test('a repeat with the same idempotency key gets the first answer', async () => {
    const first = await run('key-repeat')
    expect(await run('key-repeat')).toEqual({ given: first.given, isRepeat: true })
  })

  test('the same idempotency key at another endpoint or from another caller counts as a different key', async () => {
    await run('key-shared')
    await run('key-shared', { endpoint: others })
    await run('key-shared', { holders: ['ada'] })
    expect((await run('key-shared', { holders: ['bea'] })).isRepeat).toBe(false)
    const rows = await app.db.read
      .selectFrom('idempotency')
      .select(['endpoint', 'status'])
      .where('key', '=', 'key-shared')
      .orderBy('endpoint')
      .execute()
    expect(rows).toEqual([
      { endpoint: 'POST /api/things', status: 201 },
      { endpoint: 'POST /api/things ada', status: 201 },
      { endpoint: 'POST /api/things bea', status: 201 },
      { endpoint: 'PUT /api/others', status: 200 },
    ])
  })

  test('the answer under an idempotency key is found by callers with the same cart token, and by no other caller', async () => {
    const first = await run('key-named', { holders: ['cart', 'proof'] })
    const repeats = [['cart'], ['cart', 'other'], ['next', 'cart']]
    for (const holders of repeats)
      expect(await run('key-named', { holders })).toEqual({ given: first.given, isRepeat: true })
    for (const holders of [[], ['proof'], ['other', 'third']])
      expect((await run('key-named', { holders })).isRepeat).toBe(false)
    const other = run('key-named', { holders: ['next', 'cart'], input: { a: 1 } })
    await expect(other).rejects.toMatchObject({ code: 'idempotency_mismatch' })
  })

  test('a repeat-only call gets the first answer under its idempotency key, and does nothing if the key is unknown', async () => {
    const ask = (key: string) => run(key, { isRepeatOnly: true })
    const first = await run('key-asked')
    expect(await ask('key-asked')).toEqual({ given: first.given, isRepeat: true })
    await expect(ask('key-unknown')).rejects.toMatchObject({ code: 'not_found' })
    expect(await rowOf('key-unknown')).toBeUndefined()
    expect((await run('key-unknown')).isRepeat).toBe(false)
  })

  test('a call that repeats an idempotency key with other input is refused', async () => {
    await run('key-other', { input: { a: 1 } })
    await expect(run('key-other', { input: { a: 2 } })).rejects.toMatchObject({
      code: 'idempotency_mismatch',
    })
  })

  test('the idempotency key of a failed call is not stored', async () => {
    const request = { key: 'key-failed', endpoint: things, holders: [], input: {} }
    const failing = runOnce(app.db, app.deps.clock, request, () =>
      Promise.reject(new Error('the work failed')),
    )
    await expect(failing).rejects.toThrow('the work failed')
    expect((await run('key-failed')).isRepeat).toBe(false)
  })

  test('an idempotency key is deleted after seven days and not earlier', async () => {
    const { clock } = app.deps
    const week = 7 * 24 * 3_600_000
    await run('key-of-old')
    const madeAt = clock.ms()
    const prune = async () => {
      const loop = startIdempotencyPruning(app.deps)
      await loop.stop()
    }
    clock.set(new Date(madeAt + week).toISOString())
    await prune()
    expect(await rowOf('key-of-old')).toBeDefined()
    clock.advance(1)
    await prune()
    expect(await rowOf('key-of-old')).toBeUndefined()
  })
})
