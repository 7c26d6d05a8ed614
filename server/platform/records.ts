import type { Insertable, Selectable, Transaction, Updateable } from 'kysely'
import type { Topic } from '../../contract/endpoint.ts'
import { DomainError, refusal } from '../../contract/errors.ts'
import type { RecordKind } from '../../contract/records.ts'
import type { Reason } from '../../contract/refusals.ts'
import type { Database, Queryable } from '../db/open.ts'
import type { Schema, Tx } from '../db/schema.ts'
import type { Actor, Audit, AuditFields, AuditRecord } from './audit.ts'
import type { Clock } from './clock.ts'

interface RecordDeps {
  db: Database
  clock: Clock
  audit: Audit
}

interface Deleted extends Omit<AuditRecord, 'action' | 'after'> {
  data?: unknown
}

async function putIntoBin(
  { clock, audit }: Pick<RecordDeps, 'clock' | 'audit'>,
  tx: Tx,
  { by, kind, id, title, data, before }: Deleted,
): Promise<void> {
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
}

interface RecordFacts {
  table: keyof Schema
  /** The topics that every change marks; undefined if nothing about the kind is cached. */
  topic?: Topic | readonly Topic[]
  gone: Extract<Reason, `${string}-gone`>
}

const kinds = {
  class: { table: 'course', topic: 'courses', gone: 'course-gone' },
  coupon: { table: 'coupon', gone: 'coupon-gone' },
  'custom-request': { table: 'custom_request', gone: 'custom-request-gone' },
  'delivery-day': { table: 'delivery_day', topic: ['school', 'courses'], gone: 'delivery-day-gone' },
  'delivery-slot': { table: 'delivery_slot', topic: ['delivery', 'products'], gone: 'delivery-slot-gone' },
  'delivery-zone': { table: 'delivery_zone', topic: ['delivery', 'products'], gone: 'delivery-zone-gone' },
  enquiry: { table: 'enquiry', gone: 'enquiry-gone' },
  flower: { table: 'flower', topic: 'products', gone: 'flower-gone' },
  impact: { table: 'impact', topic: 'impacts', gone: 'impact-gone' },
  instructor: { table: 'instructor', topic: ['instructors', 'courses'], gone: 'instructor-gone' },
  'office-hours': { table: 'office_hours', topic: ['office-hours', 'courses'], gone: 'hours-gone' },
  post: { table: 'journal_post', topic: 'journal', gone: 'post-gone' },
  product: { table: 'product', topic: 'products', gone: 'product-gone' },
  recipe: { table: 'recipe', topic: 'products', gone: 'recipe-gone' },
  room: { table: 'room', topic: 'courses', gone: 'room-gone' },
  'status-feedback': { table: 'status_feedback', gone: 'note-gone' },
  student: { table: 'student', gone: 'student-gone' },
  'student-feedback': { table: 'student_feedback', topic: 'feedback', gone: 'feedback-gone' },
} as const satisfies Partial<Record<RecordKind, RecordFacts>>

type ChangedKind = keyof typeof kinds
type TableOf<Kind extends ChangedKind> = (typeof kinds)[Kind]['table']

type RenewedColumn = 'version' | 'updated_at'

export interface RecordType<Shown> {
  /** Reads a record that is not deleted, with the data for its title and fields; by default only the row. */
  find?(source: Queryable, id: string): Promise<Shown | undefined>
  title(shown: Shown): string
  fields: readonly (keyof NoInfer<Shown> & string)[] | ((shown: Shown) => AuditFields)
  requireDeletable?(tx: Tx, shown: Shown): Promise<void> | void
  /**
   * True if a deletion moves the whole row to the bin. By default the row stays in its table with a `deleted_at`.
   */
  movesToBin?: boolean
  skipsBin?: boolean
  renews?: Record<'delete' | 'restore', readonly RenewedColumn[]>
}

interface AskedChange {
  by: Actor | null
  version?: number | undefined
}

type RowOf<Kind extends ChangedKind> = Selectable<Schema[TableOf<Kind>]> & { id: string }

