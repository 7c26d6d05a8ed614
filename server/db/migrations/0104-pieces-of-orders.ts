import type { Kysely } from 'kysely'
import { run } from './baseline/columns.ts'

/** An order says how many pieces its lines have together. Those from before say nothing. */
export async function countPieces(db: Kysely<any>): Promise<void> {
  await run(db, 'alter table shop_order add column pieces integer check (pieces >= 1)')
}
