import type { StoreOrder } from '../../../../contract/orders/store-orders.ts'
import { decimalRupees } from '../../../../contract/words.ts'
import type { Queryable } from '../../../db/schema.ts'
import { presentPayment } from '../../money/index.ts'
import * as trail from '../florist/order-trail.ts'
import type { OrderDeps } from '../orders.deps.ts'
import type { OrderRow } from '../orders.repository.ts'
import * as repository from './order-charges.repository.ts'
import { chargeBill, countChargeable, isUnderWay, subject } from './order-charges.repository.ts'

export type ChargeViews = ReturnType<typeof createChargeViews>

export function createChargeViews({ payments, school }: OrderDeps) {
  return {
    async viewCharges(source: Queryable, row: OrderRow) {
      const charges = await repository.listCharges(source, row.id)
      const provider = await payments.providerIn(source)
      const { paysAtSchool } = await school.current()
      const shown: StoreOrder['charges'] = []
      for (const charge of charges) {
        const means = charge.status === 'open' ? await provider.begin(chargeBill(charge, row)) : null
        const { state } = await payments.moneyOf(source, subject(charge))
        shown.push({
          id: charge.id,
          reference: charge.reference,
          amount: charge.amount_in_paise / 100,
          status: charge.status,
          at: charge.created_at,
          payment:
            means &&
            presentPayment(means, {
              checking: state === 'checking',
              isDue: true,
              method: row.payment_method,
              // A fee reserves nothing, so the buyer can pay it at the school without choosing that way first.
              isHeld: paysAtSchool,
              offersSchool: paysAtSchool,
            }),
        })
      }
      return shown
    },

    async listCharges(source: Queryable, row: OrderRow) {
      const rows = await repository.listCharges(source, row.id)
      const attempts = await trail.listAttempts(source, [row.id])
      const states = await payments.states(source, 'order-charge', rows)
      const charges = rows.toReversed().map((charge) => ({
        id: charge.id,
        reference: charge.reference,
        amount: decimalRupees(charge.amount_in_paise),
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
