import { type Kysely, sql } from 'kysely'

/** Pictures of strangers are private until staff keep them; what is there already stays as it is. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { schema } = db
  await schema.alterTable('picture').addColumn('private_since', 'text').execute()
  await sql`create index picture_private on picture (private_since) where private_since is not null`.execute(
    db,
  )
  await schema
    .createTable('picture_quota')
    .addColumn('network', 'text', (c) => c.notNull())
    .addColumn('day', 'text', (c) => c.notNull())
    .addColumn('taken', 'integer', (c) => c.notNull().check(sql`taken >= 0`))
    .addPrimaryKeyConstraint('picture_quota_key', ['network', 'day'])
    .execute()
}
