import { sql } from 'kysely'
import type { Database } from './open.ts'

const warning =
  'The locale of this database has no Tamil letters, so a search for Tamil reads every row. Move to a database that was made with “createdb --template template0 --encoding UTF8 --locale C.UTF-8”.'

/**
 * Tells the operator where Tamil letters are no letters to the database. PostgreSQL goes by the locale that the database was
 * made with: that of C leaves them out of the trigrams of a search.
 */
export async function warnOfUnknownLetters(
  { engine, read }: Pick<Database, 'engine' | 'read'>,
  log: { warn(text: string): void },
): Promise<void> {
  if (engine === 'sqlite') return
  const { rows } = await sql<{ isLetter: boolean }>`select 'ம' ~ '[[:alpha:]]' as "isLetter"`.execute(read)
  if (!rows[0]?.isLetter) log.warn(warning)
}
