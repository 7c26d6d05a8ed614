import { seatsTaken, seatsTakenMax } from '../../../lib/seats-taken.ts'
import { keptHolds } from './kept-hold.ts'

/** Tells a request the seats that this browser holds, except `named`; empty if it holds none. */
export function knownHolds(named?: string): { knownHolds?: string[] } {
  const silent = Object.values(keptHolds()).map(({ id }) => id)
  const ids = [...silent, ...seatsTaken()].filter((id) => id !== named).slice(0, seatsTakenMax)
  return ids.length > 0 ? { knownHolds: ids } : {}
}
