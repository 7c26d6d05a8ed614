import { seatsTaken, seatsTakenMax } from '../../lib/seats-taken.ts'
import { keptHolds } from './kept-hold.ts'

/** What a request for a seat says besides: what this browser holds already, but for `named`; nothing where it holds nothing. */
export function knownHolds(named?: string): { knownHolds?: string[] } {
  const silent = Object.values(keptHolds()).map(({ id }) => id)
  const ids = [...silent, ...seatsTaken()].filter((id) => id !== named).slice(0, seatsTakenMax)
  return ids.length > 0 ? { knownHolds: ids } : {}
}
