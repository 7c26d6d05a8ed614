import { sql } from 'kysely'
import type { Database } from './open.ts'

/** Only while `npm run move` fills a database: what it has brought so far, and how its keys and triggers come back. */
export const unfinishedMoveTable = 'unfinished_move'

/** Throws one sentence where a part of the school is missing: its keys and triggers are missing too. */
export async function refuseUnfinishedMove({
  engine,
  read,
}: Pick<Database, 'engine' | 'read'>): Promise<void> {
  // The catalog knows: a read of the table itself may fail for other reasons too.
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
