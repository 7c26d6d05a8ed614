import { DomainError, refusal } from '../../../contract/errors.ts'
import { decimalRupees } from '../../../contract/words.ts'
import type { Tx } from '../../db/schema.ts'
import type { Actor } from '../../platform/audit.ts'
import type { Payable, PaymentClaim } from '../../platform/payments/provider.ts'
import type { Deps } from '../deps.ts'
import {
  amountDiffers,
  type Money,
  type PaymentsService,
  type Received,
} from '../payments/payments.service.ts'
import { attentionNotice, claimedNotice, noticeMessage, refundedMessage } from './order-messages.ts'
import type { OrderSteps } from './order-steps.ts'
import type { OrderRow } from './orders.repository.ts'
import * as repository from './orders.repository.ts'

const subject = ({ id }: Pick<OrderRow, 'id'>) => ({ kind: 'order' as const, id })

/** Its hold ended, and it can be taken up again where what it asked for is still there. */
const hasLapsed = ({ status, ended_by }: OrderRow) => status === 'cancelled' && ended_by === 'hold'

/** The same, while its window has not passed. */
export function canBeTakenUp(row: OrderRow, now: string): boolean {
  return hasLapsed(row) && (row.window_to === null || row.window_to > now)
}

const isSettled = ({ payment_status: status }: OrderRow) => status === 'paid' || status === 'refunded'

