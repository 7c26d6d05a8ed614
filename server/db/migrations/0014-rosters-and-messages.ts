import type { Kysely } from 'kysely'

/** What staff note on a seat, and the orders in which rosters, day sheets and messages are read. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { schema } = db
  for (const table of ['enrolment', 'event_booking']) {
    await schema.alterTable(table).addColumn('staff_note', 'text').execute()
  }
  await schema.createIndex('batch_day').on('batch').columns(['starts_on', 'id']).execute()
  await schema.createIndex('outbox_created').on('outbox').columns(['created_at', 'id']).execute()
  await schema.createIndex('outbox_state').on('outbox').columns(['status', 'created_at', 'id']).execute()
}
