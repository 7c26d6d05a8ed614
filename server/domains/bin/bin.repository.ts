import { type Selectable, type SqlBool, sql, type Transaction } from 'kysely'
import type { RecordKind } from '../../../contract/records.ts'
import { type CursorValues, searchPattern } from '../../db/cursor.ts'
import type { Queryable } from '../../db/open.ts'
import type { Schema } from '../../db/schema.ts'

export type BinRow = Selectable<Schema['bin_entry']>

/** Newest first, from after `after`. */
export function listBinRows(
  db: Queryable,
  {
    after,
    limit,
    kind,
    search,
  }: { after: CursorValues | null; limit: number; kind: RecordKind | undefined; search: string | null },
): Promise<BinRow[]> {
  let rows = db
    .selectFrom('bin_entry')
    .selectAll()
    .orderBy('deleted_at', 'desc')
    .orderBy('kind', 'desc')
    .orderBy('record_id', 'desc')
    .limit(limit)
  if (kind !== undefined) rows = rows.where('kind', '=', kind)
  if (search !== null) {
    const words = sql`lower(title || ' ' || coalesce(deleted_by, ''))`
    rows = rows.where(sql<SqlBool>`${words} like ${searchPattern(search)} escape '\\'`)
  }
  if (after !== null) {
    const [deletedAt, kind, id] = after
    rows = rows.where(sql<SqlBool>`(deleted_at, kind, record_id) < (${deletedAt}, ${kind}, ${id})`)
  }
  return rows.execute()
}

/** Takes the record out of the bin; undefined where somebody else just did, or it never was there. */
export function takeBinRow(
  tx: Transaction<Schema>,
  kind: RecordKind,
  id: string,
): Promise<BinRow | undefined> {
  return tx
    .deleteFrom('bin_entry')
    .where('kind', '=', kind)
    .where('record_id', '=', id)
    .returningAll()
    .executeTakeFirst()
}
