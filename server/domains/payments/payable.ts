import type { DomainError } from '../../../contract/errors.ts'
import type { DueState, PayableKind } from '../../../contract/money.ts'
import type { MoneyMethod } from '../../../contract/money-methods.ts'
import type { Queryable } from '../../db/open.ts'
import type { Tx } from '../../db/schema.ts'
import type { Actor } from '../../platform/audit.ts'
import type { Told } from '../../platform/outbox.ts'
import type { Bill } from '../../platform/payments/provider.ts'

/** Money is brought by the payer's press, which asks the provider; by a bank's statement; or by staff, who saw it. */
export type Bringer = 'payer' | 'bank' | 'staff'

/** One thing that has a price of its own: a fee, an order, or each seat of a group. */
export interface Due {
  id: string
  reference: string
  state: DueState
  /** So much is still to come; 0 if it was cancelled. */
  dueInPaise: number
  /** So much came and waits for staff. */
  waitsInPaise: number
  /** It was cancelled, so it takes no money; what it had still waits. */
  isCancelled?: boolean
  /** How much of what pays it staff may send back while it stands. A seat: what it paid, and it costs so much less then. */
  paysBackInPaise?: number
  /** It costs nothing, and has no place yet: staff mark it paid with nothing. An order that waits for a letter's link. */
  isFree?: boolean
}

/** The state of a row's money, which the settlement makes of its parts. */
export interface Owed {
  state: DueState
  /** The payer's own comes first, and also takes what is more than all that is due. */
  parts: readonly Due[]
  dueInPaise: number
  /** So much is here that the payer gets the place without paying more. A seat: paid, or money waits for staff. */
  hasCome: boolean
  /** All is here, so no more is taken. */
  isHere: boolean
}

/** A kind says how it refuses each case, or null to let it pass. */
export interface Refusals<Row> {
  /** It takes no money of theirs. A cancelled seat; a waived fee, but the bank's money for it waits once. */
  ended?(row: Row, who: Bringer, owed: Owed): DomainError | null
  /**
   * All is here, and a statement brings more, or staff mark it paid, with the reference `other` than the recorded one. A seat
   * marked twice: null.
   */
  paid(row: Row, who: 'bank' | 'staff', owed: Owed, other: string | null | undefined): DomainError | null
  /** No place is left: for the payer, whose money waits (`hasCome`) or was never taken; for what staff marked, and waits. */
  late(row: Row, who: 'payer' | 'staff', owed: Owed): DomainError
  /** There is nothing to send back. */
  nothing(): DomainError
}

/** A sum that came, once the ledger has it. */
export interface Came<Row> {
  /** The row that `accept` answered; null where there is no place, and the money waits for staff. */
  accepted: Row | null
  sumInPaise: number
  /** Null where all was here before. */
  receiptId: string | null
  /** The audit log says this: `777.00, UPI, 4312…`. */
  paid: string
}

/** Money that staff sent back; whole paise, all that waits unless told. */
export interface SentBack {
  amount?: number | undefined
  method?: MoneyMethod | undefined
  note: string
  /** The school keeps what is not sent back of an ended seat. */
  keepsRest?: boolean | undefined
  /** Whether the person reads of it; yes unless told. */
  tell?: boolean | undefined
}

/** A sum that went back, once the ledger has it. */
export interface Back extends SentBack {
  /** Staff named this row; in a group it is one of the seats. */
  id: string
  /** The sum waited for staff, or paid for the row until now. */
  from: 'waits' | 'pays'
  amountInPaise: number
  mostInPaise: number
  /** How much of it each part had. */
  parts: readonly { id: string; sumInPaise: number }[]
}

/** A sum that was entered by mistake, and is taken back. */
export interface Mistake {
  id: string
  amountInPaise: number
  reason: string
  tell: boolean
}

export type Payables = Record<PayableKind, Payable<unknown>>

/**
 * A thing that can be paid. An adapter for each kind says what only the kind knows; `settlement.service.ts` does the rest, and
 * knows no kind by its name. `Row` is whatever the adapter reads under its lock: a seat with its group, an order, a fee.
 */
export interface Payable<Row> {
  readonly kind: PayableKind
  /** A part of the price gives the place, and the rest stays due: seats. Flowers are made once all is here. */
  readonly takesParts?: true

  /** The row, unlocked. @throws `not_found` */
  find(db: Queryable, id: string): Promise<Row>
  /** The row, locked before all that it takes a place of: the batch, the stock. @throws `not_found` */
  lock(tx: Tx, id: string): Promise<Row>
  /** Reads what it owes (`debtsOf`). An order of ₹1,120 of which ₹720 came answers one part, `due`, of 40000 paise. */
  owes(db: Queryable, row: Row): Promise<readonly Due[]>
  /** Whom the claim and the receipt name, and what a provider is told: `MAL-7K3F-9QXD`, "Bridal Bouquets", the payer. */
  describe(row: Row): Bill & { id: string }

  /** It has its place, and its payer's press changes nothing. A seat: confirmed, also where a rest is due. */
  stands(row: Row): boolean
  /** Whether a provider is asked at all. A cancelled or a paid seat: no, so nobody is charged. */
  canBePaid(row: Row): boolean
  readonly refusals: Refusals<Row>
  /**
   * The payer says "I have paid", and the claim is not written yet. A first one (`terms`) keeps the hold until staff have
   * looked. Tells the school, `again` where an earlier claim was answered and more is due.
   */
  claimed(tx: Tx, row: Row, terms: { holdHours: number } | null, again: Pick<Told, 'turn'>): Promise<void>

  /**
   * Money is here: takes the place if there is room, and answers the row that has it, or null. A live seat: itself. An
   * expired one: taken anew, or null in a full batch. The ledger is written after it.
   */
  accept(tx: Tx, row: Row, who: Bringer): Promise<Row | null>
  /**
   * The ledger has the money: paid if it was accepted, else it waits for staff. Writes the status, tells payer or school,
   * and logs what staff brought. Answers the row as it stands.
   */
  settled(tx: Tx, row: Row, came: Came<Row>, by: Actor | null): Promise<Row>

  /** Money went back: writes what that makes of the row, tells the payer, and logs it. An order: refunded once all went. */
  refunded(tx: Tx, row: Row, back: Back, by: Actor): Promise<void>
  /** Money never came: the row owes again, and keeps its place. @throws where it may not be taken back: credits were given */
  reversed(tx: Tx, row: Row, mistake: Mistake, by: Actor): Promise<void>
}

/** @throws what an adapter refuses */
export function unlessRefused(refused: DomainError | null | undefined): void {
  if (refused) throw refused
}

export const isOpenPart = ({ isCancelled }: Due): boolean => !isCancelled

/** Adds up what the parts of a row owe, and says its state. */
export async function owedFor<Row>(db: Queryable, payable: Payable<Row>, row: Row): Promise<Owed> {
  const parts = await payable.owes(db, row)
  const state = togetherOf(parts.filter(isOpenPart))
  const dueInPaise = parts.reduce((sum, part) => sum + part.dueInPaise, 0)
  return {
    state,
    parts,
    dueInPaise,
    hasCome: payable.takesParts ? state === 'paid' || state === 'attention' : dueInPaise === 0,
    isHere: dueInPaise === 0 && !parts.some(({ isFree }) => isFree),
  }
}

/** The state of several together: the one that staff have to look at first wins. */
export function togetherOf(states: readonly { state: DueState }[]): DueState {
  const is = (wanted: DueState) => states.some(({ state }) => state === wanted)
  if (is('attention')) return 'attention'
  if (is('checking')) return 'checking'
  return is('due') ? 'due' : 'paid'
}
