import type { Selectable } from 'kysely'
import type { listBin } from '../../../contract/bin.ts'
import type { QueryOf } from '../../../contract/endpoint.ts'
import type { RecordKind } from '../../../contract/records.ts'
import type { Queryable } from '../../db/open.ts'
import { type PageList, readPage } from '../../db/page.ts'
import type { Schema, Tx } from '../../db/schema.ts'

export type BinRow = Selectable<Schema['bin_entry']>

export type BinQuery = QueryOf<typeof listBin>

const binList: PageList<BinQuery> = {
  sorts: { newest: ['desc', 'deleted_at'] },
  tie: ['kind', 'record_id'],
  words: ['title', "coalesce(deleted_by, '')"],
  filters: { kind: 'kind' },
}

export function listBinPage(db: Queryable, query: BinQuery) {
  return readPage(db.selectFrom('bin_entry').selectAll(), binList, query)
}

/** Undefined where it is not in the bin. */
export function takeBinRow(tx: Tx, kind: RecordKind, id: string): Promise<BinRow | undefined> {
  return tx
    .deleteFrom('bin_entry')
    .where('kind', '=', kind)
    .where('record_id', '=', id)
    .returningAll()
    .executeTakeFirst()
}
