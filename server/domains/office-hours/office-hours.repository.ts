import type { Insertable, Selectable } from 'kysely'
import { insertUnlessThere } from '../../db/insert-unless-there.ts'
import type { Queryable } from '../../db/open.ts'
import { withRowLock } from '../../db/row-lock.ts'
import type { Schema, Tx } from '../../db/schema.ts'

export type OfficeHoursRow = Selectable<Schema['office_hours']>

export function listOfficeHours(db: Queryable): Promise<OfficeHoursRow[]> {
  return db.selectFrom('office_hours').selectAll().execute()
}

/** False where the day has hours. */
export function insertOfficeHours(db: Queryable, row: Insertable<Schema['office_hours']>): Promise<boolean> {
  return insertUnlessThere(db, 'office_hours', row, 'office_day')
}

/** The id of the row of this day, which nobody else changes until the transaction ends. */
export async function lockDay(tx: Tx, day: string): Promise<string | undefined> {
  const row = await tx
    .selectFrom('office_hours')
    .select('id')
    .where('office_day', '=', day)
    .$call(withRowLock(tx))
    .executeTakeFirst()
  return row?.id
}
