import type { Insertable, Selectable, Updateable } from 'kysely'
import { dbFault } from '../../db/errors.ts'
import type { Queryable } from '../../db/open.ts'
import type { PaymentSubject, Schema } from '../../db/schema.ts'

export type PaymentRow = Selectable<Schema['payment']>

export function listPayments(
  db: Queryable,
  subject: PaymentSubject,
  subjectIds: readonly string[],
): Promise<PaymentRow[]> {
  if (subjectIds.length === 0) return Promise.resolve([])
  return db
    .selectFrom('payment')
    .selectAll()
    .where('subject', '=', subject)
    .where('subject_id', 'in', subjectIds)
    .orderBy('created_at')
    .execute()
}

export function findPayment(
  db: Queryable,
  provider: string,
  reference: string,
): Promise<PaymentRow | undefined> {
  return db
    .selectFrom('payment')
    .selectAll()
    .where('provider', '=', provider)
    .where('provider_reference', '=', reference)
    .executeTakeFirst()
}

/** False where the provider's reference is in the ledger already. */
export async function insertPayment(db: Queryable, row: Insertable<Schema['payment']>): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('payment')
    .values(row)
    .onConflict((conflict) => conflict.columns(['provider', 'provider_reference']).doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

/** False where the provider's reference is in the ledger already, for other money. */
export async function updatePayment(
  db: Queryable,
  id: string,
  changes: Updateable<Schema['payment']>,
): Promise<boolean> {
  try {
    await db.updateTable('payment').set(changes).where('id', '=', id).execute()
    return true
  } catch (error) {
    if (dbFault(error)?.fault === 'unique') return false
    throw error
  }
}

export async function movePaymentToRefunds(db: Queryable, row: Insertable<Schema['refund']>): Promise<void> {
  await db.deleteFrom('payment').where('id', '=', row.id).execute()
  await db.insertInto('refund').values(row).execute()
}
