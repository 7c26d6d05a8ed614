import type { Insertable } from 'kysely'
import type { Queryable } from './open.ts'
import type { Schema } from './schema.ts'

/** False, and nothing written, where a row has the same value in this unique column. */
export async function insertUnlessThere<Table extends keyof Schema>(
  db: Queryable,
  table: Table,
  row: Insertable<Schema[Table]>,
  column: keyof Schema[Table] & string,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto(table)
    .values(row)
    .onConflict((conflict) => conflict.column(column as never).doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}
