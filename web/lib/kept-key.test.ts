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

/** A reload runs the page's code anew, and finds what the tab keeps. */
const ofPage = () => keptKey('checkoutKey')

/** Sends, and answers the key it went under. */
async function send(body: object, seen: unknown = null, outcome: Error | null = lost, key = ofPage()) {
  let sent: Once | undefined
  const call = async (once: Once) => {
    sent = once
    if (outcome) throw outcome
  }
  await key.send(body, seen, call).catch(() => undefined)
  return sent?.idempotencyKey
}

describe('the key of what was sent and not answered', () => {
  const words = { name: 'Meena', total: 1840 }

  test.each<[string, object, unknown, boolean]>([
    ['the same words', { name: 'Meena', total: 1840 }, null, true],
    ['the same in another order', { total: 1840, name: 'Meena' }, null, true],
    ['a changed word', { name: 'Meena M', total: 1840 }, null, false],
    ['another sum', { name: 'Meena', total: 1841 }, null, false],
    ['another cart', words, [['roses', 2]], false],
  ])('%s, after a reload', async (_, body, seen, isSame) => {
    const key = await send(words)
    expect((await send(body, seen)) === key).toBe(isSame)
  })

  test.each<[string, Error | null, boolean]>([
    ['what was asked for', null, true],
    ['a full slot', refused(409, 'slot_full'), true],
    ['an empty cart', refused(400, 'bad_request'), true],
    ['a field', refused(400, 'validation_failed'), true],
    ['no line', lost, false],
    ['a fault of the school', refused(500, 'internal'), false],
    ['a school that is busy', refused(503, 'unavailable'), false],
    ['too many calls', refused(429, 'rate_limited'), false],
    ['a session that ran out', refused(401, 'unauthenticated'), false],
    ['a gateway that waited', refused(408, null), false],
    ['a gateway that forbids', refused(403, null), false],
    ['a gateway that finds nothing', refused(404, null), false],
  ])('answered by %s', async (_, outcome, isOver) => {
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
  })

  test('is asked about with its own words and key, and so that nothing is done', async () => {
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

  test('of one course stays while another one is asked for', async () => {
    const [ikebana, bridal] = [keptKey('seatKey', 'ikebana'), keptKey('seatKey', 'bridal')]
    const first = await send(words, null, lost, ikebana)
    await send(words, null, null, bridal)
    await send({ name: 'Arun' }, null, lost, bridal)
    expect(await send(words, null, lost, ikebana)).toBe(first)
  })

  test('is forgotten with whoever signs out', async () => {
    const key = await send(words)
    forgetOwnWords()
    expect(ofPage().unanswered()).toBeNull()
    expect(await send(words)).not.toBe(key)
  })

  test('lasts as long as the page where the browser keeps nothing', async () => {
    vi.stubGlobal('sessionStorage', undefined)
    vi.stubGlobal('localStorage', undefined)
    expect(await send(words)).toBe(await send(words))
    await send(words, null, null)
    expect(ofPage().unanswered()).toBeNull()
  })

  test.each(['{}', '[1]', '3', 'not JSON', '{"":{"words":3,"key":"k"}}', '{"words":"{}","key":"k"}'])(
    'what is none of ours is left out: %s',
    (text) => {
      stored.set('checkoutKey', text)
      expect(ofPage().unanswered()).toBeNull()
    },
  )
})
