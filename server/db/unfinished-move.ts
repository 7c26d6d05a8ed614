import { sql } from 'kysely'
import type { Database } from './open.ts'

/** Only while `npm run move` fills a database: what it has brought so far, and how its keys and triggers come back. */
export const unfinishedMoveTable = 'unfinished_move'

/** Throws one sentence where a part of the school is missing: its keys and triggers are missing too. */
export async function refuseUnfinishedMove({ read }: Pick<Database, 'read'>): Promise<void> {
  const marks = sql`select 1 from ${sql.table(unfinishedMoveTable)} limit 1`.execute(read)
  const isThere = await marks.then(
    () => true,
    () => false,
  )
  if (!isThere) return
  throw new Error(
    'The database holds a part of a school alone: run "npm run move" again as before, until it says that the school has moved',
  )
}
