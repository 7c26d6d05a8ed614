import { refusal } from '../../../../contract/errors.ts'
import type { ChargeRedeliveryBody } from '../../../../contract/orders/order-care.ts'
import { amountInWords } from '../../../../contract/words.ts'
import { insertUnlessThere } from '../../../db/guards.ts'
import type { Tx } from '../../../db/schema.ts'
import type { Actor } from '../../../platform/audit.ts'
import { referencesOf } from '../../../platform/references.ts'
import type { Payable } from '../../money/index.ts'
import * as trail from '../florist/order-trail.ts'
import { chargeMessage } from '../order-messages.ts'
import type { OrderSteps } from '../order-steps.ts'
import type { OrderDeps } from '../orders.deps.ts'
import type { OrderRow } from '../orders.repository.ts'
import type { Fee } from './charge-payable.ts'
import * as repository from './order-charges.repository.ts'
import { type ChargeRow, countChargeable, isUnderWay, subject } from './order-charges.repository.ts'

export type OrderCharges = ReturnType<typeof createOrderCharges>

const referenceTries = 20

/**
 * The fees for another delivery attempt. A fee does not change the order's lines, total or status. Every step locks the
 * order's row first.
 */
export function createOrderCharges(deps: OrderDeps, steps: OrderSteps, { lock }: Payable<Fee>) {
  const { db, clock, ids, outbox, payments } = deps
  const waive = (tx: Tx, { id }: ChargeRow) =>
    repository.updateCharge(tx, id, { status: 'waived', ended_at: clock.now() })

  return {
    async charge(tx: Tx, orderId: string, { amount }: ChargeRedeliveryBody, by: Actor) {
      const row = await steps.getLocked(tx, orderId)
      if (!isUnderWay(row)) throw refusal('charge-over')
      const known = await repository.listCharges(tx, orderId)
      if (known.some(({ status }) => status === 'open')) throw refusal('charge-open')
      if (countChargeable(await trail.listAttempts(tx, [orderId]), known) <= 0)
        throw refusal('charge-without-try')
      const reference = await referencesOf(tx, deps)
      const charge: ChargeRow = {
        id: ids.id(),
        order_id: orderId,
        reference: reference(),
        amount_in_paise: amount,
        status: 'open',
        by_email: by.email,
        created_at: clock.now(),
        ended_at: null,
        paid_in_paise: 0,
        waits_in_paise: 0,
        refunded_in_paise: 0,
      }
      for (let count = 0; !(await insertUnlessThere(tx, 'order_charge', charge, 'reference')); count++) {
        if (count === referenceTries) throw new Error(`no free reference in ${referenceTries} tries`)
        charge.reference = reference()
      }
      await outbox.tell(tx, chargeMessage(row, charge, 'asked'))
      await steps.record(tx, row, by, {}, { fee: amountInWords(amount) })
      return { id: charge.id }
    },

    waiveCharge(id: string, by: Actor) {
      return db.transaction(async (tx) => {
        const { row, charge } = await lock(tx, id)
        if (charge.status === 'paid') throw refusal('charge-paid')
        if (charge.status === 'open') {
          await waive(tx, charge)
          await outbox.tell(tx, chargeMessage(row, charge, 'waived'))
          await steps.record(tx, row, by, { fee: 'open' }, { fee: 'waived' })
        }
        return { id }
      })
    },

    /** Makes the fee's money wait for staff, who refund it. A repeated call changes nothing. */
    giveChargeBack(id: string, by: Actor) {
      return db.transaction(async (tx) => {
        const { row, charge } = await lock(tx, id)
        if (!(await payments.unseatMoney(tx, subject(charge)))) throw refusal('charge-without-money')
        if (charge.status === 'paid') {
          // The fee is waived, because a paid fee would take the money again once staff reopen the order.
          await waive(tx, charge)
          await steps.record(tx, row, by, { fee: 'paid' }, { fee: 'to be refunded' })
        }
        return { id }
      })
    },

    async endCharges(tx: Tx, row: OrderRow) {
      for (const charge of await repository.listCharges(tx, row.id)) {
        if (charge.status === 'open') await waive(tx, charge)
        else await payments.unseatMoney(tx, subject(charge))
      }
    },

    async reseatCharges(tx: Tx, row: OrderRow) {
      for (const charge of await repository.listCharges(tx, row.id)) {
        if (charge.status === 'paid') await payments.seatMoney(tx, subject(charge))
      }
    },
  }
}
