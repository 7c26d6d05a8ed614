import { type RawBuilder, sql } from 'kysely'
import type { FavouriteKind } from '../../../../contract/store/favourites.ts'
import type { Queryable } from '../../../db/open.ts'

/** Rows of `marks` name rows of `things` by `column`. */
const places = {
  course: { marks: sql.table('favourite'), column: sql.ref('course_id'), things: sql.table('course') },
  product: {
    marks: sql.table('product_favourite'),
    column: sql.ref('product_id'),
    things: sql.table('product'),
  },
} satisfies Record<FavouriteKind, Record<string, RawBuilder<unknown>>>

export async function listIds(db: Queryable, kind: FavouriteKind, userId: string): Promise<string[]> {
  const { marks, column, things } = places[kind]
  const { rows } = await sql<{ id: string }>`
    select thing.id from ${marks} as mark join ${things} as thing on thing.id = mark.${column}
    where mark.user_id = ${userId} and thing.deleted_at is null
    order by mark.created_at desc, thing.id`.execute(db)
  return rows.map(({ id }) => id)
}

/** Makes the user's other calls wait until this transaction ends, so that a count of favourites holds. */
export async function lockUser(db: Queryable, userId: string): Promise<void> {
  await db
    .updateTable('user')
    .set((eb) => ({ updatedAt: eb.ref('updatedAt') }))
    .where('id', '=', userId)
    .execute()
}

export async function insertFavourites(
  db: Queryable,
  kind: FavouriteKind,
  userId: string,
  ids: readonly string[],
  now: string,
): Promise<void> {
  if (ids.length === 0) return
  const { marks, column } = places[kind]
  const rows = ids.map((id) => sql`(${userId}, ${id}, ${now})`)
  await sql`insert into ${marks} (user_id, ${column}, created_at) values ${sql.join(rows)}
    on conflict do nothing`.execute(db)
}

export async function deleteFavourite(
  db: Queryable,
  kind: FavouriteKind,
  userId: string,
  id: string,
): Promise<void> {
  const { marks, column } = places[kind]
  await sql`delete from ${marks} where user_id = ${userId} and ${column} = ${id}`.execute(db)
}
