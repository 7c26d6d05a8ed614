import { person } from './own-words.ts'
import { storage } from './storage.ts'

const kept = storage('seatsTaken')

export const seatsTakenMax = 20
/** The form of an id. The server would reject a whole request that contains any other text. */
const idPattern = /^[\w-]{1,64}$/

/**
 * Returns the ids of seats that this browser took, newest first. The server shows a seat only to callers who know its
 * id.
 */
export function seatsTaken(): string[] {
  const found = kept.readJson() as { by?: unknown; ids?: unknown } | null
  // The list belongs to one person, so the list is empty after a sign-out and for another account.
  if (found?.by !== `${person.read()}` || !Array.isArray(found.ids)) return []
  return found.ids.filter((id) => typeof id === 'string' && idPattern.test(id))
}

/** Returns the key or e-mail token that shows the server that this browser may cancel the seat. */
export function seatKey(id: string): string | null {
  const { keys } = (kept.readJson() ?? {}) as { keys?: Record<string, unknown> }
  const key = seatsTaken().includes(id) && keys?.[id]
  return typeof key === 'string' ? key : null
}

/** Stores a seat. If the seat is stored already and `key` is undefined, the stored key stays. */
export function rememberSeat(id: unknown, key?: string): void {
  if (typeof id !== 'string') return
  const ids = [id, ...seatsTaken().filter((one) => one !== id)].slice(0, seatsTakenMax)
  const keys = Object.fromEntries(ids.map((one) => [one, (one === id && key) || seatKey(one)]))
  kept.write(JSON.stringify({ by: `${person.read()}`, ids, keys }))
}

export const forgetSeatsTaken = () => kept.write(null)
