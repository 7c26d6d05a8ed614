import { type Kysely, sql } from 'kysely'

/** Each sum that comes has a number within its year, without gaps. Those of earlier days have none. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { schema } = db
  await schema
    .createTable('receipt_year')
    .addColumn('year', 'text', (c) => c.primaryKey())
    .addColumn('last', 'integer', (c) => c.notNull().check(sql`last >= 1`))
    .execute()
  await schema.alterTable('receipt').addColumn('number', 'text').execute()
  await sql`create unique index receipt_number on receipt (number) where number is not null`.execute(db)
}
