import { type Kysely, sql } from 'kysely'

/** Until when the letters take that were begun, in milliseconds since 1970: one rate for all servers. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('pace')
    .addColumn('name', 'text', (c) => c.primaryKey())
    .addColumn('until_ms', 'bigint', (c) => c.notNull())
    .execute()
  await sql`insert into pace (name, until_ms) values ('letters', 0)`.execute(db)
}
