import * as z from 'zod/mini'
import { defineEndpoint } from '../endpoint.ts'
import { id, wrapped } from '../primitives.ts'
import * as error from './fields.en.ts'

export const favouritesMax = 200

export const favouriteKinds = ['course', 'product'] as const
export type FavouriteKind = (typeof favouriteKinds)[number]

const ids = z.optional(z.array(id).check(z.maxLength(favouritesMax)))
const favouriteList = wrapped(z.array(id))

/** A call without `kind` is about courses. If it sends only ids of products, it is about products. */
const query = z.object({ kind: z.optional(z.enum(favouriteKinds)) })

export const listFavourites = defineEndpoint('GET /api/favorites', {
  summary:
    'List the ids of the caller’s favourite courses, or of the favourite products if `kind` is `product`',
  access: 'user',
  query,
  response: favouriteList,
})

/**
 * The browser sends a guest's favourites when the guest signs in. The response has them together with the favourites of
 * the account.
 */
export const addFavourites = defineEndpoint('POST /api/favorites', {
  summary:
    'Add courses or products to the caller’s favourites. Unknown ids are ignored. The response lists the favourites of the kind in the query, or else of the kind in the body.',
  access: 'user',
  query,
  body: z.object({ courseIds: ids, productIds: ids }).check(
    z.refine(({ courseIds, productIds }) => courseIds !== undefined || productIds !== undefined, {
      error: error.favouritesRequired,
      path: ['courseIds'],
    }),
  ),
  response: favouriteList,
})

export const removeFavourite = defineEndpoint('DELETE /api/favorites/:id', {
  summary:
    'Remove a course or a product from the caller’s favourites. The response lists the other favourites of the same kind.',
  access: 'user',
  params: z.object({ id }),
  query,
  response: favouriteList,
})
