import { sql } from 'kysely'
import type { Database } from './open.ts'

/** Empties SQLite's log, which may hold data that `secure_delete` zeroed in the file. PostgreSQL vacuums itself. */
export async function emptyLog(db: Database): Promise<void> {
  if (db.engine === 'sqlite') await sql`pragma wal_checkpoint(truncate)`.execute(db.write)
}

/** Rewrites the file, whose free pages may contain deleted data. Writes are blocked for 1 to 4 seconds per 100 MB. */
export async function compact(db: Database): Promise<void> {
  if (db.engine !== 'sqlite') return
  await sql`vacuum`.execute(db.write)
  await emptyLog(db)
}
