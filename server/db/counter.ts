import { type Expression, sql, type UpdateQueryBuilder, type UpdateResult } from 'kysely'
import type { Queryable } from './open.ts'
import type { Schema } from './schema.ts'

interface Bounds {
  min?: number | Expression<number | null>
  max?: number | Expression<number | null>
}

/**
 * Adds `by` to a counter in one UPDATE that also checks the bounds. If the check were a separate read, two callers
 * could both take the last place.
 */
export function moveCounter<Table extends 'batch' | 'coupon' | 'picture_quota' | 'product' | 'slot_day'>(
  db: Queryable,
  table: Table,
  column: keyof Schema[Table] & string,
  by: number | Expression<number>,
  { min, max }: Bounds = {},
): UpdateQueryBuilder<Schema, Table, Table, UpdateResult> {
  const moved = sql<number>`${sql.ref(column)} + ${by}`
  let update: UpdateQueryBuilder<any, any, any, UpdateResult> = db
    .updateTable(table as 'batch')
    .set({ [column]: moved } as never)
  if (min !== undefined) update = update.where(sql<boolean>`${moved} >= coalesce(${min}, ${moved})`)
  if (max !== undefined) update = update.where(sql<boolean>`${moved} <= coalesce(${max}, ${moved})`)
  return update
}
