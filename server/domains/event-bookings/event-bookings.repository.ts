import type { Insertable } from 'kysely'
import type { Queryable } from '../../db/open.ts'
import type { Schema } from '../../db/schema.ts'

/** The visitor's own name for a booking (reading M4). */
export type TransactionKey = Pick<
  Insertable<Schema['event_booking']>,
  'course_id' | 'email' | 'transaction_id'
>

export async function findByTransaction(db: Queryable, key: TransactionKey): Promise<string | undefined> {
  const row = await db
    .selectFrom('event_booking')
    .select('id')
    .where('course_id', '=', key.course_id)
    .where('email', '=', key.email)
    .where('transaction_id', '=', key.transaction_id)
    .executeTakeFirst()
  return row?.id
}

/** False where its reference or its transaction is taken; waits for another one that is just being written. */
export async function insertBooking(
  db: Queryable,
  row: Insertable<Schema['event_booking']>,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('event_booking')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}
