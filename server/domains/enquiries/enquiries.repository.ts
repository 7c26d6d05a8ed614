import { type Insertable, type Selectable, type SqlBool, sql } from 'kysely'
import { type CursorValues, searchPattern } from '../../db/cursor.ts'
import type { Queryable } from '../../db/open.ts'
import type { Schema } from '../../db/schema.ts'

export type EnquiryRow = Selectable<Schema['enquiry']>

export async function insertEnquiry(db: Queryable, row: Insertable<Schema['enquiry']>): Promise<void> {
  await db.insertInto('enquiry').values(row).execute()
}

export interface EnquiryPage {
  limit: number
  sort: 'newest' | 'oldest'
  search: string
  kind: string | null
  isAnswered: boolean | null
  /** Instant and id of the row before the page. */
  after: CursorValues | null
}

export function listEnquiryRows(
  db: Queryable,
  { after, search, limit, kind, isAnswered, sort }: EnquiryPage,
): Promise<EnquiryRow[]> {
  const [direction, beyond] = sort === 'oldest' ? (['asc', '>'] as const) : (['desc', '<'] as const)
  let rows = db
    .selectFrom('enquiry')
    .selectAll()
    .where('deleted_at', 'is', null)
    .orderBy('created_at', direction)
    .orderBy('id', direction)
    .limit(limit)
  if (after !== null) {
    const [createdAt, id] = after
    rows = rows.where(sql<SqlBool>`(created_at, id) ${sql.raw(beyond)} (${createdAt}, ${id})`)
  }
  if (isAnswered !== null) rows = rows.where('answered_at', isAnswered ? 'is not' : 'is', null)
  if (kind !== null) rows = rows.where('kind', '=', kind)
  if (search.trim() !== '') {
    rows = rows.where(
      sql<SqlBool>`lower(name || ' ' || email || ' ' || phone || ' ' || kind || ' ' || coalesce(question, '')) like ${searchPattern(search)} escape '\\'`,
    )
  }
  return rows.execute()
}

/** The enquiry as it was; undefined where there is none, or it was already so. */
export function setEnquiryDeleted(
  db: Queryable,
  id: string,
  at: string | null,
): Promise<EnquiryRow | undefined> {
  return db
    .updateTable('enquiry')
    .set({ deleted_at: at })
    .where('id', '=', id)
    .where('deleted_at', at === null ? 'is not' : 'is', null)
    .returningAll()
    .executeTakeFirst()
}

/** Locks a living enquiry until the transaction ends; undefined where there is none. */
export function lockEnquiry(db: Queryable, id: string): Promise<EnquiryRow | undefined> {
  return db
    .updateTable('enquiry')
    .set((eb) => ({ answered_at: eb.ref('answered_at') }))
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .returningAll()
    .executeTakeFirst()
}

export async function setEnquiryAnswered(db: Queryable, id: string, at: string | null): Promise<void> {
  await db.updateTable('enquiry').set({ answered_at: at }).where('id', '=', id).execute()
}
