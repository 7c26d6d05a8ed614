import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { ApiError } from './api.ts'
import { keptKey } from './kept-key.ts'
import { forgetOwnWords } from './own-words.ts'
import type { Once } from './use-sending.ts'

const stored = new Map<string, string>()
const marks = new Map<string, string>()
const placeOf = (kept: Map<string, string>) => ({
  getItem: (name: string) => kept.get(name) ?? null,
  setItem: (name: string, text: string) => kept.set(name, text),
  removeItem: (name: string) => kept.delete(name),
})
beforeEach(() => {
  vi.stubGlobal('sessionStorage', placeOf(stored))
  vi.stubGlobal('localStorage', placeOf(marks))
  forgetOwnWords()
})
afterEach(() => void vi.unstubAllGlobals())

const lost = new ApiError(0, null)
const refused = (status: number, code: string | null) =>
  new ApiError(status, code === null ? 'a page of a proxy' : { code, error: 'No.' })

/** A reload runs the page's code again, and finds the key that the tab keeps. */
const ofPage = () => keptKey('checkoutKey')

/** Sends the body, and returns the key of the request. */
async function send(body: object, seen: unknown = null, outcome: Error | null = lost, key = ofPage()) {
  let sent: Once | undefined
  const call = async (once: Once) => {
    sent = once
    if (outcome) throw outcome
  }
  await key.send(body, seen, call).catch(() => undefined)
  return sent?.idempotencyKey
}

describe('the idempotency key of an unanswered request', () => {
  const words = { name: 'Meena', total: 1840 }

  test.each<[string, boolean, object, unknown]>([
    ['the same request', true, { name: 'Meena', total: 1840 }, null],
    ['the same request with its fields in another order', true, { total: 1840, name: 'Meena' }, null],
    ['a request with a changed name', false, { name: 'Meena M', total: 1840 }, null],
    ['a request with another total', false, { name: 'Meena', total: 1841 }, null],
    ['a request for another cart', false, words, [['roses', 2]]],
  ])('after a reload %s gets the same idempotency key: %s', async (_, isSame, body, seen) => {
    const key = await send(words)
    expect((await send(body, seen)) === key).toBe(isSame)
  })

  test.each<[string, boolean, Error | null]>([
    ['a success', true, null],
    ['a full slot', true, refused(409, 'slot_full')],
    ['an empty cart', true, refused(400, 'bad_request')],
    ['a refused field', true, refused(400, 'validation_failed')],
    ['a lost connection', false, lost],
    ['a fault of the server', false, refused(500, 'internal')],
    ['a busy server', false, refused(503, 'unavailable')],
    ['too many calls', false, refused(429, 'rate_limited')],
    ['an ended session', false, refused(401, 'unauthenticated')],
    ['a gateway that timed out', false, refused(408, null)],
    ['a gateway that forbids', false, refused(403, null)],
    ['a gateway that finds nothing', false, refused(404, null)],
  ])(
    'a request that ends with %s counts as answered, so that its idempotency key is dropped: %s',
    async (_, isOver, outcome) => {
      await send(words, null, outcome)
      expect(ofPage().unanswered()).toEqual(isOver ? null : words)
      expect(stored.has('checkoutKey')).toBe(!isOver)
      await send(words)
      const asking = ofPage().ask(async () => {
        if (outcome) throw outcome
        return 'placed'
      })
      if (isOver) expect(await asking).toBe(outcome ? null : 'placed')
      else await expect(asking).rejects.toBe(outcome)
      expect(ofPage().unanswered()).toEqual(isOver ? null : words)
    },
  )

  test('a page asks for the outcome of an unanswered request with the same body, and its key after “repeat-only:”', async () => {
    const ask = vi.fn(async () => 'placed')
    expect(await ofPage().ask(ask)).toBeNull()
    expect(ask).not.toHaveBeenCalled()
    await send(words)
    expect(await ofPage().ask(ask, words)).toBeNull()
    const idempotencyKey = await send(words, [['roses', 1]])
    expect(await ofPage().ask(ask)).toBe('placed')
    expect(ask).toHaveBeenCalledExactlyOnceWith(words, { idempotencyKey: `repeat-only:${idempotencyKey}` })
    expect(await send(words, [['roses', 1]])).not.toBe(idempotencyKey)
  })

  test('the idempotency key for a seat in one course is kept while a seat in another course is requested', async () => {
    const [ikebana, bridal] = [keptKey('seatKey', 'ikebana'), keptKey('seatKey', 'bridal')]
    const first = await send(words, null, lost, ikebana)
    await send(words, null, null, bridal)
    await send({ name: 'Arun' }, null, lost, bridal)
    expect(await send(words, null, lost, ikebana)).toBe(first)
  })

  test('the idempotency key of an unanswered request is forgotten at the sign-out', async () => {
    const key = await send(words)
    forgetOwnWords()
    expect(ofPage().unanswered()).toBeNull()
    expect(await send(words)).not.toBe(key)
  })

  test('if the browser stores nothing, the idempotency key of an unanswered request lasts until the page is left', async () => {
    vi.stubGlobal('sessionStorage', undefined)
    vi.stubGlobal('localStorage', undefined)
    expect(await send(words)).toBe(await send(words))
    await send(words, null, null)
    expect(ofPage().unanswered()).toBeNull()
  })

  test.each(['{}', '[1]', '3', 'not JSON', '{"":{"words":3,"key":"k"}}', '{"words":"{}","key":"k"}'])(
    'stored text that contains no idempotency key is ignored: %s',
    (text) => {
      stored.set('checkoutKey', text)
      expect(ofPage().unanswered()).toBeNull()
    },
  )
})
