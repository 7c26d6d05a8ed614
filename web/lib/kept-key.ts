import { repeatOnly } from '../../contract/repeat-only.ts'
import { ApiError } from './api.ts'
import { newId } from './new-id.ts'
import { ownPlaces } from './own-words.ts'
import type { Once } from './use-sending.ts'

export interface Unanswered {
  /** The sent body and `seen` as JSON with sorted fields. */
  words: string
  key: string
}

/**
 * The Idempotency-Key of what this tab sent and got no answer to, over a reload too, so that a lost answer makes no
 * second row. `ask` asks about it before anything else is sent. `place` separates keys of the same name.
 */
export function keptKey(name: 'checkoutKey' | 'seatKey', place = '') {
  const { write, ...kept } = ownPlaces<Unanswered>(name, place)
  function read(): Unanswered | null {
    const { words, key } = kept.read()
    return typeof words === 'string' && typeof key === 'string' ? { words, key } : null
  }
  /** The same body keeps its key, because the first request may still be on its way. */
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
    /** `seen` is what else the answer depends on, such as the lines of the cart. */
    send: <A>(body: object, seen: unknown, call: (once: Once) => Promise<A>): Promise<A> =>
      ending(() => call(of(body, seen))),
    /**
     * The answer to the unanswered request; null if it never arrived, or if there is none, or if `next`, the body that
     * is about to be sent, is the same. @throws if no answer comes now either
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

/** A refusal of the school. A proxy's has no code of ours; waits, lost sessions and faults do not answer. */
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
