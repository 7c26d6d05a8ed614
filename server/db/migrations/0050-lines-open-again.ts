import { type Kysely, sql } from 'kysely'

/** A line that was matched by mistake is matched again with other money: what it was matched with before stays written. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { schema } = db
  await schema
    .createTable('bank_match_next')
    .addColumn('line_id', 'text', (c) => c.notNull().references('statement_line.id'))
    .addColumn('receipt_id', 'text', (c) => c.notNull().references('receipt.id'))
    .addColumn('matched_at', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('bank_match_once', ['line_id', 'receipt_id'])
    .execute()
  await sql`insert into bank_match_next select line_id, receipt_id, matched_at from bank_match`.execute(db)
  await schema.dropTable('bank_match').execute()
  await schema.alterTable('bank_match_next').renameTo('bank_match').execute()
  await schema.createIndex('bank_match_receipt').on('bank_match').column('receipt_id').execute()
}
