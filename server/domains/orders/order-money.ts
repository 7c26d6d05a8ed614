import { refusal } from '../../../contract/errors.ts'
import { decimalRupees } from '../../../contract/words.ts'
import type { Tx } from '../../db/schema.ts'
import type { Actor } from '../../platform/audit.ts'
import type { Deps } from '../deps.ts'
import {
  type Entered,
  enteredMoney,
  type Money,
  type PaymentsService,
  paidText,
  type Received,
  type Refund,
  requireSum,
  type Seen,
  type Share,
  seenMoney,
} from '../payments/payments.service.ts'
import type { OrderCharges } from './order-charges.ts'
import { attentionNotice, noticeMessage, refundedMessage } from './order-messages.ts'
import { hasLapsed, subject } from './order-payable.ts'
import type { OrderSteps } from './order-steps.ts'
import * as repository from './orders.repository.ts'
import { dueOf, isSettled, lackOf, type OrderRow } from './orders.repository.ts'

/** Money and orders: an order is confirmed by the money that came for it, and money without an order waits for staff. */
export function createOrderMoney(
  { db, clock, outbox }: Deps,
  steps: OrderSteps,
  payments: PaymentsService,
  charges: OrderCharges,
) {
  const partOf = (row: OrderRow, isLive: boolean, amountInPaise = dueOf(row)) => ({
    ...subject(row),
    reference: row.number,
    amountInPaise,
    isLive,
  })

  /** Stands for it from now on: paid, and confirmed if staff have not taken it further. */
  async function confirm(
    tx: Tx,
    row: OrderRow,
    accepted: { accepted_in_paise?: number } = {},
  ): Promise<OrderRow> {
    const now = clock.now()
    const isOpen = row.status === 'pending' || row.status === 'cancelled'
    const columns = {
      ...accepted,
      payment_status: 'paid' as const,
      paid_at: now,
      hold_until: null,
      ended_by: null,
      // Money that arrived proves its payer.
      proved_at: row.proved_at ?? now,
    }
    const paid = await steps.move(tx, row, isOpen ? 'confirmed' : row.status, {
      ...columns,
      ...(isOpen && { confirmed_at: now }),
    })
    await steps.settleCredit(tx, paid)
    if (row.status === 'cancelled') await charges.reseatCharges(tx, row)
    if (isOpen) {
      const items = await repository.listItems(tx, [row.id])
      const receipts = await payments.receiptRefs(tx, 'order', [row])
      await outbox.tell(tx, noticeMessage(paid, items, 'confirmed', 'confirmed', receipts))
    }
    return paid
  }

  /** Records money that staff saw, and gives the order what it asked for where that is still there. */
  async function receive(tx: Tx, row: OrderRow, money: Money, amountInPaise: number, by: Actor) {
    const share = await shareOf(tx, row, amountInPaise, by)
    const receiptId = await payments.settle(tx, money, share.parts)
    await share.settled(receiptId, paidText(money, amountInPaise))
    return { room: share.isSeated, receiptId }
  }

  async function shareOf(tx: Tx, row: OrderRow, amountInPaise: number, by: Actor): Promise<Share> {
    const room = row.status !== 'cancelled' || (hasLapsed(row) && (await steps.takeUpAgain(tx, row)))
    return {
      of: row.id,
      parts: [partOf(row, room, amountInPaise)],
      isSeated: room,
      settled: async (_, paid) => {
        const payment = room ? 'paid' : 'attention'
        await steps.record(tx, row, by, { payment: row.payment_status, paid: null }, { payment, paid })
        if (room) await payments.seatMoney(tx, subject(row))
        const now = await steps.getLocked(tx, row.id)
        const here = Number(now.paid_in_paise) + Number(now.waits_in_paise)
        // A smaller sum that staff accept is its price from now on.
        const accepted = lackOf(now) > 0 && { accepted_in_paise: here }
        if (room) await confirm(tx, now, accepted || {})
        else {
          if (accepted) await steps.move(tx, now, now.status, accepted)
          await outbox.tell(tx, attentionNotice(row))
        }
      },
    }
  }

  /** All of its money is here, whether it has its flowers or waits for staff. */
  const hasAll = (row: OrderRow) => isSettled(row) || (lackOf(row) === 0 && row.total_in_paise > 0)

  return {
    /**
     * Staff found the money; it is kept if there is nothing left to bring.
     * @throws `conflict` for an order that is paid, or a reference of other money; `out_of_stock`
     */
    async markPaid(id: string, paid: Entered, by: Actor): Promise<OrderRow> {
      const { row, room } = await db.transaction(async (tx) => {
        const row = await steps.getLocked(tx, id)
        const money = enteredMoney(paid, row.number, by, clock.today())
        if (isSettled(row)) throw refusal('order-paid')
        if (hasAll(row)) {
          const { state } = await payments.moneyOf(tx, subject(row))
          if (state === 'paid') throw refusal('order-paid')
          if (!hasLapsed(row) || !(await steps.takeUpAgain(tx, row))) return { row, room: false }
          await payments.seatMoney(tx, subject(row))
          return { row: await confirm(tx, row), room: true }
        }
        const due = dueOf(row)
        const sum = paid.amount ?? due
        requireSum(sum, due, paid)
        const { room } = await receive(tx, row, money, sum, by)
        return { row: await steps.getLocked(tx, id), room }
      })
      // Not inside the transaction: the money stays recorded.
      if (!room) throw refusal('money-without-order', { details: { reference: row.number } })
      return row
    },

    /**
     * A line of a statement; `recorded` if staff had marked the same money paid, `attention` if there is nothing left to
     * bring. @throws `conflict` if other money paid it; `amount_differs` unless `acceptDifference`
     */
    async receiveMoney(tx: Tx, id: string, money: Seen, by: Actor): Promise<Received> {
      const row = await steps.getLocked(tx, id)
      const due = dueOf(row)
      const seen = { ...money, restInPaise: due }
      const known = await payments.recognise(tx, { ...subject(row), reference: row.number }, seen)
      if (known) return known
      if (hasAll(row)) throw refusal('order-paid')
      requireSum(money.amountInPaise, due, money)
      const { room, receiptId } = await receive(tx, row, seenMoney(money, by), money.amountInPaise, by)
      return { outcome: room ? 'settled' : 'attention', receiptId }
    },

    /** A part of a sum that is for others too: the caller writes one receipt of all parts, and then calls `settled`. */
    async takeShare(tx: Tx, id: string, sum: number, by: Actor): Promise<Share> {
      const row = await steps.getLocked(tx, id)
      if (hasAll(row)) throw refusal('order-paid')
      requireSum(sum, dueOf(row), {})
      return shareOf(tx, row, sum, by)
    },

    /** Lets the money of an order that was cancelled wait for staff, who send back what no used credit has paid back. */
    async unseat(tx: Tx, row: OrderRow): Promise<void> {
      await payments.unseatMoney(tx, subject(row), await steps.withdrawCredits(tx, row))
      await charges.endCharges(tx, row)
    },

    /** A cancelled order is taken up again by staff: its money pays it again, or it has to be paid anew. */
    async reseat(tx: Tx, row: OrderRow): Promise<void> {
      await payments.seatMoney(tx, subject(row))
      await charges.reseatCharges(tx, row)
      const now = await steps.getLocked(tx, row.id)
      // What was sent back is owed again.
      const isPaid = lackOf(now) === 0
      if (isPaid) await steps.settleCredit(tx, now)
      if (isPaid ? now.payment_status === 'paid' : !isSettled(now)) return
      await steps.move(tx, now, now.status, {
        payment_status: isPaid ? 'paid' : 'pending',
        paid_at: isPaid ? clock.now() : null,
        ...(isPaid && { hold_until: null }),
      })
    },

    /** Money without an order was sent back, or a part of it. @throws `conflict` where there is not so much */
    async refund(tx: Tx, id: string, sent: Refund, by: Actor): Promise<void> {
      const row = await steps.getLocked(tx, id)
      const { unseated_in_paise: waits } = await payments.moneyOf(tx, subject(row))
      if (Number(waits) === 0) throw refusal('no-order-money')
      if ((sent.amountInPaise ?? 0) > Number(waits)) {
        throw refusal('refund-above', { facts: { mostInPaise: Number(waits) } })
      }
      const back = await payments.refund(tx, subject(row), sent)
      const isAll = back === Number(waits)
      // A cancelled order may have had a part of its price.
      const isRefunded = isAll && (row.payment_status === 'paid' || row.status === 'cancelled')
      const now = { payment_status: 'refunded' as const, paid_at: row.paid_at ?? clock.now() }
      const refunded = await steps.move(tx, row, row.status, isRefunded ? now : {})
      const items = await repository.listItems(tx, [id])
      await outbox.tell(tx, refundedMessage(refunded, items, isAll ? null : back))
      const after = { payment: isAll ? 'refunded' : 'attention', sum: decimalRupees(back), note: sent.note }
      await steps.record(tx, row, by, { payment: 'attention' }, after)
    },

    /** After a sum was taken back that had been entered by mistake: it waits for its money again. */
    async moneyReversed(tx: Tx, id: string, reason: string, by: Actor): Promise<void> {
      const row = await steps.getLocked(tx, id)
      if (row.payment_status === 'paid' && lackOf(row) > 0) {
        // Where nothing is left of it, nobody has accepted anything.
        const isGone = Number(row.paid_in_paise) + Number(row.waits_in_paise) === 0
        await steps.move(tx, row, row.status, {
          payment_status: 'pending',
          paid_at: null,
          ...(isGone && { accepted_in_paise: null }),
        })
      }
      const after = { payment: 'pending', mistake: reason }
      await steps.record(tx, row, by, { payment: row.payment_status }, after)
    },
  }
}
