import type { Kysely } from 'kysely'

/** Versions, so that a stale edit is noticed; indexes, so that a page of feedback costs what a page costs. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of ['impact', 'office_hours', 'status_feedback']) {
    await db.schema
      .alterTable(table)
      .addColumn('version', 'integer', (c) => c.notNull().defaultTo(1))
      .execute()
  }
  for (const table of ['student_feedback', 'status_feedback']) {
    await db.schema.createIndex(`${table}_created`).on(table).columns(['created_at', 'id']).execute()
  }
}
