import { type Kysely, sql } from 'kysely'
import { isPostgres } from './list-sums.v1.ts'

const indexes = ['seat_words', 'seat_booking_words', 'shop_order_words', 'outbox_words']

/**
 * PostgreSQL keeps more samples of the words in long lists. With its hundred it took a word that one row in thirty has for a
 * rare one after each thirtieth ANALYZE, and read all rows of a list that has them.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  if (!isPostgres(db)) return
  for (const index of indexes) {
    // Without `pg_trgm` there are none.
    await sql`alter index if exists ${sql.table(index)} alter column 1 set statistics 400`.execute(db)
  }
}
