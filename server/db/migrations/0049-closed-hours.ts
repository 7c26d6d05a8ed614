import { type Kysely, sql } from 'kysely'

/** A day can be closed for some of its hours: both are null where it is closed as a whole, or not at all. */
export async function up({ schema }: Kysely<any>): Promise<void> {
  await schema.alterTable('delivery_day').addColumn('closed_from', 'text').execute()
  await schema
    .alterTable('delivery_day')
    .addColumn('closed_until', 'text', (c) =>
      c.check(sql`(closed_from is null) = (closed_until is null) and closed_from < closed_until`),
    )
    .execute()
}
