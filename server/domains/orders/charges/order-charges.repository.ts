import type { Selectable, Updateable } from 'kysely'
import type { OrderStatus } from '../../../../contract/orders/order-facts.ts'
import type { Queryable, Schema, Tx } from '../../../db/schema.ts'
import type { Bill } from '../../../platform/payments/provider.ts'
import type { AttemptRow } from '../florist/order-trail.ts'
import type { OrderRow } from '../orders.repository.ts'

export type ChargeRow = Selectable<Schema['order_charge']>

export function listCharges(db: Queryable, orderId: string) {
  return db
    .selectFrom('order_charge')
    .selectAll()
    .where('order_id', '=', orderId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

export async function updateCharge(tx: Tx, id: string, columns: Updateable<Schema['order_charge']>) {
  await tx.updateTable('order_charge').set(columns).where('id', '=', id).execute()
}

export const subject = ({ id }: Pick<ChargeRow, 'id'>) => ({ kind: 'order-charge' as const, id })

export const isUnderWay = ({ status }: OrderRow) =>
  (['confirmed', 'processing', 'shipped'] as OrderStatus[]).includes(status)

export function chargeBill({ reference, amount_in_paise }: ChargeRow, row: OrderRow): Bill {
  return {
    reference,
    title: 'Re-delivery',
    amountInPaise: amount_in_paise,
    payer: { name: row.customer_name, email: row.email, phone: row.phone },
  }
}

export function countChargeable(
  attempts: readonly Pick<AttemptRow, 'kind'>[],
  charges: readonly Pick<ChargeRow, 'status'>[],
): number {
  const missed = attempts.filter(({ kind }) => kind === 'not-reached').length
  return missed - charges.filter(({ status }) => status !== 'waived').length
}
