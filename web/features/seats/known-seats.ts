import { person } from '../../lib/own-words.ts'
import { storage } from '../../lib/storage.ts'
import { keptHolds } from './kept-hold.ts'

/** Ids of seats that this browser took, newest first: whoever names one is told of it, and nobody else is. */
const kept = storage('seatsTaken')

const namedMax = 20
/** As ids are on the wire: whatever else stands here would spoil a whole request. */
const idPattern = /^[\w-]{1,64}$/

function taken(): string[] {
  const found = kept.readJson() as { by?: unknown; ids?: unknown } | null
  // Who signs out, or in as somebody else, leaves none behind.
  if (found?.by !== `${person.read()}` || !Array.isArray(found.ids)) return []
  return found.ids.filter((id) => typeof id === 'string' && idPattern.test(id))
}

export function rememberSeat(id: unknown): void {
  if (typeof id !== 'string') return
  const ids = [id, ...taken().filter((one) => one !== id)].slice(0, namedMax)
  kept.write(JSON.stringify({ by: `${person.read()}`, ids }))
}

/** What a request for a seat says besides: what this browser holds already, but for `named`; nothing where it holds nothing. */
export function knownHolds(named?: string): { knownHolds?: string[] } {
  const silent = Object.values(keptHolds()).map(({ id }) => id)
  const ids = [...silent, ...taken()].filter((id) => id !== named).slice(0, namedMax)
  return ids.length > 0 ? { knownHolds: ids } : {}
}
