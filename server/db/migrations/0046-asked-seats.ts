import { type Kysely, sql } from 'kysely'

/** Seats that were asked for and are held once the link in the letter is pressed, where the school wants it so. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('asked_seat')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('kind', 'text', (c) =>
      c.notNull().check(sql`kind in ('enrolment', 'event-booking', 'seat-hold')`),
    )
    .addColumn('reference', 'text', (c) => c.notNull().unique())
    .addColumn('course_id', 'text', (c) => c.notNull())
    .addColumn('batch_id', 'text', (c) => c.notNull())
    .addColumn('starts_on', 'text')
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('email', 'text', (c) => c.notNull())
    .addColumn('phone', 'text', (c) => c.notNull())
    .addColumn('transaction_id', 'text')
    .addColumn('amount_in_paise', 'bigint', (c) => c.notNull().check(sql`amount_in_paise >= 0`))
    .addColumn('body', 'text', (c) => c.notNull())
    .addColumn('ends_at', 'text', (c) => c.notNull())
    .addColumn('pressed_at', 'text')
    .addColumn('created_at', 'text', (c) => c.notNull())
    .execute()
  for (const column of ['email', 'created_at']) {
    await db.schema.createIndex(`asked_seat_${column}`).on('asked_seat').column(column).execute()
  }
}
