import type { Kysely } from 'kysely'
import { keepSeatCounts } from './seat-counts.v1.ts'

/**
 * How many people have an enrolment, and how many bookings there are: triggers keep both. And an index by which the batches of a
 * class that are not over are found.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('enrolled_person')
    .addColumn('key', 'text', (c) => c.primaryKey())
    .addColumn('seats', 'bigint', (c) => c.notNull())
    .execute()
  await db.schema
    .createTable('seat_count')
    .addColumn('figure', 'text', (c) => c.notNull())
    .addColumn('slot', 'integer', (c) => c.notNull())
    .addColumn('entries', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('seat_count_slot', ['figure', 'slot'])
    .execute()
  await keepSeatCounts(db)
  await db.schema.createIndex('batch_end').on('batch').columns(['course_id', 'ends_on']).execute()
}
