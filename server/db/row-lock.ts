import type { Transaction } from 'kysely'
import { PostgresAdapter } from 'kysely'

/**
 * Locks the rows that a query reads until the transaction ends, so that what is decided on them still holds
 * when it is written: `tx.selectFrom('batch')….$call(withRowLock(tx))`. SQLite has one writer at a time and
 * needs (and knows) no such clause.
 */
export function withRowLock(tx: Transaction<any>) {
  const isPostgres = tx.getExecutor().adapter instanceof PostgresAdapter
  return <Query extends { forUpdate(): Query }>(query: Query): Query =>
    isPostgres ? query.forUpdate() : query
}
