import {
  type DeleteResult,
  type Insertable,
  PostgresAdapter,
  type Transaction,
  type UpdateResult,
} from 'kysely'
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

/** Locks the rows that a query reads until `tx` ends: `….$call(withRowLock(tx))`. SQLite has one writer. */
export function withRowLock(tx: Transaction<any>) {
  const isPostgres = tx.getExecutor().adapter instanceof PostgresAdapter
  return <Query extends { forUpdate(): Query }>(query: Query): Query =>
    isPostgres ? query.forUpdate() : query
}
