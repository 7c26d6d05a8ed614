import { repeatOnly } from '../../contract/repeat-only.ts'
import { ApiError } from './api.ts'
import { newId } from './new-id.ts'
import { ownPlaces } from './own-words.ts'
import type { Once } from './use-sending.ts'

export interface Unanswered {
  /** The sent body and `seen` (other data that the answer depends on), as JSON with sorted fields. */
  words: string
  key: string
}

/**
 * Keeps the Idempotency-Key of a request that got no response, even across a reload, so that a second try does not book
 * or order twice. `ask` requests the lost response before anything else is sent. `place` distinguishes keys of the same
 * name, such as the keys of two courses.
 */
export function keptKey(name: 'checkoutKey' | 'seatKey', place = '') {
  const { write, ...kept } = ownPlaces<Unanswered>(name, place)
  function read(): Unanswered | null {
    const { words, key } = kept.read()
    return typeof words === 'string' && typeof key === 'string' ? { words, key } : null
  }
  /** Makes the key for a body. The same body gets the same key again, because the first request may still arrive. */
  function of(body: object, seen: unknown): Once {
    const words = inOrder({ body, seen })
    const before = read()
    const next = before?.words === words ? before : { words, key: newId() }
    write(next)
    return { idempotencyKey: next.key }
  }
  async function ending<A>(call: () => Promise<A>): Promise<A> {
    try {
      const answer = await call()
      write(undefined)
      return answer
    } catch (error) {
      if (isAnswer(error)) write(undefined)
      throw error
    }
  }
  function unanswered(): unknown {
    const before = read()
    return before && (JSON.parse(before.words) as { body: unknown }).body
  }
  return {
    unanswered,
    /** `seen` is other data that the answer depends on, such as the lines of the cart. */
    send: <A>(body: object, seen: unknown, call: (once: Once) => Promise<A>): Promise<A> =>
      ending(() => call(of(body, seen))),
    /**
     * Requests the lost response. Null in three cases: no response is missing, the request never reached the server, or
     * `next`, the body that is about to be sent, equals the earlier body. @throws if the response is lost again
     */
    async ask<A>(call: (body: unknown, once: Once) => Promise<A>, next?: object): Promise<A | null> {
      const before = read()
      if (before === null || before.words === inOrder({ body: next, seen: null })) return null
      const idempotencyKey = repeatOnly + before.key
      try {
        return await ending(() => call(unanswered(), { idempotencyKey }))
      } catch (error) {
        if (isAnswer(error)) return null
        throw error
      }
    },
  }
}

/**
 * True if the error is the server's final response. An error by a proxy has no code of our API. Timeouts, rate limits,
 * lost sessions and server faults do not show whether the request was carried out.
 */
export function isAnswer(error: unknown): boolean {
  if (!(error instanceof ApiError) || error.code === null) return false
  const { status } = error
  return status >= 400 && status < 500 && ![401, 408, 429].includes(status)
}

function inOrder(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) => {
    if (part === null || typeof part !== 'object' || Array.isArray(part)) return part
    return Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
  })
}
