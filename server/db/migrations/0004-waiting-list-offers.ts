import { randomBytes } from 'node:crypto'
import { type Kysely, sql } from 'kysely'

/** Offers of the waiting list, messages that staff send by hand, subscribers who can leave by a link. */
export async function up(db: Kysely<any>): Promise<void> {
  const { schema } = db

  const status = sql`status in ('waiting', 'offered', 'taken', 'lapsed', 'left')`
  await schema
    .alterTable('waiting_list_entry')
    .addColumn('status', 'text', (c) => c.notNull().defaultTo('waiting').check(status))
    .execute()
  for (const [column, type] of [
    ['place', 'integer'],
    ['offer_until', 'text'],
    ['enrolment_id', 'text'],
  ] as const) {
    await schema
      .alterTable('waiting_list_entry')
      .addColumn(column, type, (c) => (column === 'place' ? c.notNull().defaultTo(0) : c))
      .execute()
  }
  await sql`
    update waiting_list_entry set place = (
      select count(*) from waiting_list_entry as other
      where other.batch_id = waiting_list_entry.batch_id
        and (other.created_at, other.id) <= (waiting_list_entry.created_at, waiting_list_entry.id)
    )`.execute(db)
  await schema
    .createIndex('waiting_list_turn')
    .on('waiting_list_entry')
    .columns(['batch_id', 'status', 'place'])
    .execute()
  await schema
    .createIndex('waiting_list_offers')
    .on('waiting_list_entry')
    .columns(['status', 'offer_until'])
    .execute()

  // A CHECK cannot be widened in place on SQLite: the table is made anew, with 'by-hand' among its states.
  await schema
    .createTable('outbox_with_hand')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('cause', 'text', (c) => c.notNull().unique())
    .addColumn('template', 'text', (c) => c.notNull())
    .addColumn('channel', 'text', (c) => c.notNull().check(sql`channel in ('email', 'chat')`))
    .addColumn('recipient', 'text', (c) => c.notNull())
    .addColumn('data', 'text', (c) => c.notNull())
    .addColumn('status', 'text', (c) =>
      c.notNull().check(sql`status in ('queued', 'sending', 'sent', 'dead', 'by-hand')`),
    )
    .addColumn('attempts', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('next_attempt_at', 'text', (c) => c.notNull())
    .addColumn('last_error', 'text')
    .addColumn('created_at', 'text', (c) => c.notNull())
    .addColumn('sent_at', 'text')
    .execute()
  const columns = sql`id, cause, template, channel, recipient, data, status, attempts, next_attempt_at, last_error, created_at, sent_at`
  await sql`insert into outbox_with_hand (${columns}) select ${columns} from outbox`.execute(db)
  await schema.dropTable('outbox').execute()
  await schema.alterTable('outbox_with_hand').renameTo('outbox').execute()
  await schema.createIndex('outbox_due').on('outbox').columns(['status', 'next_attempt_at']).execute()

  await schema
    .alterTable('newsletter_subscriber')
    .addColumn('id', 'text', (c) => c.notNull().defaultTo(''))
    .execute()
  const subscribers: { email: string }[] = await db
    .selectFrom('newsletter_subscriber')
    .select('email')
    .execute()
  for (const { email } of subscribers) {
    await db
      .updateTable('newsletter_subscriber')
      .set({ id: randomBytes(16).toString('base64url') })
      .where('email', '=', email)
      .execute()
  }
  await schema
    .createIndex('newsletter_subscriber_id')
    .on('newsletter_subscriber')
    .column('id')
    .unique()
    .execute()
}
