import type { Queryable } from './schema.ts'

export async function listExistingIds(
  db: Queryable,
  table: 'course' | 'flower' | 'instructor' | 'product',
  ids: readonly string[],
) {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom(table)
    .select('id')
    .where('id', 'in', ids)
    .where('deleted_at', 'is', null)
    .execute()
  return rows.map(({ id }) => id)
}

/** Leaves out records that are off the site, so that an answer does not tell them from unknown ids. */
export async function listShownIds(db: Queryable, table: 'course' | 'product', ids: readonly string[]) {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom(table)
    .select('id')
    .where('id', 'in', ids)
    .where((eb) => eb.and({ deleted_at: null, is_on_site: 1 }))
    .execute()
  return rows.map(({ id }) => id)
}

/** Lists the pages that are on the site for a sitemap, newest first. */
export function listChanged(db: Queryable, table: 'course' | 'product', limit: number) {
  return db
    .selectFrom(table)
    .select(['slug', 'updated_at as changedAt'])
    .where((eb) => eb.and({ deleted_at: null, is_on_site: 1 }))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}
