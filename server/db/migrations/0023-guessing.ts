import type { Kysely } from 'kysely'

/** Wrong sign-ins are counted, and devices that somebody has signed in on are known again. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { schema } = db
  await schema
    .createTable('sign_in_guess')
    // A keyed hash of what is guessed at: an address, a known device, a session's user.
    .addColumn('key', 'text', (c) => c.primaryKey())
    .addColumn('fails', 'integer', (c) => c.notNull())
    .addColumn('allowed_at', 'text', (c) => c.notNull())
    .addColumn('last_at', 'text', (c) => c.notNull())
    .execute()
  await schema.createIndex('sign_in_guess_last').on('sign_in_guess').column('last_at').execute()

  await schema
    .createTable('known_device')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('token_hash', 'text', (c) => c.notNull().unique())
    .addColumn('user_id', 'text', (c) => c.notNull().references('user.id').onDelete('cascade'))
    .addColumn('name', 'text')
    .addColumn('created_at', 'text', (c) => c.notNull())
    .addColumn('last_used_at', 'text', (c) => c.notNull())
    .execute()
  await schema
    .createIndex('known_device_user')
    .on('known_device')
    .columns(['user_id', 'last_used_at'])
    .execute()
  await schema.createIndex('known_device_used').on('known_device').column('last_used_at').execute()
  await schema.alterTable('session').addColumn('knownDeviceId', 'text').execute()
}
