import type { ParsedInput } from '../../../contract/endpoint.ts'
import { refusal } from '../../../contract/errors.ts'
import {
  type addFavourites,
  type FavouriteKind,
  favouriteKinds,
  favouritesMax,
} from '../../../contract/favourites.ts'
import type { Queryable } from '../../db/open.ts'
import type { Tx } from '../../db/schema.ts'
import type { CoursesService } from '../courses/courses.service.ts'
import type { Deps } from '../deps.ts'
import type { ProductsService } from '../products/products.service.ts'
import * as repository from './favourites.repository.ts'

export type FavouritesService = ReturnType<typeof createFavouritesService>

/** The courses and products that a signed-in user marked; a guest's are kept in the browser until the sign-in. */
export function createFavouritesService(
  { db, clock }: Deps,
  courses: Pick<CoursesService, 'listExistingIds'>,
  products: Pick<ProductsService, 'listExistingIds'>,
) {
  const listKnown: Record<FavouriteKind, (tx: Queryable, ids: readonly string[]) => Promise<string[]>> = {
    course: courses.listExistingIds,
    product: products.listExistingIds,
  }

  async function addOf(tx: Tx, kind: FavouriteKind, userId: string, ids: readonly string[]): Promise<void> {
    const known = await listKnown[kind](tx, ids)
    await repository.insertFavourites(tx, kind, userId, known, clock.now())
    const all = await repository.listIds(tx, kind, userId)
    if (all.length > favouritesMax) throw refusal('favourites-full', { facts: { max: favouritesMax } })
  }

  return {
    list: (userId: string, kind: FavouriteKind = 'course'): Promise<string[]> =>
      repository.listIds(db.read, kind, userId),

    /** Unknown ones are left out. @throws `limit_reached` */
    add(userId: string, { query, body }: ParsedInput<typeof addFavourites>): Promise<string[]> {
      const added = { course: body.courseIds, product: body.productIds }
      const kind = query.kind ?? (added.course === undefined ? 'product' : 'course')
      return db.transaction(async (tx) => {
        await repository.lockUser(tx, userId)
        for (const one of favouriteKinds) await addOf(tx, one, userId, added[one] ?? [])
        return repository.listIds(tx, kind, userId)
      })
    },

    remove(userId: string, id: string, kind: FavouriteKind = 'course'): Promise<string[]> {
      return db.transaction(async (tx) => {
        await repository.deleteFavourite(tx, kind, userId, id)
        return repository.listIds(tx, kind, userId)
      })
    },
  }
}
