import type { Insertable, Selectable, Transaction, Updateable } from 'kysely'
import type { Queryable } from '../../db/open.ts'
import { withRowLock } from '../../db/row-lock.ts'
import type { Schema } from '../../db/schema.ts'

export type ImpactRow = Selectable<Schema['impact']>

export function listImpacts(db: Queryable): Promise<ImpactRow[]> {
  return db.selectFrom('impact').selectAll().orderBy('slot').execute()
}

export function lockImpact(tx: Transaction<Schema>, id: string): Promise<ImpactRow | undefined> {
  return tx.selectFrom('impact').selectAll().where('id', '=', id).$call(withRowLock(tx)).executeTakeFirst()
}

/** False where somebody has just taken the slot. */
export async function insertImpact(db: Queryable, row: Insertable<Schema['impact']>): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('impact')
    .values(row)
    .onConflict((conflict) => conflict.column('slot').doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

export async function updateImpact(
  db: Queryable,
  id: string,
  changes: Updateable<Schema['impact']>,
): Promise<void> {
  await db.updateTable('impact').set(changes).where('id', '=', id).execute()
}

export async function deleteImpact(db: Queryable, id: string): Promise<void> {
  await db.deleteFrom('impact').where('id', '=', id).execute()
}
