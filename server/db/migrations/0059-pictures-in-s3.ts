import { type Kysely, PostgresAdapter, sql } from 'kysely'

/**
 * A file of a picture may last in S3: its row has the key of that object, and no bytes. `picture_leftover` has the keys of
 * objects that no row needs, or not yet. With the embedded database both tables stay empty.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('picture_file').addColumn('object', 'text').execute()
  if (db.getExecutor().adapter instanceof PostgresAdapter) {
    await db.schema
      .alterTable('picture_file')
      .alterColumn('bytes', (c) => c.dropNotNull())
      .execute()
    await db.schema
      .alterTable('picture_file')
      .addCheckConstraint('picture_file_somewhere', sql`(bytes is null) <> (object is null)`)
      .execute()
  }
  await db.schema
    .createTable('picture_leftover')
    .addColumn('object', 'text', (c) => c.primaryKey())
    .addColumn('due_at', 'text', (c) => c.notNull())
    .execute()
}
