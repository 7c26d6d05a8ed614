import type * as z from 'zod/mini'
import type { DomainError } from '../../../../contract/errors.ts'
import type { DueState, PayableKind, refundBody } from '../../../../contract/money/money.ts'
import type { Queryable, Tx } from '../../../db/schema.ts'
import type { Actor } from '../../../platform/audit.ts'
import type { OutboxMessage } from '../../../platform/outbox.ts'
import type { Bill } from '../../../platform/payments/provider.ts'

/** Money comes by the payer's click, which asks the provider; by a bank statement; or by staff, who saw it. */
export type Bringer = 'payer' | 'bank' | 'staff'

/** One thing that has a price of its own: a fee, an order, or each seat of a group. */
export interface Due {
  id: string
  reference: string
  state: DueState
  /** The unpaid sum; 0 for a closed part. */
  dueInPaise: number
  waitsInPaise: number
  /** It has ended in a group that goes on, so it takes no money; its old money still waits. */
  isClosed?: boolean
  /** The sum that staff may send back while it stands, which lowers its price. A seat: all that it paid. */
  paysBackInPaise?: number
  /** It costs nothing and has no place yet, so staff mark it paid without money: a free order that waits for a click. */
  isFree?: boolean
}

export interface Owed {
  state: DueState
  /** The payer's own part comes first, and also takes any excess. */
  parts: readonly Due[]
  dueInPaise: number
  /** The payer gets the place without paying more. A seat: it is paid, or its money waits for staff. */
  hasCome: boolean
  isHere: boolean
}

/** An adapter's refusals; null lets the case pass. */
export interface Refusals<Row> {
  /** It takes no money by `who`: a cancelled seat, or a waived fee, for which a bank's money waits once. */
  ended?(row: Row, who: Bringer, owed: Owed): DomainError | null
  /**
   * It is fully paid, and a statement brings more, or staff mark it paid; `other` is the recorded reference if staff
   * typed another one. A seat that staff mark twice: null.
   */
  paid(row: Row, who: 'bank' | 'staff', owed: Owed, other: string | null | undefined): DomainError | null
  /** No place is left: the payer's money waits (`hasCome`) or was not taken; money that staff marked waits. */
  late(row: Row, who: 'payer' | 'staff', owed: Owed): DomainError
  nothing(): DomainError
}

export interface Came<Row> {
  /** The answer of `accept`; null if no place is left, and the money waits for staff. */
  accepted: Row | null
  sumInPaise: number
  /** Null if no new money came. */
  receiptId: string | null
  paid: string
}

type RefundBody = z.output<typeof refundBody>

export type SentBack = Pick<RefundBody, 'amount' | 'note' | 'keepsRest' | 'tell'> &
  Partial<Pick<RefundBody, 'method'>>

export type Back = SentBack & {
  id: string
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
 * A thing that can be paid. Each kind has an adapter; `settlement.service.ts` does the rest, and knows no kind by its
 * name. `Row` is the adapter's locked record: a seat with its group, an order, a fee.
 */
export interface Payable<Row> {
  readonly kind: PayableKind
  /** Seats: a part payment takes the place, and the rest stays due. An order needs its full price. */
  readonly takesParts?: true

  find(db: Queryable, id: string): Promise<Row>
  lock(tx: Tx, id: string): Promise<Row>
  /** Reads what it owes: an order of ₹1,120 with ₹720 paid answers one part, `due`, of 40000 paise. */
  owes(db: Queryable, row: Row): Promise<readonly Due[]>
  /** Names it on the claim and the receipt: `MAL-7K3F-9QXD`, "Bridal Bouquets", the payer. */
  describe(row: Row): Bill & { id: string }

  /** It has its place, and the payer's click changes nothing. A seat: confirmed, even if a rest is due. */
  stands(row: Row): boolean
  /** False asks no provider, so that no payer is charged for a cancelled or a paid seat. */
  canBePaid(row: Row): boolean
  readonly refusals: Refusals<Row>
  /**
   * Tells the school of a claim before it is written. A first claim (`terms`) extends the hold until staff have
   * checked it; `again` marks a later one.
   */
  claimed(
    tx: Tx,
    row: Row,
    terms: { holdHours: number } | null,
    again: Pick<OutboxMessage, 'turn'>,
  ): Promise<void>

  /**
   * Takes the place if there is room, and answers the row that has it, or null. A live seat: itself. An expired one:
   * taken again, or null in a full batch. The ledger is written afterwards.
   */
  accept(tx: Tx, row: Row, who: Bringer): Promise<Row | null>
  /**
   * Writes the status after the ledger has the money, tells payer or school, and logs money by staff. Answers the
   * current row.
   */
  settled(tx: Tx, row: Row, came: Came<Row>, by: Actor | null): Promise<Row>

  /** Changes the row after a refund, tells the payer, and logs it. An order is refunded once all its money went back. */
  refunded(tx: Tx, row: Row, back: Back, by: Actor): Promise<void>
  /** Makes the row owe again after a mistake; it keeps its place. @throws if staff gave credits for it */
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
    hasCome: payable.takesParts ? state === 'paid' || state === 'attention' : dueInPaise === 0,
    isHere: dueInPaise === 0 && !parts.some(({ isFree }) => isFree),
  }
}

export function togetherOf(states: readonly { state: DueState }[]): DueState {
  const is = (wanted: DueState) => states.some(({ state }) => state === wanted)
  if (is('attention')) return 'attention'
  if (is('checking')) return 'checking'
  return is('due') ? 'due' : 'paid'
}
