import { type Insertable, type SqlBool, sql } from 'kysely'
import { type CursorValues, searchPattern } from '../../db/cursor.ts'
import type { Queryable } from '../../db/open.ts'
import type { Schema } from '../../db/schema.ts'
import { pictureColumns } from '../../platform/pictures.ts'

export type CustomRequestRow = Awaited<ReturnType<typeof listCustomRequestRows>>[number]

export async function insertCustomRequest(
  db: Queryable,
  row: Insertable<Schema['custom_request']>,
): Promise<void> {
  await db.insertInto('custom_request').values(row).execute()
}

function livingRequests(db: Queryable) {
  return db
    .selectFrom('custom_request')
    .leftJoin('picture', 'picture.base', 'custom_request.picture_base')
    .selectAll('custom_request')
    .select(pictureColumns)
    .where('custom_request.deleted_at', 'is', null)
}

/** Newest first, from after `after`. */
export function listCustomRequestRows(
  db: Queryable,
  { after, search, limit }: { after: CursorValues | null; search: string; limit: number },
) {
  let rows = livingRequests(db)
    .orderBy('custom_request.created_at', 'desc')
    .orderBy('custom_request.id', 'desc')
    .limit(limit)
  if (after !== null) {
    const [createdAt, id] = after
    rows = rows.where(sql<SqlBool>`(custom_request.created_at, custom_request.id) < (${createdAt}, ${id})`)
  }
  if (search.trim() !== '') {
    rows = rows.where(
      sql<SqlBool>`lower(comment || ' ' || coalesce(name, '') || ' ' || coalesce(email, '') || ' ' || coalesce(phone, '')) like ${searchPattern(search)} escape '\\'`,
    )
  }
  return rows.execute()
}

export function findCustomRequest(db: Queryable, id: string): Promise<CustomRequestRow | undefined> {
  return livingRequests(db).where('custom_request.id', '=', id).executeTakeFirst()
}

/** False where it was already so. */
export async function setDeleted(db: Queryable, id: string, at: string | null): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('custom_request')
    .set({ deleted_at: at })
    .where('id', '=', id)
    .where('deleted_at', at === null ? 'is not' : 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}
