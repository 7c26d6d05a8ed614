import { sql } from 'kysely'
import type { Database } from './open.ts'

/**
 * The table exists only while `npm run move` fills a database: it has the progress, and keys and triggers to restore.
 */
export const unfinishedMoveTable = 'unfinished_move'

/** Throws one sentence if a part of the school is missing, because its keys and triggers are missing too. */
export async function refuseUnfinishedMove({
  engine,
  read,
}: Pick<Database, 'engine' | 'read'>): Promise<void> {
  // The catalog is asked, because a read of the table itself may fail for other reasons.
  const mark =
    engine === 'sqlite'
      ? sql`select 1 from sqlite_master where name = ${unfinishedMoveTable}`
      : sql`select 1 where to_regclass(${unfinishedMoveTable}) is not null`
  const { rows } = await mark.execute(read)
  if (rows.length === 0) return
  throw new Error(
    'The database holds a part of a school alone: run "npm run move" again as before, until it says that the school has moved',
  )
}
