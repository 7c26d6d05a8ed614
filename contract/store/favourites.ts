import * as z from 'zod/mini'
import { defineEndpoint } from '../endpoint.ts'
import { id, wrapped } from '../primitives.ts'

export const favouritesMax = 200

export const favouriteKinds = ['course', 'product'] as const
export type FavouriteKind = (typeof favouriteKinds)[number]

const ids = z.optional(z.array(id).check(z.maxLength(favouritesMax)))
const favouriteList = wrapped(z.array(id))

/** A call without a kind is about courses, unless it sends only ids of products. */
const query = z.object({ kind: z.optional(z.enum(favouriteKinds)) })

export const listFavourites = defineEndpoint('GET /api/favorites', {
  summary: 'Get the ids of the caller’s favourite courses, or with `kind=product` of the favourite products',
  access: 'user',
  query,
  response: favouriteList,
})

/**
 * The browser sends a guest's favourites at sign-in. The response contains them together with the account's favourites.
 */
export const addFavourites = defineEndpoint('POST /api/favorites', {
  summary:
    'Add courses or products to the favourites. Unknown ids are left out. The answer lists the kind in the query, otherwise the kind in the body.',
  access: 'user',
  query,
  body: z.object({ courseIds: ids, productIds: ids }).check(
    z.refine(({ courseIds, productIds }) => courseIds !== undefined || productIds !== undefined, {
      error: 'Choose which favourites to add',
      path: ['courseIds'],
    }),
  ),
  response: favouriteList,
})

export const removeFavourite = defineEndpoint('DELETE /api/favorites/:id', {
  summary: 'Remove a course or a product from the favourites. The answer lists its kind.',
  access: 'user',
  params: z.object({ id }),
  query,
  response: favouriteList,
})
