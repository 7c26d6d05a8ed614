import { shortened } from '../../contract/graphemes.ts'
import type { AuditAction, RecordKind } from '../../contract/records.ts'
import type { Tx } from '../db/schema.ts'
import type { Clock } from './clock.ts'
import type { Ids } from './ids.ts'

export interface Actor {
  userId: string
  email: string
}

/** Plain values as staff read them, or lists of such values. The values contain neither pictures nor secrets. */
export type AuditFields = Record<string, unknown>

export interface AuditRecord {
  by: Actor | null
  action: AuditAction
  kind: RecordKind
  id: string
  title: string
  before?: AuditFields
  after?: AuditFields
}

export type Audit = ReturnType<typeof createAudit>

const valueLengthMax = 500

export function createAudit({ clock, ids }: { clock: Clock; ids: Ids }) {
  return {
    /** Must be called in the transaction of the change. Nothing is recorded if no field has changed. */
    async record(tx: Tx, ...entries: readonly AuditRecord[]): Promise<void> {
      const rows = entries.flatMap(({ by, action, kind, id, title, before = {}, after = {} }) => {
        const fields = [...new Set([...Object.keys(before), ...Object.keys(after)])]
        const changes = fields.flatMap((field) => {
          const [from, to] = [asText(before[field]), asText(after[field])]
          return from === to ? [] : [{ field, from: cut(from), to: cut(to) }]
        })
        if (action === 'changed' && changes.length === 0) return []
        return {
          id: ids.id(),
          at: clock.now(),
          actor_id: by?.userId ?? null,
          actor_email: by?.email ?? null,
          action,
          kind,
          record_id: id,
          title,
          changes: JSON.stringify(changes),
        }
      })
      if (rows.length > 0) await tx.insertInto('audit_entry').values(rows).execute()
    },
  }
}

function asText(value: unknown): string | null {
  if (value === null || value === undefined || value === '') return null
  if (Array.isArray(value)) return value.length === 0 ? null : value.map(asText).join(', ')
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

function cut(text: string | null): string | null {
  return text && shortened(text, valueLengthMax - 1)
}
