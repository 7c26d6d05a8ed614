import type { Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  const { schema } = db
  await schema
    .createTable('audit_entry')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('at', 'text', (c) => c.notNull())
    .addColumn('actor_id', 'text')
    .addColumn('actor_email', 'text')
    .addColumn('action', 'text', (c) => c.notNull())
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('record_id', 'text', (c) => c.notNull())
    .addColumn('title', 'text', (c) => c.notNull())
    .addColumn('changes', 'text', (c) => c.notNull())
    .execute()
  const index = (name: string, ...columns: string[]) =>
    schema
      .createIndex(`audit_entry_${name}`)
      .on('audit_entry')
      .columns([...columns, 'at', 'id'])
      .execute()
  await index('at')
  await index('kind', 'kind')
  await index('record', 'kind', 'record_id')
  await index('actor', 'actor_id')

  await schema
    .createTable('bin_entry')
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('record_id', 'text', (c) => c.notNull())
    .addColumn('title', 'text', (c) => c.notNull())
    .addColumn('data', 'text')
    .addColumn('deleted_at', 'text', (c) => c.notNull())
    .addColumn('deleted_by', 'text')
    .addPrimaryKeyConstraint('bin_entry_record', ['kind', 'record_id'])
    .execute()
  await schema
    .createIndex('bin_entry_deleted')
    .on('bin_entry')
    .columns(['deleted_at', 'kind', 'record_id'])
    .execute()
}
