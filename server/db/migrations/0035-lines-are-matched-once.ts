import { type Kysely, PostgresAdapter, sql } from 'kysely'

/** What a line of a statement was matched with is said by `bank_match` alone. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // Money that staff had entered before kept its own reference, so `0026-ledger.ts` did not find it by the line's.
  await sql`
    insert into bank_match (line_id, receipt_id, matched_at)
    select line.id, (
      select receipt.id from allocation join receipt on receipt.id = allocation.receipt_id
      where receipt.kind = 'received' and allocation.subject = line.subject
        and allocation.subject_id = line.subject_id
      order by receipt.amount_in_paise <> line.amount_in_paise, receipt.recorded_at, receipt.id limit 1
    ), coalesce(line.decided_at, line.created_at)
    from statement_line as line
    where line.status = 'matched' and not exists (select 1 from bank_match where line_id = line.id)
      and exists (
        select 1 from allocation join receipt on receipt.id = allocation.receipt_id
        where receipt.kind = 'received' and allocation.subject = line.subject
          and allocation.subject_id = line.subject_id
      )`.execute(db)

  const { schema } = db
  if (db.getExecutor().adapter instanceof PostgresAdapter) {
    // The table's own CHECK of the two goes with them.
    await schema.alterTable('statement_line').dropColumn('subject').dropColumn('subject_id').execute()
    return
  }
  // SQLite drops no column that a CHECK names.
  await schema
    .createTable('statement_line_next')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('fingerprint', 'text', (c) => c.notNull().unique())
    .addColumn('file_name', 'text', (c) => c.notNull())
    .addColumn('booked_on', 'text', (c) => c.notNull())
    .addColumn('description', 'text', (c) => c.notNull())
    .addColumn('reference', 'text')
    .addColumn('amount_in_paise', 'bigint', (c) => c.notNull().check(sql`amount_in_paise > 0`))
    .addColumn('status', 'text', (c) =>
      c.notNull().check(sql`status in ('open', 'matched', 'refunded', 'ignored')`),
    )
    .addColumn('note', 'text')
    .addColumn('decided_by', 'text')
    .addColumn('decided_at', 'text')
    .addColumn('created_at', 'text', (c) => c.notNull())
    .execute()
  const columns = sql`id, fingerprint, file_name, booked_on, description, reference, amount_in_paise, status, note, decided_by, decided_at, created_at`
  await sql`insert into statement_line_next (${columns}) select ${columns} from statement_line`.execute(db)
  await schema.dropTable('statement_line').execute()
  await schema.alterTable('statement_line_next').renameTo('statement_line').execute()
  await schema
    .createIndex('statement_line_status')
    .on('statement_line')
    .columns(['status', 'booked_on', 'id'])
    .execute()
  await schema.createIndex('statement_line_day').on('statement_line').columns(['booked_on', 'id']).execute()
}
