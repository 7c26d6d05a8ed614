import { type DeleteResult, type Insertable, type Kysely, PostgresAdapter, type UpdateResult } from 'kysely'
import { dbFault } from './errors.ts'
import type { Queryable, Schema } from './schema.ts'

// What keeps many callers at once from doing the same thing twice (architecture rule 4); `counter.ts` moves a counter.

/** Runs an UPDATE or DELETE that is guarded by its WHERE: of many callers at once it answers true to one. */
export async function changesRow(statement: {
  executeTakeFirst(): Promise<UpdateResult | DeleteResult>
}): Promise<boolean> {
  const result = await statement.executeTakeFirst()
  return ('numUpdatedRows' in result ? result.numUpdatedRows : result.numDeletedRows) > 0n
}

/** False, and nothing written, where a row has the same value in this unique column. */
export async function insertUnlessThere<Table extends keyof Schema>(
  db: Queryable,
  table: Table,
  row: Insertable<Schema[Table]>,
  column: keyof Schema[Table] & string,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto(table)
    .values(row)
    .onConflict((conflict) => conflict.column(column as never).doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

/** An insert of a row that names another one, which may have been deleted since it was read: then `gone` is thrown. */
export async function whileThere<T>(insert: Promise<T>, gone: () => Error): Promise<T> {
  try {
    return await insert
  } catch (error) {
    throw dbFault(error)?.fault === 'foreign' ? gone() : error
  }
}

/** SQLite has one writer, so there nobody waits for a row. */
export function hasOneWriter(db: Kysely<any>): boolean {
  return !(db.getExecutor().adapter instanceof PostgresAdapter)
}

/**
 * Locks the rows that a query reads until `tx` ends, as an UPDATE does: `….$call(withRowLock(tx))`. A row may be named by
 * a foreign key meanwhile.
 */
export function withRowLock(tx: Kysely<any>) {
  const isLocked = !hasOneWriter(tx)
  return <Query extends { forNoKeyUpdate(): Query }>(query: Query): Query =>
    isLocked ? query.forNoKeyUpdate() : query
}
