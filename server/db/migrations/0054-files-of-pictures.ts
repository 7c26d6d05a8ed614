import { type Kysely, PostgresAdapter, sql } from 'kysely'

/**
 * On PostgreSQL the files of pictures last in the database, so that every server has them: the disk of each is a cache.
 * With the embedded database the disk is where they last, and this table stays empty.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter
  await db.schema
    .createTable('picture_file')
    .addColumn('name', 'text', (c) => c.primaryKey())
    .addColumn('base', 'text', (c) => c.notNull())
    .addColumn('bytes', isPostgres ? 'bytea' : 'blob', (c) => c.notNull())
    .addColumn('stored_at', 'text', (c) => c.notNull())
    .execute()
  await db.schema.createIndex('picture_file_base').on('picture_file').column('base').execute()
  // Pictures are compressed already.
  if (isPostgres) await sql`alter table picture_file alter column bytes set storage external`.execute(db)
}
