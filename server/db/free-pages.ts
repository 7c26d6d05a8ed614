import { sql } from 'kysely'
import type { Database } from './open.ts'

/**
 * Brings what was erased into the database file, and empties the log beside it, which may still hold it. SQLite has
 * zeroed what was deleted (`secure_delete`). PostgreSQL does its own vacuum.
 */
export async function emptyLog(db: Database): Promise<void> {
  if (db.engine === 'sqlite') await sql`pragma wal_checkpoint(truncate)`.execute(db.write)
}

/**
 * Writes the whole file anew: of databases from before `secure_delete` the free pages hold what was deleted. It takes one
 * to four seconds for each 100 MB, in which nobody else can write.
 */
export async function compact(db: Database): Promise<void> {
  if (db.engine !== 'sqlite') return
  await sql`vacuum`.execute(db.write)
  await emptyLog(db)
}
