import type { Kysely } from 'kysely'

/** When the recipient told the school that nobody is at home. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('shop_order').addColumn('nobody_home_at', 'text').execute()
}
