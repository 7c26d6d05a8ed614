import { type Kysely, sql } from 'kysely'

/** Lines of bank statements, and money that was sent back. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { schema } = db
  await schema
    .createTable('refund')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('subject', 'text', (c) => c.notNull())
    .addColumn('subject_id', 'text', (c) => c.notNull())
    .addColumn('provider', 'text', (c) => c.notNull())
    .addColumn('provider_reference', 'text')
    .addColumn('amount_in_paise', 'bigint', (c) => c.notNull().check(sql`amount_in_paise >= 0`))
    .addColumn('settled_at', 'text')
    .addColumn('note', 'text', (c) => c.notNull())
    .addColumn('refunded_at', 'text', (c) => c.notNull())
    .addColumn('recorded_by', 'text')
    .execute()
  await schema.createIndex('refund_subject').on('refund').columns(['subject', 'subject_id']).execute()
  await schema
    .createIndex('payment_status')
    .on('payment')
    .columns(['status', 'subject', 'subject_id'])
    .execute()
  await schema.createIndex('payment_reference').on('payment').column('provider_reference').execute()
  await schema
    .createIndex('event_booking_by_transaction')
    .on('event_booking')
    .column('transaction_id')
    .execute()

  await schema
    .createTable('statement_line')
    .addColumn('id', 'text', (c) => c.primaryKey())
    // The same statement twice changes nothing.
    .addColumn('fingerprint', 'text', (c) => c.notNull().unique())
    .addColumn('file_name', 'text', (c) => c.notNull())
    .addColumn('booked_on', 'text', (c) => c.notNull())
    .addColumn('description', 'text', (c) => c.notNull())
    .addColumn('reference', 'text')
    .addColumn('amount_in_paise', 'bigint', (c) => c.notNull().check(sql`amount_in_paise > 0`))
    .addColumn('status', 'text', (c) =>
      c.notNull().check(sql`status in ('open', 'matched', 'refunded', 'ignored')`),
    )
    .addColumn('subject', 'text')
    .addColumn('subject_id', 'text')
    .addColumn('note', 'text')
    .addColumn('decided_by', 'text')
    .addColumn('decided_at', 'text')
    .addColumn('created_at', 'text', (c) => c.notNull())
    .addCheckConstraint('statement_line_matched', sql`(status = 'matched') = (subject_id is not null)`)
    .execute()
  await schema
    .createIndex('statement_line_status')
    .on('statement_line')
    .columns(['status', 'booked_on', 'id'])
    .execute()
  await schema.createIndex('statement_line_day').on('statement_line').columns(['booked_on', 'id']).execute()
}
