import { sql } from 'kysely'
import type { Database } from './open.ts'

/** The table in which `npm run move` keeps its progress, with the keys and triggers to restore. */
export const unfinishedMoveTable = 'unfinished_move'

/** @throws Error if a move was interrupted, so that rows, keys and triggers are missing */
export async function refuseUnfinishedMove({
  engine,
  read,
}: Pick<Database, 'engine' | 'read'>): Promise<void> {
  // This query reads the database's catalogue, because a query on the table itself may fail for other reasons.
  const mark =
    engine === 'sqlite'
      ? sql`select 1 from sqlite_master where name = ${unfinishedMoveTable}`
      : sql`select 1 where to_regclass(${unfinishedMoveTable}) is not null`
  const { rows } = await mark.execute(read)
  if (rows.length === 0) return
  throw new Error(
    'The database contains only part of a school, because a move was interrupted. Run the same "npm run move" again until it says that the school’s data has been moved',
  )
}
