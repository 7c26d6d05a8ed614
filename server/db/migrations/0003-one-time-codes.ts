import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('one_time_code')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('purpose', 'text', (c) =>
      c.notNull().check(sql`purpose in ('sign-up', 'reset-password', 'verify-email')`),
    )
    .addColumn('email', 'text', (c) => c.notNull())
    .addColumn('user_id', 'text', (c) => c.references('user.id').onDelete('cascade'))
    .addColumn('code_hash', 'text')
    .addColumn('new_account', 'text')
    // Nobody guesses more often than this, however many guess at once.
    .addColumn('tries', 'integer', (c) => c.notNull().defaultTo(0).check(sql`tries between 0 and 5`))
    .addColumn('expires_at', 'text', (c) => c.notNull())
    .addColumn('proved_at', 'text')
    .addColumn('used_at', 'text')
    .addColumn('created_at', 'text', (c) => c.notNull())
    .execute()
  await db.schema
    .createIndex('one_time_code_email')
    .on('one_time_code')
    .columns(['email', 'created_at'])
    .execute()
  await db.schema.createIndex('one_time_code_created').on('one_time_code').column('created_at').execute()
}
