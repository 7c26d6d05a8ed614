import { type Kysely, sql } from 'kysely'

/** How many letters to strangers a network caused in a day, and when the next link may go that has to wait. */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('letter_quota')
    .addColumn('network', 'text', (c) => c.notNull())
    .addColumn('day', 'text', (c) => c.notNull())
    .addColumn('letters', 'integer', (c) => c.notNull().check(sql`letters >= 0`))
    .addColumn('next_link_at', 'text')
    .addPrimaryKeyConstraint('letter_quota_key', ['network', 'day'])
    .execute()
}
