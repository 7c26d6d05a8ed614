import { sql } from 'kysely'
import type { Database } from './open.ts'

/**
 * Empties SQLite's write-ahead log, which may still contain data that `secure_delete` overwrote with zeros in the
 * database file. PostgreSQL needs no such step, because it vacuums by itself.
 */
export async function emptyLog(db: Database): Promise<void> {
  if (db.engine === 'sqlite') await sql`pragma wal_checkpoint(truncate)`.execute(db.write)
}

/** Rewrites the file, whose free pages may contain deleted data. Writes are blocked for 1 to 4 seconds per 100 MB. */
export async function compact(db: Database): Promise<void> {
  if (db.engine !== 'sqlite') return
  await sql`vacuum`.execute(db.write)
  await emptyLog(db)
}
