import { PostgresAdapter, type Transaction } from 'kysely'

/** Locks the rows that a query reads until `tx` ends: `….$call(withRowLock(tx))`. SQLite has one writer. */
export function withRowLock(tx: Transaction<any>) {
  const isPostgres = tx.getExecutor().adapter instanceof PostgresAdapter
  return <Query extends { forUpdate(): Query }>(query: Query): Query =>
    isPostgres ? query.forUpdate() : query
}
