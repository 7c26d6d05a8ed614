import { type RawBuilder, sql } from 'kysely'
import type { ParsedInput } from '../../../../contract/endpoint.ts'
import { refusal } from '../../../../contract/errors.ts'
import {
  type addFavourites,
  type FavouriteKind,
  favouriteKinds,
  favouritesMax,
} from '../../../../contract/store/favourites.ts'
import { listExistingIds } from '../../../db/existing.ts'
import type { Queryable } from '../../../db/open.ts'
import type { Tx } from '../../../db/schema.ts'
import type { Deps } from '../../deps.ts'

export type FavouritesService = ReturnType<typeof createFavouritesService>

/** A guest's favourites are kept in the browser until the sign-in. */
export function createFavouritesService({ db, clock }: Deps) {
  /** Sorts the ids by what they name: the kind that was said, else the other one. Drops those that name nothing. */
  async function sorted(tx: Tx, said: Record<FavouriteKind, readonly string[]>) {
    const ids = [...said.course, ...said.product]
    const known = {
      course: new Set(await listExistingIds(tx, 'course', ids)),
      product: new Set(await listExistingIds(tx, 'product', ids)),
    }
    const takenAs = (kind: FavouriteKind, other: FavouriteKind) => [
      ...said[kind].filter((id) => known[kind].has(id)),
      ...said[other].filter((id) => known[kind].has(id) && !known[other].has(id)),
    ]
    return { course: takenAs('course', 'product'), product: takenAs('product', 'course') }
  }

  async function addOf(tx: Tx, kind: FavouriteKind, userId: string, known: readonly string[]) {
    await insertFavourites(tx, kind, userId, known, clock.now())
    const all = await listIds(tx, kind, userId)
    if (all.length > favouritesMax) throw refusal('favourites-full', { facts: { max: favouritesMax } })
  }

  return {
    list: (userId: string, kind: FavouriteKind = 'course') => listIds(db.read, kind, userId),

    /** Unknown ids are left out. @throws `limit_reached` */
    add(userId: string, { query, body }: ParsedInput<typeof addFavourites>) {
      const { courseIds, productIds } = body
      return db.transaction(async (tx) => {
        await lockUser(tx, userId)
        const added = await sorted(tx, { course: courseIds ?? [], product: productIds ?? [] })
        for (const kind of favouriteKinds) await addOf(tx, kind, userId, added[kind])
        const [only, ...others] = favouriteKinds.filter((kind) => added[kind].length > 0)
        const said = courseIds === undefined ? 'product' : 'course'
        const kind = query.kind ?? (others.length === 0 ? only : undefined) ?? said
        return listIds(tx, kind, userId)
      })
    },

    /** Removes a favourite. If `asked` is absent, it looks among the courses first, then among the products. */
    remove(userId: string, id: string, asked?: FavouriteKind) {
      return db.transaction(async (tx) => {
        const isOf = async (kind: FavouriteKind) => (await listIds(tx, kind, userId)).includes(id)
        const isProduct = asked === undefined && !(await isOf('course')) && (await isOf('product'))
        const kind = asked ?? (isProduct ? 'product' : 'course')
        await deleteFavourite(tx, kind, userId, id)
        return listIds(tx, kind, userId)
      })
    },
  }
}

/** Rows of `marks` name rows of `things` by `column`. */
const places = {
  course: { marks: sql.table('favourite'), column: sql.ref('course_id'), things: sql.table('course') },
  product: {
    marks: sql.table('product_favourite'),
    column: sql.ref('product_id'),
    things: sql.table('product'),
  },
} satisfies Record<FavouriteKind, Record<string, RawBuilder<unknown>>>

async function listIds(db: Queryable, kind: FavouriteKind, userId: string) {
  const { marks, column, things } = places[kind]
  const { rows } = await sql<{ id: string }>`
    select thing.id from ${marks} as mark join ${things} as thing on thing.id = mark.${column}
    where mark.user_id = ${userId} and thing.deleted_at is null
    order by mark.created_at desc, thing.id`.execute(db)
  return rows.map(({ id }) => id)
}

/** Makes the user's other calls wait until this transaction ends, so that a count of favourites holds. */
async function lockUser(db: Queryable, userId: string) {
  await db
    .updateTable('user')
    .set((eb) => ({ updatedAt: eb.ref('updatedAt') }))
    .where('id', '=', userId)
    .execute()
}

async function insertFavourites(
  db: Queryable,
  kind: FavouriteKind,
  userId: string,
  ids: readonly string[],
  now: string,
) {
  if (ids.length === 0) return
  const { marks, column } = places[kind]
  const rows = ids.map((id) => sql`(${userId}, ${id}, ${now})`)
  await sql`insert into ${marks} (user_id, ${column}, created_at) values ${sql.join(rows)}
    on conflict do nothing`.execute(db)
}

async function deleteFavourite(db: Queryable, kind: FavouriteKind, userId: string, id: string) {
  const { marks, column } = places[kind]
  await sql`delete from ${marks} where user_id = ${userId} and ${column} = ${id}`.execute(db)
}
