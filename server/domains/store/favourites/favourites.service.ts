import { type RawBuilder, sql } from 'kysely'
import type { ParsedInput } from '../../../../contract/endpoint.ts'
import { refusal } from '../../../../contract/errors.ts'
import {
  type addFavourites,
  type FavouriteKind,
  favouriteKinds,
  favouritesMax,
} from '../../../../contract/store/favourites.ts'
import { listShownIds } from '../../../db/existing.ts'
import type { Queryable, Tx } from '../../../db/schema.ts'
import type { Deps } from '../../deps.ts'
import { lockAccount } from '../lock-account.ts'

export type FavouritesService = ReturnType<typeof createFavouritesService>

/** Keeps the favourites of accounts. A guest's favourites are kept in the browser until the guest signs in. */
export function createFavouritesService({ db, clock }: Deps) {
  /**
   * Groups ids by the kind of record that has the id. If a course and a product have the same id, the given kind is
   * used. Ids that visitors do not see are left out.
   */
  async function sortByKind(tx: Tx, given: Record<FavouriteKind, readonly string[]>) {
    const ids = [...given.course, ...given.product]
    const known = {
      course: new Set(await listShownIds(tx, 'course', ids)),
      product: new Set(await listShownIds(tx, 'product', ids)),
    }
    const idsOf = (kind: FavouriteKind, other: FavouriteKind) => [
      ...given[kind].filter((id) => known[kind].has(id)),
      ...given[other].filter((id) => known[kind].has(id) && !known[other].has(id)),
    ]
    return { course: idsOf('course', 'product'), product: idsOf('product', 'course') }
  }

  return {
    list: (userId: string, kind: FavouriteKind = 'course') => listIds(db.read, kind, userId),

    /** Ids that visitors do not see are left out. @throws `limit_reached` */
    add(userId: string, { query, body }: ParsedInput<typeof addFavourites>) {
      const { courseIds, productIds } = body
      return db.transaction(async (tx) => {
        await lockAccount(tx, userId)
        const added = await sortByKind(tx, { course: courseIds ?? [], product: productIds ?? [] })
        for (const kind of favouriteKinds) {
          await insertFavourites(tx, kind, userId, added[kind], clock.now())
          const all = await listIds(tx, kind, userId)
          if (all.length > favouritesMax) throw refusal('favourites-full', { facts: { max: favouritesMax } })
        }
        const [only, ...others] = favouriteKinds.filter((kind) => added[kind].length > 0)
        const given = courseIds === undefined ? 'product' : 'course'
        const kind = query.kind ?? (others.length === 0 ? only : undefined) ?? given
        return listIds(tx, kind, userId)
      })
    },

    /**
     * Removes the favourite of the kind `asked`. If `asked` is missing, removes the course with this id, or else the
     * product.
     */
    remove(userId: string, id: string, asked?: FavouriteKind) {
      return db.transaction(async (tx) => {
        const isOf = async (kind: FavouriteKind) => (await listIds(tx, kind, userId)).includes(id)
        const isProduct = asked === undefined && !(await isOf('course')) && (await isOf('product'))
        const kind = asked ?? (isProduct ? 'product' : 'course')
        const { marks, column } = places[kind]
        await sql`delete from ${marks} where user_id = ${userId} and ${column} = ${id}`.execute(tx)
        return listIds(tx, kind, userId)
      })
    },
  }
}

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
