import type { DomainError } from '../../../../contract/errors.ts'
import type { DueState, PayableKind } from '../../../../contract/money/money.ts'
import type { MoneyMethod } from '../../../../contract/money/payment-methods.ts'
import type { Queryable } from '../../../db/open.ts'
import type { Tx } from '../../../db/schema.ts'
import type { Actor } from '../../../platform/audit.ts'
import type { OutboxMessage } from '../../../platform/outbox.ts'
import type { Bill } from '../../../platform/payments/provider.ts'

/** Money is brought by the payer's press, which asks the provider; by a bank's statement; or by staff, who saw it. */
export type Bringer = 'payer' | 'bank' | 'staff'

/** One thing that has a price of its own: a fee, an order, or each seat of a group. */
export interface Due {
  id: string
  reference: string
  state: DueState
  /** The sum that is still to come; 0 for a closed part. */
  dueInPaise: number
  /** The sum that came and waits for staff. */
  waitsInPaise: number
  /** It has ended beside others that go on, so it takes no money; what it had still waits. */
  isClosed?: boolean
  /** Staff may send back so much of what pays it while it stands. A seat: what it paid, and it costs so much less. */
  paysBackInPaise?: number
  /** It costs nothing and has no place yet, so staff mark it paid with nothing: an order that waits for a link. */
  isFree?: boolean
}

export interface Owed {
  state: DueState
  /** The payer's own comes first, and also takes what is more than all that is due. */
  parts: readonly Due[]
  dueInPaise: number
  /** Enough is here that the payer gets the place without paying more. A seat: paid, or money waits for staff. */
  hasCome: boolean
  isHere: boolean
}

/** A kind says how it refuses each case, or null to let it pass. */
export interface Refusals<Row> {
  /** It takes no money of `who`: a cancelled seat, or a waived fee, but the bank's money for that waits once. */
  ended?(row: Row, who: Bringer, owed: Owed): DomainError | null
  /**
   * All is here, and a statement brings more, or staff mark it paid; `other` is the recorded reference if staff typed
   * another one. A seat that is marked twice: null.
   */
  paid(row: Row, who: 'bank' | 'staff', owed: Owed, other: string | null | undefined): DomainError | null
  /** No place is left: the payer's money waits (`hasCome`) or was never taken; what staff marked waits. */
  late(row: Row, who: 'payer' | 'staff', owed: Owed): DomainError
  nothing(): DomainError
}

export interface Came<Row> {
  /** The row that `accept` answered; null if there is no place, and the money waits for staff. */
  accepted: Row | null
  sumInPaise: number
  /** Null if all was here before. */
  receiptId: string | null
  /** The audit log says this: `777.00, UPI, 4312…`. */
  paid: string
}

/** Staff sent money back: `amount` is whole paise, by default all that waits. */
export interface SentBack {
  amount?: number | undefined
  method?: MoneyMethod | undefined
  note: string
  /** The school keeps what is not sent back of an ended seat. */
  keepsRest?: boolean | undefined
  /** The person reads of it unless this is false. */
  tell?: boolean | undefined
}

export interface Back extends SentBack {
  /** Staff named this row; in a group it is one of the seats. */
  id: string
  /** The sum waited for staff, or paid for the row until now. */
  from: 'waits' | 'pays'
  amountInPaise: number
  mostInPaise: number
  parts: readonly { id: string; sumInPaise: number }[]
}

export interface Mistake {
  id: string
  amountInPaise: number
  reason: string
  tell: boolean
}

export type Payables = Record<PayableKind, Payable<unknown>>

/**
 * A thing that can be paid. An adapter for each kind says what only the kind knows; `settlement.service.ts` does the
 * rest, and knows no kind by its name. `Row` is what the adapter reads under its lock: a seat with its group, an order,
 * a fee.
 */
export interface Payable<Row> {
  readonly kind: PayableKind
  /** Seats: a part of the price gives the place, and the rest stays due. Flowers are made once all is here. */
  readonly takesParts?: true

  /** @throws `not_found` */
  find(db: Queryable, id: string): Promise<Row>
  /** Locks the row before all that it takes a place of: the batch, the stock. @throws `not_found` */
  lock(tx: Tx, id: string): Promise<Row>
  /** Reads what it owes. An order of ₹1,120 of which ₹720 came answers one part, `due`, of 40000 paise. */
  owes(db: Queryable, row: Row): Promise<readonly Due[]>
  /** The claim, the receipt and the provider name it so: `MAL-7K3F-9QXD`, "Bridal Bouquets", the payer. */
  describe(row: Row): Bill & { id: string }

  /** It has its place, and its payer's press changes nothing. A seat: confirmed, also if a rest is due. */
  stands(row: Row): boolean
  /** Else no provider is asked, so that nobody is charged for a cancelled or a paid seat. */
  canBePaid(row: Row): boolean
  readonly refusals: Refusals<Row>
  /**
   * The payer says "I have paid", and the claim is not written yet. A first one (`terms`) keeps the hold until staff
   * have looked. Tells the school, `again` if an earlier claim was answered and more is due.
   */
  claimed(
    tx: Tx,
    row: Row,
    terms: { holdHours: number } | null,
    again: Pick<OutboxMessage, 'turn'>,
  ): Promise<void>

  /**
   * Money is here: takes the place if there is room, and answers the row that has it, or null. A live seat: itself. An
   * expired one: taken anew, or null in a full batch. The ledger is written after it.
   */
  accept(tx: Tx, row: Row, who: Bringer): Promise<Row | null>
  /**
   * The ledger has the money: paid if it was accepted, else it waits for staff. Writes the status, tells payer or
   * school, and logs what staff brought. Answers the row as it stands.
   */
  settled(tx: Tx, row: Row, came: Came<Row>, by: Actor | null): Promise<Row>

  /** Money went back: changes the row, tells the payer, and logs it. An order is refunded once all went back. */
  refunded(tx: Tx, row: Row, back: Back, by: Actor): Promise<void>
  /** Money never came: the row owes again, and keeps its place. @throws if it may not: credits were given for it */
  reversed(tx: Tx, row: Row, mistake: Mistake, by: Actor): Promise<void>
}

/** @throws what an adapter refuses */
export function unlessRefused(refused: DomainError | null | undefined): void {
  if (refused) throw refused
}

export const isOpenPart = ({ isClosed }: Due): boolean => !isClosed

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

/** The state of several together is the one that staff have to look at first. */
export function togetherOf(states: readonly { state: DueState }[]): DueState {
  const is = (wanted: DueState) => states.some(({ state }) => state === wanted)
  if (is('attention')) return 'attention'
  if (is('checking')) return 'checking'
  return is('due') ? 'due' : 'paid'
}
