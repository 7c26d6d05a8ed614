import type { Tx } from '../../db/schema.ts'
import type { Deps } from '../deps.ts'
import type { PaymentsService } from '../payments/payments.service.ts'
import type { OrderCharges } from './order-charges.ts'
import type { OrderSteps } from './order-steps.ts'
import { isSettled, lackOf, type OrderRow } from './orders.repository.ts'

const subject = ({ id }: Pick<OrderRow, 'id'>) => ({ kind: 'order' as const, id })

/** Money of orders that are cancelled, and taken up again. */
export function createOrderMoney(
  { clock }: Pick<Deps, 'clock'>,
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
      // The buyer owes again what was sent back.
      const isPaid = lackOf(now) === 0
      if (isPaid) await steps.settleCredit(tx, now)
      if (isPaid ? now.payment_status === 'paid' : !isSettled(now)) return
      await steps.move(tx, now, now.status, {
        payment_status: isPaid ? 'paid' : 'pending',
        paid_at: isPaid ? clock.now() : null,
        ...(isPaid && { hold_until: null }),
      })
    },
  }
}
