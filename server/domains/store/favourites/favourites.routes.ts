import { addFavourites, listFavourites, removeFavourite } from '../../../../contract/store/favourites.ts'
import type { BoundEndpoint } from '../../../http/context.ts'
import { bindOwn } from '../../../http/record-routes.ts'
import type { FavouritesService } from './favourites.service.ts'

export function favouritesRoutes(favourites: FavouritesService): BoundEndpoint[] {
  return [
    bindOwn(listFavourites, ({ userId }, { query }) => favourites.list(userId, query.kind)),
    bindOwn(addFavourites, ({ userId }, input) => favourites.add(userId, input)),
    bindOwn(removeFavourite, ({ userId }, { params, query }) =>
      favourites.remove(userId, params.id, query.kind),
    ),
  ]
}
