import type { Kysely } from 'kysely'

/** In which language a message is written; what is there already is English. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('outbox')
    .addColumn('locale', 'text', (c) => c.notNull().defaultTo('en'))
    .execute()
}
