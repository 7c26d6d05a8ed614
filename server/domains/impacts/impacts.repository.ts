import type { Insertable, Selectable } from 'kysely'
import { insertUnlessThere } from '../../db/insert-unless-there.ts'
import type { Queryable } from '../../db/open.ts'
import type { Schema } from '../../db/schema.ts'

export type ImpactRow = Selectable<Schema['impact']>

export function listImpacts(db: Queryable): Promise<ImpactRow[]> {
  return db.selectFrom('impact').selectAll().orderBy('slot').execute()
}

/** False where the slot is taken. */
export function insertImpact(db: Queryable, row: Insertable<Schema['impact']>): Promise<boolean> {
  return insertUnlessThere(db, 'impact', row, 'slot')
}
