import type { Selectable, Updateable } from 'kysely'
import { insertUnlessThere } from '../../../db/guards.ts'
import type { Queryable } from '../../../db/open.ts'
import type { Schema, Tx } from '../../../db/schema.ts'

export type ChargeRow = Selectable<Schema['order_charge']>

/** False if its reference is taken. */
export function insertCharge(tx: Tx, row: ChargeRow): Promise<boolean> {
  return insertUnlessThere(tx, 'order_charge', row, 'reference')
}

export function findCharge(db: Queryable, id: string): Promise<ChargeRow | undefined> {
  return db.selectFrom('order_charge').selectAll().where('id', '=', id).executeTakeFirst()
}

export function listCharges(db: Queryable, orderId: string): Promise<ChargeRow[]> {
  return db
    .selectFrom('order_charge')
    .selectAll()
    .where('order_id', '=', orderId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

export async function updateCharge(
  tx: Tx,
  id: string,
  columns: Updateable<Schema['order_charge']>,
): Promise<void> {
  await tx.updateTable('order_charge').set(columns).where('id', '=', id).execute()
}
