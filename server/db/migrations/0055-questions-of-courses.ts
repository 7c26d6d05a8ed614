import type { Kysely } from 'kysely'

/** Questions that a course answers itself, as JSON; a course without any shows those that fit all of its kind. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('course')
    .addColumn('faq', 'text', (c) => c.notNull().defaultTo('[]'))
    .execute()
}
