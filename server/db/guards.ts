import { type DeleteResult, type Insertable, type Kysely, PostgresAdapter, type UpdateResult } from 'kysely'
import { dbFault } from './errors.ts'
import type { Queryable, Schema } from './schema.ts'

/**
 * True if the statement changed a row. If several callers run the same guarded statement at once, only one of them gets
 * true.
 */
export async function changesRow(statement: {
  executeTakeFirst(): Promise<UpdateResult | DeleteResult>
}): Promise<boolean> {
  const result = await statement.executeTakeFirst()
  return ('numUpdatedRows' in result ? result.numUpdatedRows : result.numDeletedRows) > 0n
}

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

/** @throws the error of `gone` if a row to which the new row refers was deleted since it was read */
export async function whileThere<T>(insert: Promise<T>, gone: () => Error): Promise<T> {
  try {
    return await insert
  } catch (error) {
    throw dbFault(error)?.fault === 'foreign' ? gone() : error
  }
}

export function isPostgres(db: Kysely<any>): boolean {
  return db.getExecutor().adapter instanceof PostgresAdapter
}

/**
 * Locks a query's rows until `tx` ends: `….$call(withRowLock(tx))`. Other transactions may still insert rows that refer
 * to the locked rows.
 */
export function withRowLock(tx: Kysely<any>) {
  const isLocked = isPostgres(tx)
  return <Query extends { forNoKeyUpdate(): Query }>(query: Query): Query =>
    isLocked ? query.forNoKeyUpdate() : query
}
