import type { Insertable } from 'kysely'
import { insertUnlessThere } from '../../db/insert-unless-there.ts'
import type { Queryable } from '../../db/open.ts'
import type { Schema } from '../../db/schema.ts'

/** True where the address was not known before. */
export function insertSubscriber(db: Queryable, row: Insertable<Schema['newsletter_subscriber']>) {
  return insertUnlessThere(db, 'newsletter_subscriber', row, 'email')
}

export async function deleteSubscriber(db: Queryable, id: string): Promise<void> {
  await db.deleteFrom('newsletter_subscriber').where('id', '=', id).execute()
}

export async function insertContact(db: Queryable, row: Insertable<Schema['contact']>): Promise<void> {
  await db.insertInto('contact').values(row).execute()
}
