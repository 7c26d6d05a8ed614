import type { Kysely } from 'kysely'
import { run } from './baseline/columns.ts'

/**
 * Adds the number of pieces in all lines of an order. The number is null for an order that is older than this column.
 */
export async function countPieces(db: Kysely<any>): Promise<void> {
  await run(db, 'alter table shop_order add column pieces integer check (pieces >= 1)')
}
