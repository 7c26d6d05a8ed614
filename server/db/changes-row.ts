import type { DeleteResult, UpdateResult } from 'kysely'

/** Runs an UPDATE or DELETE that is guarded by its WHERE: of many callers at once it answers true to one. */
export async function changesRow(statement: {
  executeTakeFirst(): Promise<UpdateResult | DeleteResult>
}): Promise<boolean> {
  const result = await statement.executeTakeFirst()
  return ('numUpdatedRows' in result ? result.numUpdatedRows : result.numDeletedRows) > 0n
}
