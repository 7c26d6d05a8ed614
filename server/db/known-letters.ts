import { sql } from 'kysely'
import type { Database } from './open.ts'

const warning =
  'This database doesn’t recognise Tamil letters, so a search for Tamil text reads every row. To fix this, restore a backup into a database made with “createdb --template template0 --encoding UTF8 --locale C.UTF-8”.'

/**
 * Warns if the search index leaves out Tamil. PostgreSQL indexes only characters that the database's LC_CTYPE knows as
 * letters.
 */
export async function warnOfUnknownLetters(
  { engine, read }: Pick<Database, 'engine' | 'read'>,
  log: { warn(text: string): void },
): Promise<void> {
  if (engine === 'sqlite') return
  const { rows } = await sql<{ encoding: string; schema: string }>`
    select current_setting('server_encoding') as encoding, quote_ident(nspname) as schema
    from pg_extension join pg_namespace on pg_namespace.oid = extnamespace where extname = 'pg_trgm'`.execute(
    read,
  )
  const [extension] = rows
  if (extension === undefined) return
  // A database with another encoding would refuse the Tamil word.
  if (extension.encoding === 'UTF8') {
    const trigrams = await sql.raw(`select unnest(${extension.schema}.show_trgm('மலர்'))`).execute(read)
    if (trigrams.rows.length > 0) return
  }
  log.warn(warning)
}
