import type { OrderStatus } from '../../../../contract/orders/order-facts.ts'
import type { Bill } from '../../../platform/payments/provider.ts'
import type { AttemptRow } from '../florist/order-trail.ts'
import type { OrderRow } from '../orders.repository.ts'
import type { ChargeRow } from './order-charges.repository.ts'

export const subject = ({ id }: Pick<ChargeRow, 'id'>) => ({ kind: 'order-charge' as const, id })

export const isUnderWay = ({ status }: OrderRow) =>
  (['confirmed', 'processing', 'shipped'] as OrderStatus[]).includes(status)

export function billOf({ reference, amount_in_paise }: ChargeRow, row: OrderRow): Bill {
  return {
    reference,
    title: 'Re-delivery',
    amountInPaise: Number(amount_in_paise),
    payer: { name: row.customer_name, email: row.email, phone: row.phone },
  }
}

/** One fee may be charged for each try that reached nobody. */
export function countChargeable(
  attempts: readonly Pick<AttemptRow, 'kind'>[],
  charges: readonly Pick<ChargeRow, 'status'>[],
): number {
  const missed = attempts.filter(({ kind }) => kind === 'not-reached').length
  return missed - charges.filter(({ status }) => status !== 'waived').length
}
