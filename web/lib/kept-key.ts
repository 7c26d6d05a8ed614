import { repeatOnly } from '../../contract/repeat-only.ts'
import { ApiError } from './api.ts'
import { newId } from './new-id.ts'
import { ownPlaces } from './own-places.ts'
import type { Once } from './use-sending.ts'

export interface Unanswered {
  /** What was sent, with `seen`, as JSON: the same words in another order of fields are the same. */
  words: string
  key: string
}

/**
 * The Idempotency-Key of what this tab has sent and has no answer to, over a reload too: a lost answer does not become a
 * second row. An answer of the school ends the key; without one it stays, and is asked about (`ask`) before anything else
 * is sent. `place` tells keys under the same name apart, such as those of two courses.
 */
export function keptKey(name: 'checkoutKey' | 'seatKey', place = '') {
  const { write, ...kept } = ownPlaces<Unanswered>(name, place)
  function read(): Unanswered | null {
    const { words, key } = kept.read()
    return typeof words === 'string' && typeof key === 'string' ? { words, key } : null
  }
  /** The same words keep their key: what was sent first may still be on its way. */
  function of(body: object, seen: unknown): Once {
    const words = inOrder({ body, seen })
    const before = read()
    const next = before?.words === words ? before : { words, key: newId() }
    write(next)
    return { idempotencyKey: next.key }
  }
  /** Runs `call`, which throws for what is no answer. */
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
  /** What was sent and not answered. */
  function unanswered(): unknown {
    const before = read()
    return before && (JSON.parse(before.words) as { body: unknown }).body
  }
  return {
    unanswered,
    /** `seen` is what the body means besides, such as the lines of the cart. */
    send: <A>(body: object, seen: unknown, call: (once: Once) => Promise<A>): Promise<A> =>
      ending(() => call(of(body, seen))),
    /**
     * The answer to what was sent and not answered; null if it never arrived. Nothing is done where there is none.
     * `next`, which is about to be sent, needs no question where it is the same. @throws if no answer comes now either
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

/** The school's own no. A proxy's has no code of ours; a wait, a lost session and a fault say nothing of what was sent. */
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
