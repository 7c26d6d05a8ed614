import type { Insertable, Selectable, Transaction, Updateable } from 'kysely'
import type { Queryable } from '../../db/open.ts'
import { withRowLock } from '../../db/row-lock.ts'
import type { Schema } from '../../db/schema.ts'

export type OfficeHoursRow = Selectable<Schema['office_hours']>

/** One row a day at most (reading B7), in no order. */
export function listOfficeHours(db: Queryable): Promise<OfficeHoursRow[]> {
  return db.selectFrom('office_hours').selectAll().execute()
}

export function lockOfficeHours(
  tx: Transaction<Schema>,
  by: { id: string } | { office_day: string },
): Promise<OfficeHoursRow | undefined> {
  const [column, value] = 'id' in by ? (['id', by.id] as const) : (['office_day', by.office_day] as const)
  return tx
    .selectFrom('office_hours')
    .selectAll()
    .where(column, '=', value)
    .$call(withRowLock(tx))
    .executeTakeFirst()
}

/** False where the day has its hours already. */
export async function insertOfficeHours(
  db: Queryable,
  row: Insertable<Schema['office_hours']>,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('office_hours')
    .values(row)
    .onConflict((conflict) => conflict.column('office_day').doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

export async function updateOfficeHours(
  db: Queryable,
  id: string,
  changes: Updateable<Schema['office_hours']>,
): Promise<void> {
  await db.updateTable('office_hours').set(changes).where('id', '=', id).execute()
}

export async function deleteOfficeHours(db: Queryable, id: string): Promise<void> {
  await db.deleteFrom('office_hours').where('id', '=', id).execute()
}
