// Part of released migrations, so never edited: one that needs other texts brings a v2 beside this file.
import { type Kysely, sql } from 'kysely'
import { isPostgres } from './list-sums.v1.ts'

/** The tables that an index of trigrams serves, and the texts of a row that are looked through; none may be null. */
const searched = {
  seat: ['name', 'email', 'phone', 'reference'],
  shop_order: ['number', 'customer_name', 'email', 'phone', 'recipient_name', 'recipient_phone'],
  outbox: ['recipient', 'data'],
}

/** `row` is `new`, or nothing in an index of the table itself. */
const textOf = (columns: readonly string[], row = '') =>
  columns.map((column) => `' ' || coalesce(${row}${column}, '')`).join(' || ')

export async function indexWords(db: Kysely<unknown>): Promise<void> {
  await (isPostgres(db) ? onPostgres(db) : onSqlite(db))
}

/** Where the server has no `pg_trgm`, or does not let us have it, every row is read as before. */
async function onPostgres(db: Kysely<unknown>): Promise<void> {
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
  for (const [table, columns] of Object.entries(searched)) {
    await sql
      .raw(
        `create index ${table}_words on ${table} using gin ((lower(${textOf(columns)})) ${extension.schema}.gin_trgm_ops)`,
      )
      .execute(db)
  }
}

/**
 * SQLite's index takes longer to write than the row itself. So triggers only note which rows it lacks, and the server adds
 * them afterwards (`server/db/search.ts`). A number of its own names a row there, because VACUUM may change a `rowid`.
 */
async function onSqlite(db: Kysely<unknown>): Promise<void> {
  const run = (text: string) => sql.raw(text).execute(db)
  // `waits` is 1 for a row that is not in the index, 2 where the index still has its old words.
  await run(`create table search_entry (
    number integer primary key, kind text not null, subject_id text not null, waits integer not null,
    unique (kind, subject_id))`)
  await run('create index search_entry_waiting on search_entry (waits, number) where waits > 0')
  for (const [table, columns] of Object.entries(searched)) {
    await run(
      `create virtual table search_${table} using fts5 (words, tokenize = 'trigram', detail = 'full')`,
    )
    await run(`insert into search_${table} (search_${table}, rank) values ('secure-delete', 1)`)
    const is = (row: string) => `kind = '${table}' and subject_id = ${row}.id`
    await run(`create trigger search_${table}_insert after insert on ${table} begin
      insert into search_entry (kind, subject_id, waits) values ('${table}', new.id, 1)
      on conflict (kind, subject_id) do update set waits = 2;
    end`)
    await run(`create trigger search_${table}_update after update of ${columns.join(', ')} on ${table}
      when ${columns.map((column) => `old.${column} is not new.${column}`).join(' or ')} begin
      update search_entry set waits = 2 where ${is('new')};
    end`)
    await run(`create trigger search_${table}_delete after delete on ${table} begin
      update search_entry set waits = 2 where ${is('old')};
    end`)
    await run(
      `insert into search_entry (kind, subject_id, waits) select '${table}', id, 1 from ${table} order by created_at`,
    )
  }
}
