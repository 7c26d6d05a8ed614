import type { Kysely } from 'kysely'

/** What stood in `payment` and `refund` stands in the ledger. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.dropTable('payment').execute()
  await db.schema.dropTable('refund').execute()
}
