import type { SeatState } from '../../../db/schema.ts'

export interface Transition {
  from: readonly ('none' | SeatState)[]
  /** Null if the state stays. */
  to: SeatState | null
  /** Each such seat adds this to `batch.taken`. */
  counts?: -1 | 1
  /** Money that came for the seat pays for it, or waits for staff. */
  money?: 'pays' | 'waits for staff'
  /** `endSeats` writes the event into the audit log. Other events are logged by the callers, who know more. */
  isLogged?: true
}

/** All events of a seat. docs/seats.md says who causes them and what the person reads. */
export const seatTransitions = {
  ask: { from: ['none'], to: 'asked' },
  hold: { from: ['none', 'asked'], to: 'held', counts: 1 },
  place: { from: ['none', 'asked'], to: 'pending', counts: 1 },
  complete: { from: ['held'], to: 'pending' },
  completeLate: { from: ['expired', 'cancelled'], to: 'pending', counts: 1 },
  confirm: { from: ['pending'], to: 'confirmed', money: 'pays' },
  free: { from: ['pending'], to: 'confirmed' },
  confirmLate: { from: ['expired'], to: 'confirmed', counts: 1, money: 'pays' },
  move: { from: ['pending', 'confirmed'], to: null },
  moveLate: { from: ['expired', 'cancelled'], to: 'confirmed', counts: 1, money: 'pays' },
  lapse: { from: ['held'], to: 'expired', counts: -1 },
  release: { from: ['held'], to: 'cancelled', counts: -1 },
  replace: { from: ['asked', 'held', 'expired', 'cancelled'], to: 'cancelled' },
  expire: { from: ['pending'], to: 'expired', counts: -1 },
  letGo: { from: ['pending'], to: 'cancelled', counts: -1, isLogged: true },
  unseat: { from: ['pending'], to: 'expired' },
  cancel: {
    from: ['pending', 'confirmed'],
    to: 'cancelled',
    counts: -1,
    money: 'waits for staff',
    isLogged: true,
  },
  cancelEnded: { from: ['expired'], to: 'cancelled', money: 'waits for staff', isLogged: true },
} as const satisfies Record<string, Transition>

export type SeatEvent = keyof typeof seatTransitions
export type SeatEnd = 'expire' | 'letGo' | 'unseat' | 'cancel' | 'cancelEnded'

/** The status of a seat after an event. @throws where the event cannot happen to it */
export function statusAfter<Event extends SeatEvent>(
  event: Event,
  status: 'none' | SeatState,
): NonNullable<(typeof seatTransitions)[Event]['to']> {
  const { from, to }: Transition = seatTransitions[event]
  if (!from.includes(status)) throw new Error(`${event} of a seat that is ${status}`)
  return (to ?? status) as NonNullable<(typeof seatTransitions)[Event]['to']>
}
