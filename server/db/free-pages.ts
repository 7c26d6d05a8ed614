import { sql } from 'kysely'
import type { Database } from './open.ts'

/** The log may still hold erased data, which the file has zeroed (`secure_delete`). PostgreSQL vacuums. */
export async function emptyLog(db: Database): Promise<void> {
  if (db.engine === 'sqlite') await sql`pragma wal_checkpoint(truncate)`.execute(db.write)
}

/** Free pages may keep deleted data. The rewrite blocks writes one to four seconds a 100 MB. */
export async function compact(db: Database): Promise<void> {
  if (db.engine !== 'sqlite') return
  await sql`vacuum`.execute(db.write)
  await emptyLog(db)
}
