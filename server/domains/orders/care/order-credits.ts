import { refusal } from '../../../../contract/errors.ts'
import type { GiveCreditBody } from '../../../../contract/orders/order-care.ts'
import { amountInWords } from '../../../../contract/words.ts'
import type { Tx } from '../../../db/schema.ts'
import type { Actor } from '../../../platform/audit.ts'
import type { Deps } from '../../deps.ts'
import type { CouponsService, PaymentsService } from '../../money/index.ts'
import { creditMessage } from '../order-messages.ts'
import type { OrderSteps } from '../order-steps.ts'
import type { OrderRow } from '../orders.repository.ts'

export type OrderCredits = ReturnType<typeof createOrderCredits>

/** Staff give store credit instead of money for what was not as it should be. */
export function createOrderCredits(
  { clock, outbox }: Deps,
  steps: OrderSteps,
  { coupons, payments }: { coupons: CouponsService; payments: PaymentsService },
) {
  /** The money and credit that was paid, and neither waits to be sent back nor was given in credits. */
  async function leftOf(tx: Tx, { id }: OrderRow): Promise<number> {
    const { paid_in_paise } = await payments.moneyOf(tx, { kind: 'order', id })
    return Number(paid_in_paise) + (await coupons.sumOfUsed(tx, id)) - (await coupons.sumOfGiven(tx, id))
  }

  return {
    /** @throws `not_found`; `validation_failed`; `conflict` for an order that is not paid, or beyond what was paid */
    async giveCredit(tx: Tx, id: string, { amount, endsOn, why }: GiveCreditBody, by: Actor) {
      const row = await steps.getLocked(tx, id)
      if (endsOn < clock.today()) throw refusal('credit-over', { at: 'endsOn' })
      if (row.payment_status !== 'paid' && row.payment_status !== 'refunded') throw refusal('credit-unpaid')
      const leftInPaise = await leftOf(tx, row)
      if (amount > leftInPaise) throw refusal('credit-above', { facts: { leftInPaise } })
      const note = `${row.number}: ${why}`
      const credit = await coupons.giveCredit(tx, { orderId: id, amountInPaise: amount, endsOn, note }, by)
      await outbox.tell(tx, creditMessage(row, credit, 'given'))
      await steps.record(tx, row, by, {}, { credit: amountInWords(amount), code: credit.code })
      return { code: credit.code, amount: amount / 100, endsOn: credit.endsOn }
    },

    /** It runs after money was taken back. @throws `conflict` if more was given in credits than is paid now */
    async requireCovered(tx: Tx, id: string): Promise<void> {
      const row = await steps.getLocked(tx, id)
      if ((await coupons.sumOfGiven(tx, id)) > 0 && (await leftOf(tx, row)) < 0) throw refusal('credit-given')
    },

    /** Restores it from the bin. @throws `conflict` for a credit beyond what was paid, or a code that is taken */
    async restoreCoupon(tx: Tx, id: string): Promise<void> {
      const orderId = await coupons.orderOfUnused(tx, id)
      const row = orderId === null ? null : await steps.getLocked(tx, orderId)
      await coupons.restore(tx, id)
      if (row !== null && (await leftOf(tx, row)) < 0) throw refusal('credit-back-above')
    },
  }
}
