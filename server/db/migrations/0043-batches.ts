import { type Kysely, sql } from 'kysely'

/** Every batch is sold by its own date: with a room, an instructor, a price, and the days on which it meets. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { schema } = db
  await schema
    .createTable('room')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('address', 'text')
    .addColumn('version', 'integer', (c) => c.notNull().defaultTo(1))
    .addColumn('created_at', 'text', (c) => c.notNull())
    .addColumn('deleted_at', 'text')
    .execute()

  const flag = (name: string) => sql`${sql.ref(name)} in (0, 1)`
  const alter = () => schema.alterTable('batch')
  await alter()
    .addColumn('room_id', 'text', (c) => c.references('room.id'))
    .execute()
  await alter()
    .addColumn('instructor_id', 'text', (c) => c.references('instructor.id'))
    .execute()
  await alter()
    .addColumn('price_in_paise', 'bigint', (c) => c.check(sql`price_in_paise >= 0`))
    .execute()
  await alter()
    .addColumn('is_closed', 'integer', (c) => c.notNull().defaultTo(0).check(flag('is_closed')))
    .execute()
  await alter()
    .addColumn('joins_late', 'integer', (c) => c.notNull().defaultTo(0).check(flag('joins_late')))
    .execute()
  await alter().addColumn('visible_from', 'text').execute()
  await alter().addColumn('ends_on', 'text').execute()
  await alter().addColumn('cancelled_at', 'text').execute()
  await alter().addColumn('deleted_at', 'text').execute()
  await alter()
    .addColumn('version', 'integer', (c) => c.notNull().defaultTo(1))
    .execute()

  await schema
    .createTable('meeting')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('batch_id', 'text', (c) => c.notNull().references('batch.id').onDelete('cascade'))
    .addColumn('held_on', 'text', (c) => c.notNull())
    .addColumn('starts_at', 'text', (c) => c.notNull())
    .addColumn('ends_at', 'text', (c) => c.notNull())
    .addColumn('room_id', 'text', (c) => c.references('room.id'))
    .addColumn('instructor_id', 'text', (c) => c.references('instructor.id'))
    .addColumn('topic', 'text')
    .addColumn('sequence', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('cancelled_at', 'text')
    .addColumn('created_at', 'text', (c) => c.notNull())
    .addColumn('updated_at', 'text', (c) => c.notNull())
    .addCheckConstraint('meeting_hours', sql`ends_at > starts_at`)
    .execute()
  await schema
    .createIndex('meeting_batch')
    .on('meeting')
    .columns(['batch_id', 'held_on', 'starts_at'])
    .execute()
  await schema.createIndex('meeting_day').on('meeting').column('held_on').execute()
}
