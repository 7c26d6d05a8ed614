import { refusal } from '../../../../contract/errors.ts'
import type { GiveCreditBody } from '../../../../contract/orders/order-care.ts'
import { amountInWords } from '../../../../contract/words.ts'
import type { Tx } from '../../../db/schema.ts'
import type { Actor } from '../../../platform/audit.ts'
import { creditMessage } from '../order-messages.ts'
import type { OrderSteps } from '../order-steps.ts'
import type { OrderDeps } from '../orders.deps.ts'
import type { OrderRow } from '../orders.repository.ts'

export type OrderCredits = ReturnType<typeof createOrderCredits>

export function createOrderCredits({ clock, outbox, coupons, payments }: OrderDeps, steps: OrderSteps) {
  /**
   * Adds up the money and store credit that the buyer paid for the order, minus the credits that staff gave for it, in
   * paise.
   */
  async function sumCoverable(tx: Tx, { id }: OrderRow): Promise<number> {
    const { paid_in_paise } = await payments.moneyOf(tx, { kind: 'order', id })
    return paid_in_paise + (await coupons.sumOfUsed(tx, id)) - (await coupons.sumOfGiven(tx, id))
  }

  return {
    async giveCredit(tx: Tx, id: string, { amount, endsOn, why }: GiveCreditBody, by: Actor) {
      const row = await steps.getLocked(tx, id)
      if (endsOn < clock.today()) throw refusal('credit-over', { at: 'endsOn' })
      if (row.payment_status !== 'paid' && row.payment_status !== 'refunded') throw refusal('credit-unpaid')
      const leftInPaise = await sumCoverable(tx, row)
      if (amount > leftInPaise) throw refusal('credit-above', { facts: { leftInPaise } })
      const note = `${row.number}: ${why}`
      const credit = await coupons.giveCredit(tx, { orderId: id, amountInPaise: amount, endsOn, note }, by)
      await outbox.tell(tx, creditMessage(row, credit, 'given'))
      await steps.record(tx, row, by, {}, { credit: amountInWords(amount), code: credit.code })
      return { code: credit.code, amount: amount / 100, endsOn: credit.endsOn }
    },

    async requireCovered(tx: Tx, id: string) {
      const row = await steps.getLocked(tx, id)
      if ((await coupons.sumOfGiven(tx, id)) > 0 && (await sumCoverable(tx, row)) < 0)
        throw refusal('credit-given')
    },

    async restoreCoupon(tx: Tx, id: string) {
      const orderId = await coupons.orderOfUnused(tx, id)
      const row = orderId === null ? null : await steps.getLocked(tx, orderId)
      await coupons.restore(tx, id)
      if (row !== null && (await sumCoverable(tx, row)) < 0) throw refusal('credit-back-above')
    },
  }
}
