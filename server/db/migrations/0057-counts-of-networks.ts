import { type Kysely, PostgresAdapter, sql } from 'kysely'

/**
 * How often a network asked, for all servers of a school on PostgreSQL. Unlogged: a count waits for no disk and no standby,
 * and a crash of the database may forget it. With the embedded database one process counts for itself, and this stays empty.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('rate_count')
    .addColumn('key', 'text', (c) => c.primaryKey())
    .addColumn('taken', 'bigint', (c) => c.notNull())
    .addColumn('ends_at', 'text', (c) => c.notNull())
    .execute()
  await db.schema.createIndex('rate_count_ends').on('rate_count').column('ends_at').execute()
  if (db.getExecutor().adapter instanceof PostgresAdapter) {
    await sql`alter table rate_count set unlogged`.execute(db)
  }
}
