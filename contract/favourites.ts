import * as z from 'zod/mini'
import { defineEndpoint } from './endpoint.ts'
import { id, wrapped } from './primitives.ts'

export const favouritesMax = 200

const courseIds = z.array(id).check(z.maxLength(favouritesMax))
const favouriteList = wrapped(z.array(id))

export const listFavourites = defineEndpoint('GET /api/favorites', {
  summary: "The caller's favourite courses, as ids",
  access: 'user',
  response: favouriteList,
})

/** At sign-in the browser sends what a guest had marked; the answer is the union. */
export const addFavourites = defineEndpoint('POST /api/favorites', {
  summary: 'Add courses to the favourites; unknown ones are left out',
  access: 'user',
  body: z.object({ courseIds }),
  response: favouriteList,
})

export const removeFavourite = defineEndpoint('DELETE /api/favorites/:id', {
  summary: 'Take a course out of the favourites',
  access: 'user',
  params: z.object({ id }),
  response: favouriteList,
})