/** Changes records of one kind in one transaction: lock, version, audit log, topic and bin. */
export function recordsOf<Kind extends ChangedKind, Shown extends { id: string } = RowOf<Kind>>(
  deps: RecordDeps,
  kind: Kind,
  type: RecordType<Shown>,
) {
  const { db, clock, audit } = deps
  const { movesToBin = false, skipsBin = false, renews = { delete: [], restore: [] } } = type
  const { table, topic, gone }: RecordFacts = kinds[kind]
  const { fields } = type
  const fieldsOf =
    typeof fields === 'function'
      ? fields
      : (shown: Shown) => Object.fromEntries(fields.map((name) => [name, shown[name]]))
  const find =
    type.find ??
    ((source: Queryable, id: string) => {
      const row = untyped(source).selectFrom(table).selectAll().where('id', '=', id)
      return (movesToBin ? row : row.where('deleted_at', 'is', null)).executeTakeFirst() as Promise<
        Shown | undefined
      >
    })

  async function mark(tx: Tx): Promise<void> {
    for (const one of topic === undefined ? [] : [topic].flat()) await db.changes.mark(tx, one)
  }

  async function get(source: Queryable, id: string): Promise<Shown> {
    const shown = await find(source, id)
    if (shown === undefined) throw refusal(gone)
    return shown
  }

  /** Locks the record until the transaction ends. @throws `not_found` */
  async function lock(tx: Tx, id: string): Promise<Shown> {
    await untyped(tx)
      .updateTable(table)
      .set((eb) => ({ id: eb.ref('id') }))
      .where('id', '=', id)
      .execute()
    return get(tx, id)
  }

  async function added(tx: Tx, records: readonly Shown[], by: Actor | null): Promise<void> {
    await mark(tx)
    const entries = records.map((shown) => ({
      by,
      action: 'added' as const,
      kind,
      id: shown.id,
      title: type.title(shown),
      after: fieldsOf(shown),
    }))
    await audit.record(tx, ...entries)
  }

  function setDeleted(tx: Tx, at: string | null, renewed: readonly RenewedColumn[]) {
    return untyped(tx)
      .updateTable(table)
      .set((eb) => ({
        deleted_at: at,
        ...(renewed.includes('version') && { version: eb('version', '+', 1) }),
        ...(renewed.includes('updated_at') && { updated_at: clock.now() }),
      }))
  }

  type Columns = Updateable<Schema[TableOf<Kind>]> | null
  type WriteChange = (tx: Tx, before: Shown) => Columns | Promise<Columns>

  /**
   * `write` returns the changed columns, or null for no change. @throws `not_found`; `conflict` if `version` is stale
   */
  async function changeIn(tx: Tx, id: string, { by, version }: AskedChange, write: WriteChange) {
    const before = await lock(tx, id)
    refuseStale(version, before)
    const columns = await write(tx, before)
    if (columns === null) return before
    const changes: Partial<AnyRecord> = { ...columns }
    if ('version' in before) changes.version = Number(before.version) + 1
    if (Object.keys(changes).length > 0) {
      await untyped(tx).updateTable(table).set(changes).where('id', '=', id).execute()
    }
    await mark(tx)
    const after = await get(tx, id)
    await audit.record(tx, {
      by,
      action: 'changed',
      kind,
      id,
      title: type.title(after),
      before: fieldsOf(before),
      after: fieldsOf(after),
    })
    return after
  }

  /** `data` is stored in the bin for a restore. @throws `not_found`, or the error of `requireDeletable` */
  async function removeIn(tx: Tx, id: string, by: Actor | null, data?: unknown): Promise<void> {
    const shown = await lock(tx, id)
    await type.requireDeletable?.(tx, shown)
    const before = fieldsOf(shown)
    const binned = { by, kind, id, title: type.title(shown), before }
    if (skipsBin) {
      await untyped(tx).deleteFrom(table).where('id', '=', id).execute()
      await audit.record(tx, { ...binned, action: 'deleted' })
    } else if (movesToBin) {
      await putIntoBin(deps, tx, { ...binned, data: shown })
      await untyped(tx).deleteFrom(table).where('id', '=', id).execute()
    } else {
      await putIntoBin(deps, tx, { ...binned, data })
      await setDeleted(tx, clock.now(), renews.delete).where('id', '=', id).execute()
    }
    await mark(tx)
  }

  return {
    kind,
    title: type.title,
    mark,
    get,
    lock,
    added,

    async add(tx: Tx, row: Insertable<Schema[TableOf<Kind>]>, by: Actor | null): Promise<Shown> {
      await untyped(tx)
        .insertInto(table)
        .values(row as unknown as AnyRecord)
        .execute()
      const shown = await get(tx, (row as unknown as { id: string }).id)
      await added(tx, [shown], by)
      return shown
    },

    changeIn,

    change(id: string, asked: AskedChange, write: WriteChange): Promise<Shown> {
      return db.transaction((tx) => changeIn(tx, id, asked, write))
    },

    removeIn,

    remove(id: string, by: Actor | null): Promise<void> {
      return db.transaction((tx) => removeIn(tx, id, by))
    },

    /** False if the row does not exist, or is not deleted. */
    async restore(tx: Tx, id: string): Promise<boolean> {
      const { numUpdatedRows } = await setDeleted(tx, null, renews.restore)
        .where('id', '=', id)
        .where('deleted_at', 'is not', null)
        .executeTakeFirstOrThrow()
      await mark(tx)
      return numUpdatedRows === 1n
    },
  }
}

/** @throws `conflict` if the form was opened with another version */
export function refuseStale(version: number | undefined, current: object): void {
  if (version !== undefined && 'version' in current && version !== current.version) {
    throw new DomainError('conflict')
  }
}

/** Leaves a field unchanged if the patch has undefined for it, and empties the field if it has null. */
export function mergePatch<Row extends object>(
  row: Row,
  patch: { [Field in keyof Row]?: Row[Field] | undefined },
): Row {
  const said = Object.entries(patch).filter(([, value]) => value !== undefined)
  return { ...row, ...Object.fromEntries(said) }
}

interface AnyRecord {
  id: string
  version: number
  updated_at: string
  deleted_at: string | null
}

/**
 * Kysely cannot type one query for several tables. All tables of `kinds` have the columns that these queries use.
 */
function untyped(source: Queryable): Transaction<Record<string, AnyRecord>> {
  return source as unknown as Transaction<Record<string, AnyRecord>>
}
