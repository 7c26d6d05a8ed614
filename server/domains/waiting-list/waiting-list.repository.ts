import type { Insertable } from 'kysely'
import type { Queryable } from '../../db/open.ts'
import type { Schema } from '../../db/schema.ts'

/** False where the address already waits for this batch. */
export async function insertEntry(
  db: Queryable,
  row: Insertable<Schema['waiting_list_entry']>,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('waiting_list_entry')
    .values(row)
    .onConflict((conflict) => conflict.columns(['batch_id', 'email']).doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}
