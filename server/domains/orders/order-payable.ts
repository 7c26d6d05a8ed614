import { refusal } from '../../../contract/errors.ts'
import { methodOnceReported } from '../../../contract/money/payment-methods.ts'
import { decimalRupees } from '../../../contract/words.ts'
import type { Payable } from '../money/index.ts'
import type { OrderCredits } from './care/order-credits.ts'
import type { OrderCharges } from './charges/order-charges.ts'
import { attentionNotice, claimedNotice, noticeMessage, refundedMessage } from './order-messages.ts'
import { canBeTakenUp, claimHoldEnd, hasLapsed, isAsked, type OrderSteps, orderBill } from './order-steps.ts'
import type { OrderDeps } from './orders.deps.ts'
import * as repository from './orders.repository.ts'
import { isSettled, lackOf, type OrderRow } from './orders.repository.ts'

const withoutOrder = ({ number: reference }: OrderRow) =>
  refusal('money-without-order', { details: { reference } })

export function createOrderPayable(
  { clock, outbox, payments }: OrderDeps,
  steps: OrderSteps,
  { charges, credits }: { charges: OrderCharges; credits: OrderCredits },
): Payable<OrderRow> {
  return {
    kind: 'order',
    lock: steps.getLocked,
    describe: (row) => ({ id: row.id, ...orderBill(row) }),

    async find(db, id) {
      const row = await repository.findOrder(db, id)
      if (row === undefined) throw refusal('order-unknown')
      return row
    },

    async owes(db, row) {
      const [debt] = await payments.debtsOf(db, 'order', [{ id: row.id, reference: row.number }])
      return debt ? [{ ...debt, isFree: row.total_in_paise === 0 && !isSettled(row) }] : []
    },

    isConfirmed: (row) => row.payment_status === 'paid',
    canBePaid: (row) => !isSettled(row) && (row.status !== 'cancelled' || canBeTakenUp(row, clock.now())),

    refusals: {
      ended(row, who) {
        if (who !== 'payer') return null
        if (isAsked(row)) return refusal('order-asked')
        const isEnded = row.status === 'cancelled' && !hasLapsed(row)
        return isEnded || row.payment_status === 'refunded' ? refusal('order-cancelled') : null
      },
      paid(row, who, { state }) {
        if (who === 'bank' || isSettled(row) || state === 'paid') return refusal('order-paid')
        return hasLapsed(row) ? null : withoutOrder(row)
      },
      soldOut(row, who, { isEnough }) {
        if (who === 'staff') return withoutOrder(row)
        return isEnough
          ? refusal('order-payment-late', { details: { reference: row.number } })
          : refusal('order-hold-over')
      },
      nothing: () => refusal('no-order-money'),
    },

    async claimed(tx, row, terms, again) {
      if (terms !== null && row.hold_until !== null) {
        const keeps = await payments.claimKeeps(tx, { kind: 'order', id: row.id, proved_at: row.proved_at })
        const longer = claimHoldEnd(row, terms, keeps)
        const hold_until = longer > row.hold_until ? longer : row.hold_until
        const payment_method = methodOnceReported(row.payment_method)
        if (hold_until !== row.hold_until || payment_method !== row.payment_method) {
          await steps.move(tx, row, row.status, { hold_until, payment_method })
        }
      }
      await outbox.tell(tx, { ...claimedNotice(row), ...again })
    },

    async acquire(tx, row) {
      const hasRoom = row.status !== 'cancelled' || (hasLapsed(row) && (await steps.takeUpAgain(tx, row)))
      return hasRoom ? row : null
    },

    async settled(tx, row, { acquired, receiptId, paid }, by) {
      if (acquired === null && receiptId === null) return row
      if (by && receiptId !== null) {
        const payment = acquired ? 'paid' : 'attention'
        await steps.record(tx, row, by, { payment: row.payment_status, paid: null }, { payment, paid })
      }
      const now = await steps.getLocked(tx, row.id)
      const here = now.paid_in_paise + now.waits_in_paise
      // A smaller sum that staff accepted becomes the price.
      const price = lackOf(now) > 0 ? { accepted_in_paise: here } : {}
      if (acquired === null) {
        const kept = lackOf(now) > 0 ? await steps.move(tx, now, now.status, price) : now
        await outbox.tell(tx, attentionNotice(row))
        return kept
      }
      const isOpen = now.status === 'pending' || now.status === 'cancelled'
      const confirmed = await steps.move(tx, now, isOpen ? 'confirmed' : now.status, {
        ...price,
        payment_status: 'paid' as const,
        paid_at: clock.now(),
        hold_until: null,
        ended_by: null,
        // A payment that arrived proves the buyer's address.
        proved_at: now.proved_at ?? clock.now(),
        ...(isOpen && { confirmed_at: clock.now() }),
      })
      await steps.settleCredit(tx, confirmed)
      if (row.status === 'cancelled') await charges.reseatCharges(tx, row)
      if (isOpen) {
        const items = await repository.listItems(tx, [row.id])
        const receipts = await payments.receiptRefs(tx, 'order', [row])
        await outbox.tell(tx, noticeMessage(confirmed, items, 'confirmed', 'confirmed', receipts))
      }
      return confirmed
    },

    async refunded(tx, row, { amountInPaise, mostInPaise, note }, by) {
      const isAll = amountInPaise === mostInPaise
      // A cancelled order may have been paid in part.
      const isRefunded = isAll && (row.payment_status === 'paid' || row.status === 'cancelled')
      const now = { payment_status: 'refunded' as const, paid_at: row.paid_at ?? clock.now() }
      const refunded = await steps.move(tx, row, row.status, isRefunded ? now : {})
      const items = await repository.listItems(tx, [row.id])
      await outbox.tell(tx, refundedMessage(refunded, items, isAll ? null : amountInPaise))
      const after = { payment: isAll ? 'refunded' : 'attention', sum: decimalRupees(amountInPaise), note }
      await steps.record(tx, row, by, { payment: 'attention' }, after)
    },

    async reversed(tx, row, { reason }, by) {
      const owesAgain = row.payment_status === 'paid' && lackOf(row) > 0
      const isGone = row.paid_in_paise + row.waits_in_paise === 0
      if (owesAgain || (isGone && row.accepted_in_paise !== null)) {
        await steps.move(tx, row, row.status, {
          ...(owesAgain && { payment_status: 'pending', paid_at: null }),
          ...(isGone && { accepted_in_paise: null }),
        })
      }
      const after = { payment: 'pending', mistake: reason }
      await steps.record(tx, row, by, { payment: row.payment_status }, after)
      await credits.requireCovered(tx, row.id)
    },
  }
}
