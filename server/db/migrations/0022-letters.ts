import { type Kysely, sql } from 'kysely'

/** Letters that are held back, what a letter may say, letters counted by mailbox, codes counted by who asked. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { schema } = db
  // A CHECK cannot be widened in place on SQLite: the table is made anew, with 'held' among its states.
  await schema
    .createTable('outbox_with_held')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('cause', 'text', (c) => c.notNull().unique())
    .addColumn('template', 'text', (c) => c.notNull())
    .addColumn('channel', 'text', (c) => c.notNull().check(sql`channel in ('email', 'chat')`))
    .addColumn('recipient', 'text', (c) => c.notNull())
    .addColumn('data', 'text', (c) => c.notNull())
    .addColumn('has_typed_words', 'integer', (c) =>
      c.notNull().defaultTo(0).check(sql`has_typed_words in (0, 1)`),
    )
    .addColumn('status', 'text', (c) =>
      c.notNull().check(sql`status in ('queued', 'sending', 'sent', 'dead', 'by-hand', 'held')`),
    )
    .addColumn('attempts', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('next_attempt_at', 'text', (c) => c.notNull())
    .addColumn('last_error', 'text')
    .addColumn('created_at', 'text', (c) => c.notNull())
    .addColumn('sent_at', 'text')
    .execute()
  const columns = sql`id, cause, template, channel, recipient, data, status, attempts, next_attempt_at, last_error, created_at, sent_at`
  // What was sent is shown as it was sent. What is still to be sent goes without typed words, but to the school.
  await sql`
    insert into outbox_with_held (${columns}, has_typed_words)
    select ${columns},
      case when channel = 'chat' or template = 'school-notice' or status = 'sent' then 1 else 0 end
    from outbox`.execute(db)
  await schema.dropTable('outbox').execute()
  await schema.alterTable('outbox_with_held').renameTo('outbox').execute()
  await schema.createIndex('outbox_due').on('outbox').columns(['status', 'next_attempt_at']).execute()
  await schema.createIndex('outbox_created').on('outbox').columns(['created_at', 'id']).execute()
  await schema.createIndex('outbox_state').on('outbox').columns(['status', 'created_at', 'id']).execute()

  await schema
    .createTable('letter_count')
    .addColumn('mailbox', 'text', (c) => c.notNull())
    .addColumn('day', 'text', (c) => c.notNull())
    .addColumn('letters', 'integer', (c) => c.notNull().check(sql`letters >= 0`))
    .addPrimaryKeyConstraint('letter_count_pk', ['mailbox', 'day'])
    .execute()
  await schema.createIndex('letter_count_day').on('letter_count').column('day').execute()

  await schema.alterTable('one_time_code').addColumn('asker', 'text').execute()
  await schema
    .alterTable('one_time_code')
    // Those of before count as letters, as they did.
    .addColumn('has_letter', 'integer', (c) => c.notNull().defaultTo(1).check(sql`has_letter in (0, 1)`))
    .execute()
  await schema
    .alterTable('one_time_code')
    .addColumn('other_tries', 'integer', (c) =>
      c.notNull().defaultTo(0).check(sql`other_tries between 0 and 5`),
    )
    .execute()
}
