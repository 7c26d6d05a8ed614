import type { BinEntry } from '../../../contract/bin.ts'
import { refusal } from '../../../contract/errors.ts'
import type { RecordKind } from '../../../contract/records.ts'
import { type Page, presentPage } from '../../db/page.ts'
import type { Tx } from '../../db/schema.ts'
import type { Actor } from '../../platform/audit.ts'
import type { Deps } from '../deps.ts'
import { type BinQuery, listBinPage, takeBinRow } from './bin.repository.ts'

/**
 * How a domain brings a record back, in the transaction that takes it out of the bin; `data` is what it put there. It
 * marks its own topics, and throws where the record has no place any more.
 */
export type Restore = (tx: Tx, id: string, data: unknown) => Promise<unknown>

export type BinService = ReturnType<typeof createBinService>

/** What was deleted and can be brought back. */
export function createBinService({ db, audit }: Deps, restorers: Partial<Record<RecordKind, Restore>>) {
  return {
    list: (query: BinQuery): Promise<Page<BinEntry>> =>
      presentPage(listBinPage(db.read, query), (row) => ({
        kind: row.kind,
        recordId: row.record_id,
        title: row.title,
        deletedAt: row.deleted_at,
        deletedBy: row.deleted_by,
      })),

    /** @throws `not_found` where it is not in the bin; what its domain's `Restore` throws */
    async restore(kind: RecordKind, id: string, by: Actor): Promise<void> {
      await db.transaction(async (tx) => {
        const row = await takeBinRow(tx, kind, id)
        const restore = restorers[kind]
        if (row === undefined || restore === undefined) throw refusal('not-in-bin')
        await restore(tx, id, row.data === null ? null : JSON.parse(row.data))
        await audit.record(tx, { by, action: 'restored', kind, id, title: row.title })
      })
    },
  }
}
