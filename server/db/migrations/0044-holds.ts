import { type Kysely, sql } from 'kysely'

/** Silent holds of the booking dialog, what a person has proved, and what caps the holds of those who proved nothing. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await makeHolds(db)
  await growProofs(db)
  await makeCaps(db)
}

async function makeHolds(db: Kysely<unknown>): Promise<void> {
  const { schema } = db
  await schema
    .createTable('silent_hold')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('reference', 'text', (c) => c.notNull().unique())
    .addColumn('course_id', 'text', (c) => c.notNull().references('course.id'))
    .addColumn('batch_id', 'text', (c) => c.notNull().references('batch.id'))
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('email', 'text', (c) => c.notNull())
    .addColumn('phone', 'text', (c) => c.notNull())
    .addColumn('mailbox', 'text', (c) => c.notNull())
    .addColumn('transaction_id', 'text', (c) => c.notNull())
    .addColumn('amount_in_paise', 'bigint', (c) => c.notNull().check(sql`amount_in_paise >= 0`))
    .addColumn('state', 'text', (c) =>
      c.notNull().check(sql`state in ('live', 'completed', 'ended', 'released')`),
    )
    .addColumn('hold_until', 'text', (c) => c.notNull())
    .addColumn('proved_at', 'text')
    .addColumn('seat_id', 'text', (c) => c.references('seat.id'))
    .addColumn('created_at', 'text', (c) => c.notNull())
    .execute()
  for (const [name, ...columns] of [
    ['batch', 'batch_id', 'state'],
    ['until', 'state', 'hold_until'],
    ['phone', 'phone'],
    ['mailbox', 'mailbox'],
    ['created', 'created_at'],
  ] as [string, ...string[]][]) {
    await schema.createIndex(`silent_hold_${name}`).on('silent_hold').columns(columns).execute()
  }
  // Whoever opens the dialog twice has one hold; whoever gave it back may take another.
  await sql`create unique index silent_hold_once on silent_hold (course_id, email, transaction_id) where state = 'live'`.execute(
    db,
  )
}

/** Whoever is in the database already counts as proved: nobody's hold gets shorter. */
async function growProofs(db: Kysely<unknown>): Promise<void> {
  const { schema } = db
  for (const table of ['seat', 'waiting_list_entry', 'shop_order']) {
    await schema.alterTable(table).addColumn('proved_at', 'text').execute()
    await sql`update ${sql.table(table)} set proved_at = created_at`.execute(db)
  }
  for (const table of ['seat', 'shop_order']) {
    await schema.alterTable(table).addColumn('mailbox', 'text').execute()
    await sql`update ${sql.table(table)} set mailbox = lower(email)`.execute(db)
    await schema.createIndex(`${table}_mailbox`).on(table).column('mailbox').execute()
  }
}

async function makeCaps(db: Kysely<unknown>): Promise<void> {
  const { schema } = db
  await schema
    .createTable('hold_person')
    .addColumn('key', 'text', (c) => c.primaryKey())
    .addColumn('day', 'text', (c) => c.notNull())
    .execute()
  await schema
    .createTable('hold_quota')
    .addColumn('network', 'text', (c) => c.notNull())
    .addColumn('day', 'text', (c) => c.notNull())
    .addColumn('taken', 'integer', (c) => c.notNull().check(sql`taken >= 0`))
    .addPrimaryKeyConstraint('hold_quota_key', ['network', 'day'])
    .execute()
}
