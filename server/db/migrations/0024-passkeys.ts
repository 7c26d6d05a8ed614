import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  const { schema } = db
  await schema
    .createTable('passkey')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('user_id', 'text', (c) => c.notNull().references('user.id').onDelete('cascade'))
    // At most ten a person, however many are added at once.
    .addColumn('slot', 'integer', (c) => c.notNull().check(sql`slot between 1 and 10`))
    .addColumn('credential_id', 'text', (c) => c.notNull().unique())
    .addColumn('public_key', 'text', (c) => c.notNull())
    .addColumn('counter', 'bigint', (c) => c.notNull())
    .addColumn('transports', 'text', (c) => c.notNull())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('is_backup_eligible', 'integer', (c) => c.notNull().check(sql`is_backup_eligible in (0, 1)`))
    .addColumn('is_backed_up', 'integer', (c) => c.notNull().check(sql`is_backed_up in (0, 1)`))
    .addColumn('created_at', 'text', (c) => c.notNull())
    .addColumn('last_used_at', 'text')
    .addUniqueConstraint('passkey_slot', ['user_id', 'slot'])
    .execute()

  await schema
    .createTable('passkey_challenge')
    .addColumn('challenge_hash', 'text', (c) => c.primaryKey())
    .addColumn('purpose', 'text', (c) => c.notNull().check(sql`purpose in ('register', 'sign-in')`))
    // One open question a person: another one takes its place. Sign-ins have none.
    .addColumn('user_id', 'text', (c) => c.unique().references('user.id').onDelete('cascade'))
    .addColumn('expires_at', 'text', (c) => c.notNull())
    .execute()
  await schema
    .createIndex('passkey_challenge_expires')
    .on('passkey_challenge')
    .columns(['purpose', 'expires_at'])
    .execute()
}
