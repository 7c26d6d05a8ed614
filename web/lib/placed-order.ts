import { person } from './own-words.ts'
import { storage } from './storage.ts'

/** All tabs share it: an order empties the cart in each of them. */
const kept = storage('placedOrder')
/** By then it is in the letter alone. */
const keptMs = 24 * 60 * 60_000

interface Placed {
  id: string
  at: number
  /** Whose it is: who signs out, or in as somebody else, leaves none behind. */
  by: string
}

/** The id of the order that was placed in this browser last. */
export function placedOrder(now: number): string | null {
  const { id, at = 0, by } = (kept.readJson() ?? {}) as Partial<Placed>
  return typeof id === 'string' && by === `${person.read()}` && at > now - keptMs ? id : null
}

export function keepPlacedOrder(id: string, at: number): void {
  kept.write(JSON.stringify({ id, at, by: `${person.read()}` } satisfies Placed))
}