/** Money and orders: an order is confirmed by the money that came for it, and money without an order waits for staff. */
export function createOrderMoney({ db, clock, outbox }: Deps, steps: OrderSteps, payments: PaymentsService) {
  const partOf = (row: OrderRow, isLive: boolean, amountInPaise = row.total_in_paise) => ({
    ...subject(row),
    reference: row.number,
    amountInPaise: Number(amountInPaise),
    isLive,
  })

  /** Stands for it from now on: paid, and confirmed if staff have not taken it further. */
  async function confirm(tx: Tx, row: OrderRow): Promise<OrderRow> {
    const now = clock.now()
    const isOpen = row.status === 'pending' || row.status === 'cancelled'
    const columns = { payment_status: 'paid' as const, paid_at: now, hold_until: null, ended_by: null }
    const paid = await steps.move(tx, row, isOpen ? 'confirmed' : row.status, {
      ...columns,
      ...(isOpen && { confirmed_at: now }),
    })
    if (isOpen) {
      const items = await repository.listItems(tx, [row.id])
      await outbox.tell(tx, noticeMessage(paid, items, 'confirmed', 'confirmed'))
    }
    return paid
  }

  /** Records money that staff saw, and gives the order what it asked for where that is still there. */
  async function receive(
    tx: Tx,
    row: OrderRow,
    money: Money,
    paid: string,
    amountInPaise: number,
    by: Actor,
  ) {
    const room = row.status !== 'cancelled' || (hasLapsed(row) && (await steps.takeUpAgain(tx, row)))
    const receiptId = await payments.settle(tx, money, [partOf(row, room, amountInPaise)])
    const payment = room ? 'paid' : 'attention'
    await steps.record(tx, row, by, { payment: row.payment_status, paid: null }, { payment, paid })
    if (room) await confirm(tx, row)
    else await outbox.tell(tx, attentionNotice(row))
    return { room, receiptId }
  }

  return {
    /**
     * Asks the provider about "I have paid"; null if nothing is owed. Not in the caller's transaction: a claim for staff
     * to check stays although the call is then refused.
     */
    async claimPayment(id: string): Promise<PaymentClaim | null> {
      const row = await repository.findOrder(db.read, id)
      if (row === undefined) throw refusal('order-unknown')
      if (isSettled(row) || (row.status === 'cancelled' && !canBeTakenUp(row, clock.now()))) return null
      const claim = await payments.provider.confirm(payableOf(row))
      if (claim.outcome !== 'claimed') return claim
      await db.transaction(async (tx) => {
        const locked = await steps.getLocked(tx, id)
        if (isSettled(locked) || (await payments.moneyOf(tx, subject(locked))).state !== 'due') return
        const amountInPaise = Number(locked.total_in_paise)
        await payments.recordClaim(tx, subject(locked), { reference: locked.number, amountInPaise })
        // Staff have to look: it waits for them as long as it can.
        const { hold_until, make_by } = locked
        if (hold_until !== null && make_by !== null && make_by > hold_until) {
          await steps.move(tx, locked, locked.status, { hold_until: make_by })
        }
        await outbox.tell(tx, claimedNotice(locked))
      })
      return claim
    },

    /**
     * Confirms an order that owes nothing, or whose money has come by `claim` of `claimPayment`.
     * @throws `payment_pending`, `payment_failed`, `out_of_stock`, `conflict`
     */
    async finalise(tx: Tx, id: string, claim: PaymentClaim | null): Promise<OrderRow> {
      const row = await steps.getLocked(tx, id)
      if (row.payment_status === 'paid') return row
      if (row.payment_status === 'refunded' || (row.status === 'cancelled' && !hasLapsed(row))) {
        throw refusal('order-cancelled')
      }
      const { state } = await payments.moneyOf(tx, subject(row))
      const hasCome = state === 'paid' || state === 'attention'
      if (!hasCome && claim?.outcome !== 'settled') {
        throw new DomainError(state === 'checking' ? 'payment_pending' : 'payment_failed', {
          details: { reference: row.number },
        })
      }
      if (hasLapsed(row) && !(await steps.takeUpAgain(tx, row))) {
        throw hasCome
          ? refusal('order-payment-late', { details: { reference: row.number } })
          : refusal('order-hold-over')
      }
      if (state === 'attention') await payments.seatMoney(tx, subject(row))
      if (!hasCome && claim?.outcome === 'settled') {
        const money = { provider: payments.provider.name, providerId: claim.reference }
        await payments.settle(tx, money, [partOf(row, true)])
      }
      return confirm(tx, row)
    },

    /**
     * Staff found the money; it is kept if there is nothing left to bring.
     * @throws `conflict` for an order that is paid, or a reference of other money; `out_of_stock`
     */
    async markPaid(
      id: string,
      paid: { reference?: string | undefined; note?: string | undefined },
      by: Actor,
    ): Promise<OrderRow> {
      const { row, room } = await db.transaction(async (tx) => {
        const row = await steps.getLocked(tx, id)
        if (isSettled(row)) throw refusal('order-paid')
        const { state } = await payments.moneyOf(tx, subject(row))
        if (state === 'paid' && row.total_in_paise > 0) throw refusal('order-paid')
        if (state === 'attention') {
          if (!hasLapsed(row) || !(await steps.takeUpAgain(tx, row))) return { row, room: false }
          await payments.seatMoney(tx, subject(row))
          return { row: await confirm(tx, row), room: true }
        }
        const money: Money = {
          provider: 'staff',
          providerId: paid.reference || null,
          note: paid.note || null,
          recordedBy: by.userId,
        }
        const word = paid.reference || 'marked by hand'
        const { room } = await receive(tx, row, money, word, Number(row.total_in_paise), by)
        return { row: await steps.getLocked(tx, id), room }
      })
      // Not inside the transaction: the money stays recorded.
      if (!room) throw refusal('money-without-order', { details: { reference: row.number } })
      return row
    },

    /**
     * A line of a statement; `attention` if there is nothing left to bring.
     * @throws `conflict` if it is paid already; `amount_differs` unless `acceptDifference`
     */
    async receiveMoney(
      tx: Tx,
      id: string,
      money: { reference: string; amountInPaise: number; acceptDifference: boolean },
      by: Actor,
    ): Promise<Received> {
      const row = await steps.getLocked(tx, id)
      if (isSettled(row)) throw refusal('order-paid')
      const { state } = await payments.moneyOf(tx, subject(row))
      if (state === 'attention' || (state === 'paid' && row.total_in_paise > 0)) throw refusal('order-paid')
      if (money.amountInPaise !== Number(row.total_in_paise) && !money.acceptDifference) {
        throw amountDiffers(money.amountInPaise, Number(row.total_in_paise))
      }
      const { room, receiptId } = await receive(
        tx,
        row,
        { provider: 'staff', providerId: money.reference, method: 'bank', recordedBy: by.userId },
        `${decimalRupees(money.amountInPaise)}, ${money.reference}`,
        money.amountInPaise,
        by,
      )
      return { outcome: room ? 'settled' : 'attention', receiptId }
    },

    /** Lets the money of an order that was cancelled wait for staff, who send it back. */
    unseat: (tx: Tx, row: OrderRow) => payments.unseatMoney(tx, subject(row)),

    /** A cancelled order is taken up again by staff: its money pays it again, or it has to be paid anew. */
    async reseat(tx: Tx, row: OrderRow): Promise<void> {
      await payments.seatMoney(tx, subject(row))
      const { paid_in_paise: paid } = await payments.moneyOf(tx, subject(row))
      const isPaid = Number(paid) > 0 || Number(row.total_in_paise) === 0
      if (isPaid ? row.payment_status === 'paid' : !isSettled(row)) return
      await steps.move(tx, row, row.status, {
        payment_status: isPaid ? 'paid' : 'pending',
        paid_at: isPaid ? clock.now() : null,
      })
    },

    /** Money without an order was sent back. @throws `conflict` where there is none */
    async refund(tx: Tx, id: string, note: string, by: Actor): Promise<void> {
      const row = await steps.getLocked(tx, id)
      if (!(await payments.refund(tx, subject(row), { note, recordedBy: by.userId }))) {
        throw refusal('no-order-money')
      }
      const payment_status = row.payment_status === 'paid' ? 'refunded' : row.payment_status
      const refunded = await steps.move(tx, row, row.status, { payment_status })
      await outbox.tell(tx, refundedMessage(refunded, await repository.listItems(tx, [id])))
      await steps.record(tx, row, by, { payment: 'attention' }, { payment: 'refunded', note })
    },
  }
}

export function payableOf(row: OrderRow): Payable {
  return {
    reference: row.number,
    title: 'Flowers',
    amountInPaise: Number(row.total_in_paise),
    payer: { name: row.customer_name, email: row.email, phone: row.phone },
  }
}
