import { type Kysely, sql } from 'kysely'
import { isPostgres, run } from './columns.ts'

/**
 * Creates an index of trigrams for the lists that grow long: seats, orders and messages. The index finds any part of a
 * word.
 */
export async function createSearchIndex(db: Kysely<any>): Promise<void> {
  await (isPostgres(db) ? onPostgres(db) : onSqlite(db))
}

/** The searched tables, and the columns that are searched in each. */
const searched = {
  seat: ['name', 'email', 'phone', 'reference'],
  shop_order: ['number', 'customer_name', 'email', 'phone', 'recipient_name', 'recipient_phone'],
  outbox: ['recipient', 'data'],
}

/** A search reads every row if the server has no `pg_trgm`, or does not allow us to create it. */
async function onPostgres(db: Kysely<any>): Promise<void> {
  await createFolded(db)
  await sql`do $$ begin
    create extension if not exists pg_trgm;
  exception when others then
    raise warning 'pg_trgm cannot be had, so a search reads every row: %', sqlerrm;
  end $$`.execute(db)
  // The extension may exist already, in another schema.
  const { rows } = await sql<{ schema: string }>`
    select quote_ident(nspname) as schema from pg_extension join pg_namespace on pg_namespace.oid = extnamespace
    where extname = 'pg_trgm'`.execute(db)
  const [extension] = rows
  if (extension === undefined) return
  const index = async (name: string, table: keyof typeof searched, only = '') => {
    const text = searched[table].map((column) => `' ' || coalesce(${column}, '')`).join(' || ')
    await run(
      db,
      `create index ${name} on ${table} using gin ((folded(${text})) ${extension.schema}.gin_trgm_ops) ${only}`,
    )
    // PostgreSQL keeps 400 samples. With the usual 100 it often took a word of many rows for a rare word.
    await run(db, `alter index ${name} alter column 1 set statistics 400`)
  }
  await index('seat_words', 'seat')
  // Bookings have an index of their own, because a word may be common among enrolments and occur in no booking.
  await index('seat_booking_words', 'seat', `where kind = 'event-booking'`)
  await index('shop_order_words', 'shop_order')
  await index('outbox_words', 'outbox')
}

/**
 * Makes the function `folded`, which makes accents, apostrophes and the spellings of a letter equal
 * (`contract/folded.ts`). The function is in PL/pgSQL, because PostgreSQL may inline a function in SQL, and then uses
 * its index for no query.
 */
export async function createFolded(db: Kysely<any>): Promise<void> {
  const { rows } = await sql<{ encoding: string }>`select getdatabaseencoding() as encoding`.execute(db)
  // PostgreSQL can split a letter from its accents only in UTF-8.
  const others = rows[0]?.encoding === 'UTF8' ? foldedLetters : 'lower(said)'
  await run(
    db,
    `create function folded(said text) returns text
    language plpgsql immutable parallel safe cost 1 as $$
    begin
      if octet_length(said) = length(said) then return lower(said); end if;
      return ${others};
    end $$`,
  )
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

/**
 * Writing SQLite's index takes longer than writing the row itself. So triggers only note which rows are missing in the
 * index, and the server adds these rows later (`server/db/search.ts`).
 */
async function onSqlite(db: Kysely<any>): Promise<void> {
  // A row is a row of a searched table. The index refers to `number`, because VACUUM may change a `rowid`. `waits` is 1
  // if the row is missing in the index, and 2 if the index still has its old words.
  await run(
    db,
    `create table search_entry (
    number integer primary key, kind text not null, subject_id text not null, waits integer not null,
    unique (kind, subject_id))`,
  )
  await run(db, 'create index search_entry_waiting on search_entry (waits, number) where waits > 0')
  for (const [table, columns] of Object.entries(searched)) {
    await createWords(db, `search_${table}`, `tokenize = 'trigram', detail = 'full'`)
    const is = (row: string) => `kind = '${table}' and subject_id = ${row}.id`
    await run(
      db,
      `create trigger search_${table}_insert after insert on ${table} begin
        insert into search_entry (kind, subject_id, waits) values ('${table}', new.id, 1)
        on conflict (kind, subject_id) do update set waits = 2;
      end`,
    )
    await run(
      db,
      `create trigger search_${table}_update after update of ${columns.join(', ')} on ${table}
        when ${columns.map((column) => `old.${column} is not new.${column}`).join(' or ')} begin
        update search_entry set waits = 2 where ${is('new')};
      end`,
    )
    await run(
      db,
      `create trigger search_${table}_delete after delete on ${table} begin
        update search_entry set waits = 2 where ${is('old')};
      end`,
    )
  }
  await createWords(db, 'search_booking', `tokenize = 'trigram'`)
}

/**
 * Creates a table of words. `secure-delete` removes deleted words from the file, so that it keeps nothing of an erased
 * person.
 */
async function createWords(db: Kysely<any>, name: string, options: string): Promise<void> {
  await run(db, `create virtual table ${name} using fts5 (words, ${options})`)
  await run(db, `insert into ${name} (${name}, rank) values ('secure-delete', 1)`)
}
