import type { ParsedInput } from '../../../../contract/endpoint.ts'
import { refusal } from '../../../../contract/errors.ts'
import {
  type addFavourites,
  type FavouriteKind,
  favouriteKinds,
  favouritesMax,
} from '../../../../contract/store/favourites.ts'
import type { Queryable } from '../../../db/open.ts'
import type { Tx } from '../../../db/schema.ts'
import type { CoursesService } from '../../catalogue/index.ts'
import type { Deps } from '../../deps.ts'
import type { ProductsService } from '../products/products.service.ts'
import * as repository from './favourites.repository.ts'

export type FavouritesService = ReturnType<typeof createFavouritesService>

/** A guest's favourites are kept in the browser until the sign-in. */
export function createFavouritesService(
  { db, clock }: Deps,
  courses: Pick<CoursesService, 'listExistingIds'>,
  products: Pick<ProductsService, 'listExistingIds'>,
) {
  const listKnown: Record<FavouriteKind, (tx: Queryable, ids: readonly string[]) => Promise<string[]>> = {
    course: courses.listExistingIds,
    product: products.listExistingIds,
  }

  /** Sorts the ids by what they name: the kind that was said, else the other one. Drops those that name nothing. */
  async function sorted(tx: Tx, said: Record<FavouriteKind, readonly string[]>) {
    const ids = [...said.course, ...said.product]
    const known = {
      course: new Set(await listKnown.course(tx, ids)),
      product: new Set(await listKnown.product(tx, ids)),
    }
    const takenAs = (kind: FavouriteKind, other: FavouriteKind) => [
      ...said[kind].filter((id) => known[kind].has(id)),
      ...said[other].filter((id) => known[kind].has(id) && !known[other].has(id)),
    ]
    return { course: takenAs('course', 'product'), product: takenAs('product', 'course') }
  }

  async function addOf(tx: Tx, kind: FavouriteKind, userId: string, known: readonly string[]): Promise<void> {
    await repository.insertFavourites(tx, kind, userId, known, clock.now())
    const all = await repository.listIds(tx, kind, userId)
    if (all.length > favouritesMax) throw refusal('favourites-full', { facts: { max: favouritesMax } })
  }

  return {
    list: (userId: string, kind: FavouriteKind = 'course'): Promise<string[]> =>
      repository.listIds(db.read, kind, userId),

    /** Unknown ids are left out. @throws `limit_reached` */
    add(userId: string, { query, body }: ParsedInput<typeof addFavourites>): Promise<string[]> {
      const { courseIds, productIds } = body
      return db.transaction(async (tx) => {
        await repository.lockUser(tx, userId)
        const added = await sorted(tx, { course: courseIds ?? [], product: productIds ?? [] })
        for (const kind of favouriteKinds) await addOf(tx, kind, userId, added[kind])
        const [only, ...others] = favouriteKinds.filter((kind) => added[kind].length > 0)
        const said = courseIds === undefined ? 'product' : 'course'
        const kind = query.kind ?? (others.length === 0 ? only : undefined) ?? said
        return repository.listIds(tx, kind, userId)
      })
    },

    /** Removes a favourite. If `asked` is absent, it looks among the courses first, then among the products. */
    remove(userId: string, id: string, asked?: FavouriteKind): Promise<string[]> {
      return db.transaction(async (tx) => {
        const isOf = async (kind: FavouriteKind) => (await repository.listIds(tx, kind, userId)).includes(id)
        const isProduct = asked === undefined && !(await isOf('course')) && (await isOf('product'))
        const kind = asked ?? (isProduct ? 'product' : 'course')
        await repository.deleteFavourite(tx, kind, userId, id)
        return repository.listIds(tx, kind, userId)
      })
    },
  }
}
