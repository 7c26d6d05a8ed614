import { ownList } from './own-words.ts'

const kept = ownList('seatsTaken', 'ids')

export const seatsTakenMax = 20
/** The server would refuse the whole request for any other text. */
const idPattern = /^[\w-]{1,64}$/

/** Ids of seats that this browser took, newest first. The server tells of a seat only to those who name its id. */
export const seatsTaken = (): string[] =>
  kept.read().filter((id): id is string => typeof id === 'string' && idPattern.test(id))

export function rememberSeat(id: unknown): void {
  if (typeof id === 'string')
    kept.write([id, ...seatsTaken().filter((one) => one !== id)].slice(0, seatsTakenMax))
}

export const forgetSeatsTaken = kept.forget
