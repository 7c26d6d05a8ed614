import { type Kysely, sql } from 'kysely'

/** The recipient's link, what an undone change brings back, and the order of deliveries. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { schema } = db
  // The link must not tell the order's id: that opens a page with prices.
  await schema.alterTable('shop_order').addColumn('gift_id', 'text').execute()
  await schema.alterTable('shop_order').addColumn('nobody_home_at', 'text').execute()
  await schema.createIndex('shop_order_gift').unique().on('shop_order').column('gift_id').execute()
  await schema.alterTable('shop_order_change').addColumn('from_hold_until', 'text').execute()
  await schema.alterTable('shop_order_change').addColumn('from_ended_by', 'text').execute()
  await sql`create index shop_order_by_window on shop_order (coalesce(window_from, '9999'), id)`.execute(db)
  await sql`create index shop_order_by_window_back on shop_order (coalesce(window_from, ''), id)`.execute(db)
}
