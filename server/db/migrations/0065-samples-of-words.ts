import { type Kysely, sql } from 'kysely'
import { isPostgres } from './list-sums.v1.ts'

const indexes = {
  seat: ['seat_words', 'seat_booking_words'],
  shop_order: ['shop_order_words'],
  outbox: ['outbox_words'],
}
/** A shorter table is soon read whole, and analysed anew before it is long. */
const longFrom = 10_000

/**
 * PostgreSQL keeps more samples of the words in long lists. With its hundred, one ANALYZE in thirty kept none of a word that
 * one row in thirty has: it took the word for a rare one, and read each row that has it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  if (!isPostgres(db)) return
  for (const [table, own] of Object.entries(indexes)) {
    for (const index of own) {
      // Without `pg_trgm` there are none.
      await sql`alter index if exists ${sql.table(index)} alter column 1 set statistics 400`.execute(db)
    }
    const { rows } =
      await sql`select 1 from pg_class where oid = to_regclass(${table}) and reltuples >= ${longFrom}`.execute(
        db,
      )
    if (rows.length > 0) await sql`analyze ${sql.table(table)}`.execute(db)
  }
}
