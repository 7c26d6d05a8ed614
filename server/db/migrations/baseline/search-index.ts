import { type Kysely, sql } from 'kysely'
import { isPostgres, run } from './columns.ts'

/** An index of trigrams finds any part of a word in the lists that grow long: seats, orders, letters. */
export async function createSearchIndex(db: Kysely<any>): Promise<void> {
  await (isPostgres(db) ? onPostgres(db) : onSqlite(db))
}

/** The tables that it serves, and the texts of a row that are looked through. */
const searched = {
  seat: ['name', 'email', 'phone', 'reference'],
  shop_order: ['number', 'customer_name', 'email', 'phone', 'recipient_name', 'recipient_phone'],
  outbox: ['recipient', 'data'],
}

/** A search reads every row where the server has no `pg_trgm`, or does not let us have it. */
async function onPostgres(db: Kysely<any>): Promise<void> {
  await createFolded(db)
  await sql`do $$ begin
    create extension if not exists pg_trgm;
  exception when others then
    raise warning 'pg_trgm cannot be had, so a search reads every row: %', sqlerrm;
  end $$`.execute(db)
  // Somebody else may have made it before, in a schema of extensions.
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
    // PostgreSQL keeps more samples of the words: of its hundred it often took a word of many rows for a rare one.
    await run(db, `alter index ${name} alter column 1 set statistics 400`)
  }
  await index('seat_words', 'seat')
  // Bookings are looked up by themselves: a word may be common among enrolments, and no booking have it.
  await index('seat_booking_words', 'seat', `where kind = 'event-booking'`)
  await index('shop_order_words', 'shop_order')
  await index('outbox_words', 'outbox')
}

/**
 * Makes the function `folded`, by which accents, apostrophes and the spellings of a letter are the same
 * (`contract/folded.ts`). It is in PL/pgSQL: PostgreSQL may inline one in SQL, and an index on it then fits no query any more.
 */
export async function createFolded(db: Kysely<any>): Promise<void> {
  const { rows } = await sql<{ encoding: string }>`select getdatabaseencoding() as encoding`.execute(db)
  // PostgreSQL knows the parts of a letter in UTF-8 alone.
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
 * SQLite's index takes longer to write than the row itself. So triggers only note which rows it lacks, and the server adds
 * them afterwards (`server/db/search.ts`).
 */
async function onSqlite(db: Kysely<any>): Promise<void> {
  // A row is a row of such a table. A number of its own names it in the index, because VACUUM may change a `rowid`; `waits`
  // is 1 where the index does not have it, and 2 where it still has its old words.
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

/** A row has the words of one row; they leave the file with it, so that who is forgotten is not kept here. */
async function createWords(db: Kysely<any>, name: string, options: string): Promise<void> {
  await run(db, `create virtual table ${name} using fts5 (words, ${options})`)
  await run(db, `insert into ${name} (${name}, rank) values ('secure-delete', 1)`)
}
