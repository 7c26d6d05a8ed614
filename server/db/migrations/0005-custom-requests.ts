import type { Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('custom_request')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('product_id', 'text')
    .addColumn('comment', 'text', (c) => c.notNull())
    .addColumn('picture_base', 'text', (c) => c.references('picture.base'))
    .addColumn('name', 'text')
    .addColumn('email', 'text')
    .addColumn('phone', 'text')
    .addColumn('created_at', 'text', (c) => c.notNull())
    .addColumn('deleted_at', 'text')
    .execute()
  await db.schema
    .createIndex('custom_request_created')
    .on('custom_request')
    .columns(['created_at', 'id'])
    .execute()
}
