import { type Kysely, sql } from 'kysely'

/** Until when the letter's link makes an order of what was asked for; null for an order that waits for no press. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('shop_order').addColumn('asked_until', 'text').execute()
  await sql`create index shop_order_asked on shop_order (asked_until) where asked_until is not null`.execute(
    db,
  )
  // What people hold who have proved nothing is few rows among many: each taking counts them.
  await sql`create index shop_order_unproved on shop_order (id)
    where proved_at is null and status in ('pending', 'confirmed')`.execute(db)
  await sql`create index seat_unproved on seat (batch_id)
    where proved_at is null and status in ('pending', 'confirmed')`.execute(db)
}
