import type { SeatStatus } from '../../../db/schema.ts'

interface Transition {
  from: readonly ('none' | SeatStatus)[]
  /** Null where the state stays. */
  to: SeatStatus | null
  who: 'visitor' | 'staff' | 'visitor or staff' | 'clock' | 'money'
  /** Each such seat adds this to `batch.taken`. */
  counts: -1 | 0 | 1
  /** What becomes of the use of its code. */
  code: 'taken' | 'given back' | 'taken again' | null
  /** What becomes of money that came for it. */
  money: 'pays' | 'waits for staff' | null
  /** Its person reads this letter. */
  letter: string
  /** `end` writes it into the audit log. The callers of the other events write what they know besides. */
  isLogged?: boolean
}

/**
 * What can happen to a seat, and what each event does. ARCHITECTURE.md shows this table. `end` of `seat-steps.ts` carries out
 * the events that end a seat.
 */
export const seatTransitions = {
  hold: {
    from: ['none'],
    to: 'pending',
    who: 'visitor or staff',
    counts: 1,
    code: 'taken',
    money: null,
    letter: 'received, until when it is held and how to pay',
  },
  give: {
    from: ['none'],
    to: 'confirmed',
    who: 'visitor or staff',
    counts: 1,
    code: 'taken',
    money: null,
    letter: 'confirmed: it costs nothing',
  },
  confirm: {
    from: ['pending'],
    to: 'confirmed',
    who: 'money',
    counts: 0,
    code: null,
    money: 'pays',
    letter: 'confirmed',
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
  /** A booking was written although its hold had ended and there are not so many seats left. */
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

/** The events after which nobody has the seat any more. */
export type SeatEnd = 'expire' | 'letGo' | 'unseat' | 'cancel' | 'cancelEnded'
