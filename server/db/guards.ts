import { type DeleteResult, type Insertable, type Kysely, PostgresAdapter, type UpdateResult } from 'kysely'
import { dbFault } from './errors.ts'
import type { Queryable, Schema } from './schema.ts'

// These keep many callers at once from doing one thing twice (architecture rule 4); `counter.ts` moves a counter.

/** Runs an UPDATE or DELETE that is guarded by its WHERE: only one of many callers at once gets true. */
export async function changesRow(statement: {
  executeTakeFirst(): Promise<UpdateResult | DeleteResult>
}): Promise<boolean> {
  const result = await statement.executeTakeFirst()
  return ('numUpdatedRows' in result ? result.numUpdatedRows : result.numDeletedRows) > 0n
}

/** Writes nothing and answers false if a row has the same value in this unique column. */
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

/** Inserts a row that names another one; throws `gone` if that one was deleted since it was read. */
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

/** Locks the rows of a query until `tx` ends: `….$call(withRowLock(tx))`. Foreign keys may name them meanwhile. */
export function withRowLock(tx: Kysely<any>) {
  const isLocked = !hasOneWriter(tx)
  return <Query extends { forNoKeyUpdate(): Query }>(query: Query): Query =>
    isLocked ? query.forNoKeyUpdate() : query
}
