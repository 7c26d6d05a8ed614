import type { SeatState } from '../../../db/schema.ts'

interface Transition {
  from: readonly ('none' | SeatState)[]
  /** Null if the state stays. */
  to: SeatState | null
  who: 'visitor' | 'staff' | 'visitor or staff' | 'clock' | 'money' | 'money or staff'
  /** Each such seat adds this to `batch.taken`. */
  counts: -1 | 0 | 1
  /** The effect on the use of the seat's code. */
  code: 'taken' | 'given back' | 'taken again' | null
  /** The effect on money that came for the seat. */
  money: 'pays' | 'waits for staff' | null
  /** Its person reads this letter. */
  letter: string
  /** `endSeats` writes the event into the audit log. The callers of other events write it with what else they know. */
  isLogged?: boolean
}

/**
 * The events of a seat, and what each of them does. docs/seats.md shows this table. `endSeats` of `seat-steps.ts`
 * carries out the events that end a seat.
 */
export const seatTransitions = {
  /** The request waits for the press on the letter's link. */
  ask: {
    from: ['none'],
    to: 'asked',
    who: 'visitor',
    counts: 0,
    code: null,
    money: null,
    letter: 'asks to press its link',
  },
  /** One row keeps as many seats as they ask for while they pay in the booking dialog. */
  hold: {
    from: ['none', 'asked'],
    to: 'held',
    who: 'visitor',
    counts: 1,
    code: null,
    money: null,
    letter: 'none',
  },
  place: {
    from: ['none', 'asked'],
    to: 'pending',
    who: 'visitor or staff',
    counts: 1,
    code: 'taken',
    money: null,
    letter: 'received, until when it is held and how to pay',
  },
  complete: {
    from: ['held'],
    to: 'pending',
    who: 'visitor',
    counts: 0,
    code: 'taken',
    money: null,
    letter: 'received, until when it is held and how to pay',
  },
  /** The seats of the hold went back, and are taken anew. */
  completeLate: {
    from: ['expired', 'cancelled'],
    to: 'pending',
    who: 'visitor',
    counts: 1,
    code: 'taken',
    money: null,
    letter: 'received, until when it is held and how to pay',
  },
  confirm: {
    from: ['pending'],
    to: 'confirmed',
    who: 'money or staff',
    counts: 0,
    code: null,
    money: 'pays',
    letter: 'confirmed',
  },
  /** The class costs nothing, or a code takes its whole price off. */
  free: {
    from: ['pending'],
    to: 'confirmed',
    who: 'visitor or staff',
    counts: 0,
    code: 'taken',
    money: null,
    letter: 'confirmed: it costs nothing',
  },
  confirmLate: {
    from: ['expired'],
    to: 'confirmed',
    who: 'money',
    counts: 1,
    code: 'taken again',
    money: 'pays',
    letter: 'confirmed; where no seat is left the money waits for staff',
  },
  move: {
    from: ['pending', 'confirmed'],
    to: null,
    who: 'staff',
    counts: 0,
    code: null,
    money: null,
    letter: 'moved',
  },
  moveLate: {
    from: ['expired', 'cancelled'],
    to: 'confirmed',
    who: 'staff',
    counts: 1,
    code: 'taken again',
    money: 'pays',
    letter: 'confirmed, or moved if it was confirmed before',
  },
  lapse: {
    from: ['held'],
    to: 'expired',
    who: 'clock',
    counts: -1,
    code: null,
    money: null,
    letter: 'none',
  },
  release: {
    from: ['held'],
    to: 'cancelled',
    who: 'visitor or staff',
    counts: -1,
    code: null,
    money: null,
    letter: 'none',
  },
  /** Another row of the same person has its seats from now on. */
  handOver: {
    from: ['asked', 'held', 'expired', 'cancelled'],
    to: 'cancelled',
    who: 'visitor',
    counts: 0,
    code: null,
    money: null,
    letter: 'none',
  },
  expire: {
    from: ['pending'],
    to: 'expired',
    who: 'clock',
    counts: -1,
    code: 'given back',
    money: null,
    isLogged: false,
    letter: 'the hold is over',
  },
  letGo: {
    from: ['pending'],
    to: 'cancelled',
    who: 'visitor',
    counts: -1,
    code: 'given back',
    money: null,
    isLogged: true,
    letter: 'let go',
  },
  /** A booking was written after its hold had ended, and not enough seats are left. */
  unseat: {
    from: ['pending'],
    to: 'expired',
    who: 'visitor',
    counts: 0,
    code: 'given back',
    money: null,
    isLogged: false,
    letter: 'no seat is left; what they pay waits for staff',
  },
  cancel: {
    from: ['pending', 'confirmed'],
    to: 'cancelled',
    who: 'staff',
    counts: -1,
    code: 'given back',
    money: 'waits for staff',
    isLogged: true,
    letter: 'cancelled, or why the batch is cancelled',
  },
  cancelEnded: {
    from: ['expired'],
    to: 'cancelled',
    who: 'staff',
    counts: 0,
    code: 'given back',
    money: 'waits for staff',
    isLogged: true,
    letter: 'cancelled',
  },
} as const satisfies Record<string, Transition>

export type SeatEvent = keyof typeof seatTransitions
/** Nobody has the seat any more after these events. */
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
