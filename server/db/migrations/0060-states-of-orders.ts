import type { Kysely } from 'kysely'

/** The state an order is delivered to, as its invoice needs it. Orders from before have none: their pincode says it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('shop_order').addColumn('state', 'text').execute()
}
