import { type Kysely, sql } from 'kysely'

/** Messages that are taken back before they are sent, and what each is about, by which they are found. */
export async function up(db: Kysely<any>): Promise<void> {
  const { schema } = db
  // A CHECK cannot be widened in place on SQLite: the table is made anew, with 'withdrawn' among its states.
  await schema
    .createTable('outbox_with_withdrawn')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('cause', 'text', (c) => c.notNull().unique())
    .addColumn('about', 'text')
    .addColumn('template', 'text', (c) => c.notNull())
    .addColumn('channel', 'text', (c) => c.notNull().check(sql`channel in ('email', 'chat')`))
    .addColumn('recipient', 'text', (c) => c.notNull())
    .addColumn('data', 'text', (c) => c.notNull())
    .addColumn('has_typed_words', 'integer', (c) =>
      c.notNull().defaultTo(0).check(sql`has_typed_words in (0, 1)`),
    )
    .addColumn('locale', 'text', (c) => c.notNull().defaultTo('en'))
    .addColumn('status', 'text', (c) =>
      c.notNull().check(sql`status in ('queued', 'sending', 'sent', 'dead', 'by-hand', 'held', 'withdrawn')`),
    )
    .addColumn('attempts', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('next_attempt_at', 'text', (c) => c.notNull())
    .addColumn('last_error', 'text')
    .addColumn('created_at', 'text', (c) => c.notNull())
    .addColumn('sent_at', 'text')
    .execute()
  const columns = sql`id, cause, template, channel, recipient, data, has_typed_words, locale, status, attempts, next_attempt_at, last_error, created_at, sent_at`
  await sql`insert into outbox_with_withdrawn (${columns}) select ${columns} from outbox`.execute(db)
  await schema.dropTable('outbox').execute()
  await schema.alterTable('outbox_with_withdrawn').renameTo('outbox').execute()
  await schema.createIndex('outbox_due').on('outbox').columns(['status', 'next_attempt_at']).execute()
  await schema.createIndex('outbox_created').on('outbox').columns(['created_at', 'id']).execute()
  await schema.createIndex('outbox_state').on('outbox').columns(['status', 'created_at', 'id']).execute()
  await schema.createIndex('outbox_about').on('outbox').columns(['about', 'status']).execute()
  await nameWaiting(db)
}

/** Only what still waits can be taken back. */
async function nameWaiting(db: Kysely<any>): Promise<void> {
  const waiting: { id: string; cause: string }[] = await db
    .selectFrom('outbox')
    .select(['id', 'cause'])
    .where('status', 'in', ['queued', 'by-hand', 'held'])
    .where('template', '!=', 'school-notice')
    .execute()
  for (const { id, cause } of waiting) {
    const [kind, subject] = cause.split(':')
    if (kind !== 'enrolment' && kind !== 'event-booking') continue
    await db
      .updateTable('outbox')
      .set({ about: `${kind}:${subject}` })
      .where('id', '=', id)
      .execute()
  }
}
