import type { Transaction } from 'kysely'
import type { RecordKind } from '../../contract/records.ts'
import type { Schema } from '../db/schema.ts'
import type { Actor, Audit, AuditFields } from './audit.ts'
import type { Clock } from './clock.ts'

interface Deleted {
  by: Actor | null
  kind: RecordKind
  id: string
  /** What the record was called, for people. */
  title: string
  /** What its domain needs to bring it back, where the row itself does not stay with a `deleted_at`. */
  data?: unknown
  /** Its fields, for the audit log. */
  before?: AuditFields
}

export interface Bin {
  /** Says, in the transaction of a delete, that the record can be brought back; the audit log hears of it too. */
  put(tx: Transaction<Schema>, deleted: Deleted): Promise<void>
}

export function createBin({ clock, audit }: { clock: Clock; audit: Audit }): Bin {
  return {
    async put(tx, { by, kind, id, title, data, before = {} }) {
      const row = {
        title,
        data: data === undefined ? null : JSON.stringify(data),
        deleted_at: clock.now(),
        deleted_by: by?.email ?? null,
      }
      await tx
        .insertInto('bin_entry')
        .values({ kind, record_id: id, ...row })
        .onConflict((conflict) => conflict.columns(['kind', 'record_id']).doUpdateSet(row))
        .execute()
      await audit.record(tx, { by, action: 'deleted', kind, id, title, before })
    },
  }
}
