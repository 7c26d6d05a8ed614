import type { Kysely } from 'kysely'

/** Adds which parts of an order its buyer corrected, and when last. Null while nothing was. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const column of ['corrected', 'corrected_at']) {
    await db.schema.alterTable('shop_order').addColumn(column, 'text').execute()
  }
}
