import { type Kysely, sql } from 'kysely'

/** Of a network's guests so many carts of a day are kept: the oldest that nobody has changed is found by one index. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('cart').addColumn('network', 'text').execute()
  await sql`create index cart_network on cart
    (network, (case when updated_at = created_at then 0 else 1 end), updated_at, id)
    where network is not null`.execute(db)
  await db.schema
    .createTable('cart_quota')
    .addColumn('network', 'text', (c) => c.primaryKey())
    .addColumn('day', 'text', (c) => c.notNull())
    .addColumn('taken', 'integer', (c) => c.notNull())
    .execute()
}
