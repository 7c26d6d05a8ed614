import { type Kysely, sql } from 'kysely'

/** A search of what waits for money finds seats whose hold has ended, newest first, and who would pay for several of them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // Each begins with the column that its condition names: without statistics SQLite takes another index of that column before it.
  await sql`create index seat_expired on seat (status, created_at, id) where status = 'expired'`.execute(db)
  await sql`create index seat_expired_payer on seat (status, group_id)
    where status = 'expired' and group_id is not null`.execute(db)
}
