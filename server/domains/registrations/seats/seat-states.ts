import type { SeatState } from '../../../db/schema.ts'

export interface Transition {
  from: readonly ('none' | SeatState)[]
  /** Null if the event does not change the state. */
  to: SeatState | null
  who: 'visitor' | 'staff' | 'visitor or staff' | 'clock' | 'money' | 'money or staff'
  /** The change of `batch.taken` for each seat. */
  counts?: -1 | 1
  /** Money that arrived for the seat pays for it, or waits for staff. */
  money?: 'pays' | 'waits for staff' | 'a part waits for staff'
  /** The effect on the use count of the seat's coupon. */
  code?: 'taken' | 'given back' | 'taken again'
  /** The content of the message to the person, or `none`. */
  letter: string
  /** `endSeats` writes the event to the audit log. Other events are logged by the callers, because they know more. */
  isLogged?: true
}

/** The events of a seat, and the effects of each event. docs/seats.md shows this table. */
export const seatTransitions = {
  ask: { from: ['none'], to: 'asked', who: 'visitor', letter: 'asks to open its link' },
  hold: { from: ['none', 'asked'], to: 'held', who: 'visitor', counts: 1, letter: 'none' },
  place: {
    from: ['none', 'asked'],
    to: 'pending',
    who: 'visitor or staff',
    counts: 1,
    code: 'taken',
    letter: 'until when it is held, and how to pay',
  },
  complete: {
    from: ['held'],
    to: 'pending',
    who: 'visitor',
    code: 'taken',
    letter: 'until when it is held, and how to pay',
  },
  completeLate: {
    from: ['expired', 'cancelled'],
    to: 'pending',
    who: 'visitor',
    counts: 1,
    code: 'taken',
    letter: 'until when it is held, and how to pay',
  },
  confirm: { from: ['pending'], to: 'confirmed', who: 'money or staff', money: 'pays', letter: 'confirmed' },
  free: {
    from: ['pending'],
    to: 'confirmed',
    who: 'visitor or staff',
    code: 'taken',
    letter: 'confirmed, without a payment',
  },
  confirmLate: {
    from: ['expired'],
    to: 'confirmed',
    who: 'money',
    counts: 1,
    money: 'pays',
    code: 'taken again',
    letter: 'confirmed, or that no seat is left and staff call about another date or a refund',
  },
  move: { from: ['pending', 'confirmed'], to: null, who: 'staff', letter: 'moved' },
  moveLate: {
    from: ['expired', 'cancelled'],
    to: 'confirmed',
    who: 'staff',
    counts: 1,
    money: 'pays',
    code: 'taken again',
    letter: 'confirmed, or moved if it was confirmed before',
  },
  lapse: { from: ['held'], to: 'expired', who: 'clock', counts: -1, letter: 'none' },
  release: { from: ['held'], to: 'cancelled', who: 'visitor or staff', counts: -1, letter: 'none' },
  replace: {
    from: ['asked', 'held', 'expired', 'cancelled'],
    to: 'cancelled',
    who: 'visitor',
    letter: 'none',
  },
  expire: {
    from: ['pending'],
    to: 'expired',
    who: 'clock',
    counts: -1,
    code: 'given back',
    letter: 'the hold has ended',
  },
  letGo: {
    from: ['pending'],
    to: 'cancelled',
    who: 'visitor',
    counts: -1,
    isLogged: true,
    code: 'given back',
    letter: 'let go',
  },
  unseat: {
    from: ['pending'],
    to: 'expired',
    who: 'visitor',
    code: 'given back',
    letter: 'no seat is left, and staff call about another date or a refund',
  },
  cancel: {
    from: ['pending', 'confirmed'],
    to: 'cancelled',
    who: 'staff',
    counts: -1,
    money: 'waits for staff',
    isLogged: true,
    code: 'given back',
    letter: 'cancelled, or why the batch is cancelled',
  },
  cancelOwn: {
    from: ['confirmed'],
    to: 'cancelled',
    who: 'visitor',
    counts: -1,
    money: 'a part waits for staff',
    code: 'given back',
    letter: 'cancelled, and what is refunded',
  },
  cancelEnded: {
    from: ['expired'],
    to: 'cancelled',
    who: 'staff',
    money: 'waits for staff',
    isLogged: true,
    code: 'given back',
    letter: 'cancelled',
  },
} as const satisfies Record<string, Transition>

export type SeatEvent = keyof typeof seatTransitions
export type SeatEnd = 'expire' | 'letGo' | 'unseat' | 'cancel' | 'cancelOwn' | 'cancelEnded'

/** Returns the status of a seat after an event. @throws if the event is not allowed in that status */
export function statusAfter<Event extends SeatEvent>(
  event: Event,
  status: 'none' | SeatState,
): NonNullable<(typeof seatTransitions)[Event]['to']> {
  const { from, to }: Transition = seatTransitions[event]
  if (!from.includes(status)) throw new Error(`${event} of a seat that is ${status}`)
  return (to ?? status) as NonNullable<(typeof seatTransitions)[Event]['to']>
}
