import { sql } from 'kysely'
import type { Database } from './open.ts'

/** Empties the log, which may still hold erased data. The file has it zeroed (`secure_delete`); PostgreSQL vacuums. */
export async function emptyLog(db: Database): Promise<void> {
  if (db.engine === 'sqlite') await sql`pragma wal_checkpoint(truncate)`.execute(db.write)
}

/** Rewrites the whole file, whose free pages may keep deleted data. It blocks writes one to four seconds a 100 MB. */
export async function compact(db: Database): Promise<void> {
  if (db.engine !== 'sqlite') return
  await sql`vacuum`.execute(db.write)
  await emptyLog(db)
}
