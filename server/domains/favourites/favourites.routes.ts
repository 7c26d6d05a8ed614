import { addFavourites, listFavourites, removeFavourite } from '../../../contract/favourites.ts'
import { type BoundEndpoint, bind, requireCaller } from '../../http/context.ts'
import type { FavouritesService } from './favourites.service.ts'

export function favouritesRoutes(favourites: FavouritesService): BoundEndpoint[] {
  return [
    bind(listFavourites, async (_input, context) => ({
      success: true,
      data: await favourites.listCourseIds(requireCaller(context).userId),
    })),
    bind(addFavourites, async ({ body }, context) => ({
      success: true,
      data: await favourites.add(requireCaller(context).userId, body.courseIds),
    })),
    bind(removeFavourite, async ({ params }, context) => ({
      success: true,
      data: await favourites.remove(requireCaller(context).userId, params.id),
    })),
  ]
}
