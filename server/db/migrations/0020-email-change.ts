import { type Kysely, sql } from 'kysely'

/** A code may make another address one's own. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { schema } = db
  // A CHECK cannot be widened in place on SQLite: the table is made anew.
  await schema
    .createTable('one_time_code_anew')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('purpose', 'text', (c) =>
      c.notNull().check(sql`purpose in ('sign-up', 'reset-password', 'verify-email', 'change-email')`),
    )
    .addColumn('email', 'text', (c) => c.notNull())
    .addColumn('user_id', 'text', (c) => c.references('user.id').onDelete('cascade'))
    .addColumn('code_hash', 'text')
    .addColumn('new_account', 'text')
    .addColumn('tries', 'integer', (c) => c.notNull().defaultTo(0).check(sql`tries between 0 and 5`))
    .addColumn('expires_at', 'text', (c) => c.notNull())
    .addColumn('proved_at', 'text')
    .addColumn('used_at', 'text')
    .addColumn('created_at', 'text', (c) => c.notNull())
    .execute()
  const columns = sql`id, purpose, email, user_id, code_hash, new_account, tries, expires_at, proved_at, used_at, created_at`
  await sql`insert into one_time_code_anew (${columns}) select ${columns} from one_time_code`.execute(db)
  await schema.dropTable('one_time_code').execute()
  await schema.alterTable('one_time_code_anew').renameTo('one_time_code').execute()
  await schema
    .createIndex('one_time_code_email')
    .on('one_time_code')
    .columns(['email', 'created_at'])
    .execute()
  await schema.createIndex('one_time_code_created').on('one_time_code').column('created_at').execute()
}
