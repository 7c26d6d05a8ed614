import { type Insertable, type Selectable, type SqlBool, sql } from 'kysely'
import { type CursorValues, searchPattern } from '../../db/cursor.ts'
import type { Queryable } from '../../db/open.ts'
import type { Schema } from '../../db/schema.ts'

export type EnquiryRow = Selectable<Schema['enquiry']>

export async function insertEnquiry(db: Queryable, row: Insertable<Schema['enquiry']>): Promise<void> {
  await db.insertInto('enquiry').values(row).execute()
}

/** Newest first, from after `after`. */
export function listEnquiryRows(
  db: Queryable,
  { after, search, limit }: { after: CursorValues | null; search: string; limit: number },
): Promise<EnquiryRow[]> {
  let rows = db
    .selectFrom('enquiry')
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
  if (after !== null) {
    const [createdAt, id] = after
    rows = rows.where(sql<SqlBool>`(created_at, id) < (${createdAt}, ${id})`)
  }
  if (search.trim() !== '') {
    rows = rows.where(
      sql<SqlBool>`lower(name || ' ' || email || ' ' || phone || ' ' || kind || ' ' || coalesce(question, '')) like ${searchPattern(search)} escape '\\'`,
    )
  }
  return rows.execute()
}
