import type { OrderCharge } from '../../../../contract/orders/order-care.ts'
import type { StoreOrder } from '../../../../contract/orders/store-orders.ts'
import { decimalRupees } from '../../../../contract/words.ts'
import type { Queryable } from '../../../db/open.ts'
import { type PaymentsService, presentPayment } from '../../money/index.ts'
import * as trail from '../florist/order-trail.ts'
import type { OrderRow } from '../orders.repository.ts'
import * as repository from './order-charges.repository.ts'
import { billOf, countChargeable, isUnderWay, subject } from './order-charges.repository.ts'

export type ChargeViews = ReturnType<typeof createChargeViews>

export function createChargeViews(payments: PaymentsService) {
  return {
    /** The buyer sees the oldest first, and how to pay an open one. */
    async viewCharges(source: Queryable, row: OrderRow): Promise<StoreOrder['charges']> {
      const charges = await repository.listCharges(source, row.id)
      const shown: StoreOrder['charges'] = []
      for (const charge of charges) {
        const means = charge.status === 'open' ? await payments.provider.begin(billOf(charge, row)) : null
        const { state } = await payments.moneyOf(source, subject(charge))
        shown.push({
          id: charge.id,
          reference: charge.reference,
          amount: Number(charge.amount_in_paise) / 100,
          status: charge.status,
          at: charge.created_at,
          payment:
            means &&
            presentPayment(means, {
              checking: state === 'checking',
              isDue: true,
              method: row.payment_method,
            }),
        })
      }
      return shown
    },

    /** Staff see the newest first, and whether another one can be charged. */
    async listCharges(
      source: Queryable,
      row: OrderRow,
    ): Promise<{ charges: OrderCharge[]; canCharge: boolean }> {
      const rows = await repository.listCharges(source, row.id)
      const attempts = await trail.listAttempts(source, [row.id])
      const states = await payments.states(source, 'order-charge', rows)
      const charges = rows.toReversed().map((charge) => ({
        id: charge.id,
        reference: charge.reference,
        amount: decimalRupees(Number(charge.amount_in_paise)),
        status: charge.status,
        payment: states.get(charge.id) ?? ('due' as const),
        at: charge.created_at,
        endedAt: charge.ended_at,
        by: charge.by_email,
      }))
      const isOpen = rows.some(({ status }) => status === 'open')
      return { charges, canCharge: isUnderWay(row) && !isOpen && countChargeable(attempts, rows) > 0 }
    },
  }
}
