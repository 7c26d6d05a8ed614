import { refusal } from '../../../contract/errors.ts'
import { decimalRupees } from '../../../contract/words.ts'
import type { Tx } from '../../db/schema.ts'
import type { Actor } from '../../platform/audit.ts'
import type { Deps } from '../deps.ts'
import type { PaymentsService, Refund } from '../payments/payments.service.ts'
import type { OrderCharges } from './order-charges.ts'
import { refundedMessage } from './order-messages.ts'
import { subject } from './order-payable.ts'
import type { OrderSteps } from './order-steps.ts'
import * as repository from './orders.repository.ts'
import { isSettled, lackOf, type OrderRow } from './orders.repository.ts'

/** Money of orders that are cancelled, taken up again, or paid back. */
export function createOrderMoney(
  { clock, outbox }: Pick<Deps, 'clock' | 'outbox'>,
  steps: OrderSteps,
  payments: PaymentsService,
  charges: OrderCharges,
) {
  return {
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
