import { type Kysely, sql } from 'kysely'
import { isPostgres } from './list-sums.v1.ts'

/** Of bookings the words are looked up by themselves: a word may be common among enrolments, and no booking have it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await (isPostgres(db) ? onPostgres(db) : onSqlite(db))
}

/** In the words of `search-index.v1.ts`. */
const text = ['name', 'email', 'phone', 'reference']
  .map((column) => `' ' || coalesce(seat.${column}, '')`)
  .join(' || ')

async function onPostgres(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ schema: string }>`
    select quote_ident(nspname) as schema from pg_extension join pg_namespace on pg_namespace.oid = extnamespace
    where extname = 'pg_trgm'`.execute(db)
  const [extension] = rows
  if (extension === undefined) return
  await sql
    .raw(
      `create index seat_booking_words on seat using gin ((lower(${text})) ${extension.schema}.gin_trgm_ops)
       where kind = 'event-booking'`,
    )
    .execute(db)
}

async function onSqlite(db: Kysely<unknown>): Promise<void> {
  const run = (statement: string) => sql.raw(statement).execute(db)
  await run(`create virtual table search_booking using fts5 (words, tokenize = 'trigram')`)
  await run(`insert into search_booking (search_booking, rank) values ('secure-delete', 1)`)
  // Those that wait are indexed afterwards, as every row that is written.
  await run(`insert into search_booking (rowid, words) select number, ${text}
    from search_entry join seat on seat.id = subject_id
    where search_entry.kind = 'seat' and waits = 0 and seat.kind = 'event-booking'`)
}
