import type { Kysely } from 'kysely'
import { trackFigure, trackStudents } from './running-totals.v1.ts'

/** Totals for the dashboard, kept by the database; whether an enquiry was answered; indexes for it and for the search of the palette. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { schema } = db
  await schema
    .createTable('running_total')
    .addColumn('figure', 'text', (c) => c.notNull())
    .addColumn('day', 'text', (c) => c.notNull())
    .addColumn('slot', 'integer', (c) => c.notNull())
    .addColumn('amount', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('running_total_day', ['figure', 'day', 'slot'])
    .execute()
  await schema
    .createTable('student_seats')
    .addColumn('email', 'text', (c) => c.primaryKey())
    .addColumn('seats', 'integer', (c) => c.notNull())
    .addColumn('first_day', 'text', (c) => c.notNull())
    .execute()

  await trackFigure(db, {
    figure: 'students',
    table: 'student_seats',
    columns: ['first_day'],
    at: 'first_day',
    atIs: 'day',
    amount: '1',
    when: '1 = 1',
  })
  await trackStudents(db, 'enrolment')
  await trackStudents(db, 'event_booking')
  await trackFigure(db, {
    figure: 'revenue',
    table: 'payment',
    columns: ['status', 'settled_at', 'amount_in_paise'],
    at: 'settled_at',
    atIs: 'instant',
    amount: 'amount_in_paise',
    when: `row.status = 'settled'`,
  })
  await trackFigure(db, {
    figure: 'revenue',
    table: 'shop_order',
    columns: ['payment_status', 'paid_at', 'total_in_paise'],
    at: 'paid_at',
    atIs: 'instant',
    amount: 'total_in_paise',
    when: `row.payment_status = 'paid'`,
  })
  await trackFigure(db, {
    figure: 'orders',
    table: 'shop_order',
    columns: ['created_at'],
    at: 'created_at',
    atIs: 'instant',
    amount: '1',
    when: '1 = 1',
  })
  await trackFigure(db, {
    figure: 'batches',
    table: 'batch',
    columns: ['starts_on'],
    at: 'starts_on',
    atIs: 'day',
    amount: '1',
    when: '1 = 1',
  })
  await trackFigure(db, {
    figure: 'products',
    table: 'product',
    columns: ['created_at', 'deleted_at'],
    at: 'created_at',
    atIs: 'instant',
    amount: '1',
    when: 'row.deleted_at is null',
  })
  for (const [figure, table] of [
    ['visitors', 'contact'],
    ['subscribers', 'newsletter_subscriber'],
  ] as const) {
    await trackFigure(db, {
      figure,
      table,
      columns: ['created_at'],
      at: 'created_at',
      atIs: 'instant',
      amount: '1',
      when: '1 = 1',
    })
  }
  for (const [figure, amount] of [
    ['ratings', '1'],
    ['stars', 'rating'],
  ] as const) {
    await trackFigure(db, {
      figure,
      table: 'student_feedback',
      columns: ['created_at', 'deleted_at', 'rating'],
      at: 'created_at',
      atIs: 'instant',
      amount,
      when: 'row.deleted_at is null',
    })
  }

  await schema.alterTable('enquiry').addColumn('answered_at', 'text').execute()

  const index = (table: string, name: string, ...columns: string[]) =>
    schema.createIndex(`${table}_${name}`).on(table).columns(columns).execute()
  await index('student_feedback', 'rating', 'deleted_at', 'rating')
  await index('enquiry', 'answered', 'answered_at', 'deleted_at', 'created_at', 'id')
  await index('contact', 'created', 'created_at', 'id')
  await index('newsletter_subscriber', 'created', 'created_at', 'email')
  for (const table of ['enrolment', 'event_booking']) await index(table, 'phone', 'phone')
}
