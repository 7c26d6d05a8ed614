import { addFavourites, listFavourites, removeFavourite } from '../../../contract/favourites.ts'
import type { BoundEndpoint } from '../../http/context.ts'
import { bindOwn } from '../../http/record-routes.ts'
import type { FavouritesService } from './favourites.service.ts'

export function favouritesRoutes(favourites: FavouritesService): BoundEndpoint[] {
  return [
    bindOwn(listFavourites, ({ userId }) => favourites.listCourseIds(userId)),
    bindOwn(addFavourites, ({ userId }, { body }) => favourites.add(userId, body.courseIds)),
    bindOwn(removeFavourite, ({ userId }, { params }) => favourites.remove(userId, params.id)),
  ]
}
