import { type Kysely, sql } from 'kysely'
import { isPostgres } from './list-sums.v1.ts'

/** The tables that an index of trigrams serves, in the words of `search-index.v1.ts`, and its other index. */
const searched = {
  seat: ['name', 'email', 'phone', 'reference'],
  shop_order: ['number', 'customer_name', 'email', 'phone', 'recipient_name', 'recipient_phone'],
  outbox: ['recipient', 'data'],
}
const ofBookings = { table: 'seat', only: `where kind = 'event-booking'` }

const longFrom = 10_000

const textOf = (columns: readonly string[], row = '') =>
  columns.map((column) => `' ' || coalesce(${row}${column}, '')`).join(' || ')

/** Searches fold accents, apostrophes and the spellings of a letter (`contract/folded.ts`). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await (isPostgres(db) ? onPostgres(db) : onSqlite(db))
}

/** Makes the function `folded` in PL/pgSQL. PostgreSQL may inline one in SQL, and an index on it then fits no query any more. */
export async function makeFolded(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ encoding: string }>`select getdatabaseencoding() as encoding`.execute(db)
  // PostgreSQL knows the parts of a letter in UTF-8 alone.
  const others = rows[0]?.encoding === 'UTF8' ? foldedLetters : 'lower(said)'
  await sql
    .raw(`create function folded(said text) returns text
    language plpgsql immutable parallel safe cost 1 as $$
    begin
      if octet_length(said) = length(said) then return lower(said); end if;
      return ${others};
    end $$`)
    .execute(db)
}

async function onPostgres(db: Kysely<unknown>): Promise<void> {
  const run = (statement: string) => sql.raw(statement).execute(db)
  await makeFolded(db)
  const extensions = await sql<{ schema: string }>`
    select quote_ident(nspname) as schema from pg_extension join pg_namespace on pg_namespace.oid = extnamespace
    where extname = 'pg_trgm'`.execute(db)
  const [extension] = extensions.rows
  if (extension === undefined) return
  for (const [table, columns] of Object.entries(searched)) {
    const indexes = [
      { name: `${table}_words`, text: textOf(columns), only: '' },
      ...(table === ofBookings.table
        ? [{ name: 'seat_booking_words', text: textOf(columns, 'seat.'), only: ofBookings.only }]
        : []),
    ]
    for (const { name, text, only } of indexes) {
      await run(`drop index if exists ${name}`)
      await run(
        `create index ${name} on ${table} using gin ((folded(${text})) ${extension.schema}.gin_trgm_ops) ${only}`,
      )
      await run(`alter index ${name} alter column 1 set statistics 400`)
    }
    const long = await sql`
      select 1 from pg_class where oid = to_regclass(${table}) and reltuples >= ${longFrom}`.execute(db)
    if (long.rows.length > 0) await sql`analyze ${sql.table(table)}`.execute(db)
  }
}

const foldedLetters = `translate(
        lower(regexp_replace(
          normalize(translate(
            said,
            E'\\u00b4\\u02b9\\u02bb\\u02bc\\u2018\\u2019\\u201b\\u2032\\u201c\\u201d\\u201e\\u201f\\u2033',
            E'\\'\\'\\'\\'\\'\\'\\'\\'"""""'
          ), nfkd),
          E'[\\u0300-\\u036f\\u00ad\\u200b-\\u200d\\u2060\\ufeff]', '', 'g'
        )),
        E'\\u0bd7\\u03c2', E'\\u0bb3\\u03c3'
      )`

/** What is ASCII stays in the index as it is; every other row waits for it. */
async function onSqlite(db: Kysely<unknown>): Promise<void> {
  for (const [table, columns] of Object.entries(searched)) {
    await sql
      .raw(`update search_entry set waits = 2 where kind = '${table}' and waits = 0 and subject_id in (
        select id from ${table} where ${textOf(columns)} glob '*[^' || char(1) || '-' || char(127) || ']*')`)
      .execute(db)
  }
}
