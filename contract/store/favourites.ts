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
  summary: "The caller's favourite courses or, with `kind=product`, products, as ids",
  access: 'user',
  query,
  response: favouriteList,
})

/**
 * The browser sends a guest's favourites at sign-in. The response contains them together with the account's favourites.
 */
export const addFavourites = defineEndpoint('POST /api/favorites', {
  summary:
    'Add courses or products to the favourites, each by what its id names; unknown ones are left out. The answer lists the kind that was asked for, else that of the body',
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
  summary: 'Take a course or a product out of the favourites; the answer lists its kind',
  access: 'user',
  params: z.object({ id }),
  query,
  response: favouriteList,
})
