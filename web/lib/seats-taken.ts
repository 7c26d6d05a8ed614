import { person } from './own-words.ts'
import { storage } from './storage.ts'

const kept = storage('seatsTaken')

export const seatsTakenMax = 20
/** The form of an id. The server would reject a whole request that contains any other text. */
const idPattern = /^[\w-]{1,64}$/

const read = () =>
  (kept.readJson() ?? {}) as { by?: unknown; ids?: unknown; keys?: Record<string, string | null> }

/**
 * Returns the ids of seats that this browser took, newest first. The server shows a seat only to callers who know its
 * id.
 */
export function seatsTaken(): string[] {
  const { by, ids } = read()
  // The list belongs to one person, so the list is empty after a sign-out and for another account.
  if (by !== `${person.read()}` || !Array.isArray(ids)) return []
  return ids.filter((id) => typeof id === 'string' && idPattern.test(id))
}

/** Returns the key or e-mail token that shows the server that this browser may cancel the seat. */
export const seatKey = (id: string): string | null => (seatsTaken().includes(id) && read().keys?.[id]) || null

/** Stores a seat. If the seat is stored already and `key` is undefined, the stored key stays. */
export function rememberSeat(id: unknown, key?: string): void {
  if (typeof id !== 'string') return
  const ids = [id, ...seatsTaken().filter((one) => one !== id)].slice(0, seatsTakenMax)
  const keys = Object.fromEntries(ids.map((one) => [one, (one === id && key) || seatKey(one)]))
  kept.write(JSON.stringify({ by: `${person.read()}`, ids, keys }))
}

export const forgetSeatsTaken = () => kept.write(null)
