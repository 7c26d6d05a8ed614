import type { Insertable } from 'kysely'
import type { Queryable } from '../../db/open.ts'
import type { Schema } from '../../db/schema.ts'

/** True where the address was not known before. */
export async function insertSubscriber(
  db: Queryable,
  row: Insertable<Schema['newsletter_subscriber']>,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('newsletter_subscriber')
    .values(row)
    .onConflict((conflict) => conflict.column('email').doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

export async function deleteSubscriber(db: Queryable, id: string): Promise<void> {
  await db.deleteFrom('newsletter_subscriber').where('id', '=', id).execute()
}

export async function insertContact(db: Queryable, row: Insertable<Schema['contact']>): Promise<void> {
  await db.insertInto('contact').values(row).execute()
}
