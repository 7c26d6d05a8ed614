import type { QueryOf } from '../../../../contract/endpoint.ts'
import { refusal } from '../../../../contract/errors.ts'
import type { RecordKind } from '../../../../contract/records.ts'
import { kindsShownTo, recordTable } from '../../../../contract/records.ts'
import type { listBin } from '../../../../contract/system/bin.ts'
import { onDaysOf, type PageList, presentPage, readPage } from '../../../db/page.ts'
import type { Tx } from '../../../db/schema.ts'
import type { Caller } from '../../../http/context.ts'
import type { Actor } from '../../../platform/audit.ts'
import { requireRight } from '../../../platform/staff-rights.ts'
import type { Deps } from '../../deps.ts'

/** Inserts a deleted record again and marks its topics. Throws if its unique name or time is taken. */
export type Restore = (tx: Tx, id: string, data: unknown) => Promise<unknown>

type BinQuery = QueryOf<typeof listBin>

const binList: PageList<BinQuery> = {
  sorts: { newest: ['desc', 'deleted_at'] },
  tie: ['kind', 'record_id'],
  words: ['title', "coalesce(deleted_by, '')"],
  filters: { kind: 'kind', ...onDaysOf('deleted_at') },
}

export type BinService = ReturnType<typeof createBinService>

export function createBinService({ db, audit }: Deps, restorers: Partial<Record<RecordKind, Restore>>) {
  return {
    list(query: BinQuery, { role }: Pick<Caller, 'role'>) {
      const shown = db.read.selectFrom('bin_entry').selectAll().where('kind', 'in', kindsShownTo(role))
      return presentPage(readPage(shown, binList, query), (row) => ({
        kind: row.kind,
        recordId: row.record_id,
        title: row.title,
        deletedAt: row.deleted_at,
        deletedBy: row.deleted_by,
      }))
    },

    /** @throws `forbidden`; `not_found` if the record is not in the bin; the errors of `Restore` */
    async restore(kind: RecordKind, id: string, by: Actor & Pick<Caller, 'role'>) {
      requireRight(by, recordTable[kind].right)
      await db.transaction(async (tx) => {
        const row = await tx
          .deleteFrom('bin_entry')
          .where((eb) => eb.and({ kind, record_id: id }))
          .returningAll()
          .executeTakeFirst()
        const restore = restorers[kind]
        if (row === undefined || restore === undefined) throw refusal('not-in-bin')
        await restore(tx, id, row.data === null ? null : JSON.parse(row.data))
        await audit.record(tx, { by, action: 'restored', kind, id, title: row.title })
      })
    },
  }
}
