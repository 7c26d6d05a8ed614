import { type Kysely, sql } from 'kysely'

/** Students whom staff write down, versions of instructors, and enquiries that can go into the bin. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('student')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('email', 'text', (c) => c.notNull().unique())
    .addColumn('phone', 'text')
    .addColumn('note', 'text')
    .addColumn('created_at', 'text', (c) => c.notNull())
    .addColumn('deleted_at', 'text')
    .execute()
  await db.schema.createIndex('student_created').on('student').columns(['created_at', 'id']).execute()
  await db.schema
    .alterTable('instructor')
    .addColumn('version', 'integer', (c) => c.notNull().defaultTo(1))
    .execute()
  await db.schema.createIndex('instructor_created').on('instructor').columns(['created_at', 'id']).execute()
  await db.schema.createIndex('instructor_name').on('instructor').expression(sql`lower(name), id`).execute()
  await db.schema.alterTable('enquiry').addColumn('deleted_at', 'text').execute()
}
