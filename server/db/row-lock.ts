import { PostgresAdapter, type Transaction } from 'kysely'

/**
 * Locks the rows that a query reads until the transaction ends: `tx.selectFrom('batch')….$call(withRowLock(tx))`. SQLite
 * has one writer at a time, and neither needs nor knows such a clause.
 */
export function withRowLock(tx: Transaction<any>) {
  const isPostgres = tx.getExecutor().adapter instanceof PostgresAdapter
  return <Query extends { forUpdate(): Query }>(query: Query): Query =>
    isPostgres ? query.forUpdate() : query
}
