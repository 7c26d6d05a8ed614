import type * as z from 'zod/mini'
import type { DomainError } from '../../../../contract/errors.ts'
import type { DueState, PayableKind, refundBody } from '../../../../contract/money/money.ts'
import type { Queryable, Tx } from '../../../db/schema.ts'
import type { Actor } from '../../../platform/audit.ts'
import type { OutboxMessage } from '../../../platform/outbox.ts'
import type { Bill } from '../../../platform/payments/provider.ts'
import type { Purpose } from './corrections.ts'

/**
 * The source of the report that money came. `payer`: the payer clicked, and the provider is asked next. `bank`: a bank
 * statement. `staff`: staff saw the money.
 */
export type PaymentSource = 'payer' | 'bank' | 'staff'

/** A thing with a price of its own: a fee, an order, or each seat of a group. */
export interface Due {
  id: string
  reference: string
  state: DueState
  /** The unpaid sum; 0 for a closed part. */
  dueInPaise: number
  waitsInPaise: number
  /**
   * True for a seat that has ended while its group goes on. The seat accepts no money, but money paid before may wait
   * for staff.
   */
  isClosed?: boolean
  /**
   * The sum that staff may refund without ending the seat or order; for a seat, everything that was paid. The refund
   * lowers the price.
   */
  paysBackInPaise?: number
  /** The money of an ended seat that the school keeps. Staff may refund it too, which changes no price. */
  keptInPaise?: number
  /** True for a free order that is not confirmed yet. Staff mark it paid without any money. */
  isFree?: boolean
}

export interface Owed {
  state: DueState
  /** The payer's own part comes first, and also takes any money beyond the debt. */
  parts: readonly Due[]
  dueInPaise: number
  /**
   * True if enough money came to confirm the row. For a seat a part payment is enough, or money that waits for staff.
   */
  isEnough: boolean
  isPaidInFull: boolean
}

/** The errors of one kind of payable. Each function returns the error, or null if it allows the payment. */
export interface Refusals<Row> {
  /**
   * Refuses money for a cancelled seat or a waived fee. Money from a bank statement is accepted once for a waived
   * fee, and then waits for staff.
   */
  ended?(row: Row, who: PaymentSource, owed: Owed): DomainError | null
  /**
   * Refuses more money for a fully paid row. `other` is the recorded reference if staff entered a different reference.
   * Null for a seat that staff mark paid a second time.
   */
  paid(row: Row, who: 'bank' | 'staff', owed: Owed, other: string | null | undefined): DomainError | null
  /**
   * Refuses because no seat or stock is left. Money that staff marked waits for staff. A payer's money waits for staff
   * if `owed.isEnough`; otherwise the payer's money was not taken.
   */
  soldOut(row: Row, who: 'payer' | 'staff', owed: Owed): DomainError
  nothing(): DomainError
}

export interface Received<Row> {
  /** The result of `acquire`; null if no seat or stock is left, so that the money waits for staff. */
  acquired: Row | null
  sumInPaise: number
  /** Null if no new money came. */
  receiptId: string | null
  paid: string
}

type RefundBody = z.output<typeof refundBody>

export type SentBack = Pick<RefundBody, 'amount' | 'note' | 'waits' | 'keepsRest' | 'tell'> &
  Partial<Pick<RefundBody, 'method'>>

export type Back = SentBack & {
  id: string
  /** `pays` if the refund takes money that pays for a live seat. */
  from: 'waits' | 'pays'
  amountInPaise: number
  mostInPaise: number
  parts: readonly { id: string; from: Purpose; sumInPaise: number }[]
}

export interface Mistake {
  id: string
  amountInPaise: number
  reason: string
  tell: boolean
}

export type Payables = Record<PayableKind, Payable<unknown>>

/**
 * The adapter of one kind of payable; `settlement.service.ts` does the common work without knowing the kinds. `Row` is
 * the locked record: a seat with its group, an order, or a fee.
 */
export interface Payable<Row> {
  readonly kind: PayableKind
  /**
   * True for seats: a part payment confirms a seat, and the rest of its price stays due. An order needs its full price.
   */
  readonly takesParts?: true

  find(db: Queryable, id: string): Promise<Row>
  lock(tx: Tx, id: string): Promise<Row>
  /** Reads the debt of each part: an order of ₹1,120 with ₹720 paid has one part, `due`, of 40000 paise. */
  owes(db: Queryable, row: Row): Promise<readonly Due[]>
  /** Returns texts for a payer's report and for the receipt, such as `MAL-7K3F-9QXD`, "Bridal Bouquets", the payer. */
  describe(row: Row): Bill & { id: string }

  /** True if the payer's click has nothing to change, such as for a confirmed seat, even if a sum is still due. */
  isConfirmed(row: Row): boolean
  /** False if the provider must not be asked. Nobody may be charged for a cancelled or paid seat. */
  canBePaid(row: Row): boolean
  readonly refusals: Refusals<Row>
  /**
   * Notifies the school of a claim, which is a payer's report of a payment, before it is stored. If `terms` is given,
   * the call extends the hold, so that staff can check the payment. `again` makes the outbox send another message for a
   * later claim.
   */
  claimed(
    tx: Tx,
    row: Row,
    terms: { holdHours: number } | null,
    again: Pick<OutboxMessage, 'turn'>,
  ): Promise<void>

  /**
   * Takes the seat or stock if some is left. Returns a live seat unchanged. Takes an expired seat again, or returns
   * null if the batch is full. The ledger is written afterwards.
   */
  acquire(tx: Tx, row: Row, who: PaymentSource): Promise<Row | null>
  /**
   * Runs after the money is in the ledger: changes the status, notifies the payer, and writes an entry by staff to the
   * audit log. Returns the current row.
   */
  settled(tx: Tx, row: Row, came: Received<Row>, by: Actor | null): Promise<Row>

  /**
   * Changes the row after a refund, notifies the payer, and logs it. An order counts as refunded once all its money is
   * refunded.
   */
  refunded(tx: Tx, row: Row, back: Back, by: Actor): Promise<void>
  /**
   * Makes the sum of a mistaken receipt due again; seat or stock stay taken. @throws if staff gave credits for the row
   */
  reversed(tx: Tx, row: Row, mistake: Mistake, by: Actor): Promise<void>
}

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
    isEnough: payable.takesParts ? state === 'paid' || state === 'attention' : dueInPaise === 0,
    isPaidInFull: dueInPaise === 0 && !parts.some(({ isFree }) => isFree),
  }
}

export function togetherOf(states: readonly { state: DueState }[]): DueState {
  const is = (wanted: DueState) => states.some(({ state }) => state === wanted)
  if (is('attention')) return 'attention'
  if (is('checking')) return 'checking'
  return is('due') ? 'due' : 'paid'
}
