import type { Deps } from '../deps.ts'
import type { SchoolRoom } from '../school/index.ts'
import { createCartService } from './cart/cart.service.ts'
import { createDeliveryService } from './delivery/delivery.service.ts'
import {
  createDeliverySlotsService,
  createDeliveryZonesService,
} from './delivery/delivery-records.service.ts'
import { createFavouritesService } from './favourites/favourites.service.ts'
import { createProductsService } from './products/products.service.ts'
import { createFlowersService, createRecipesService } from './recipes/recipes.service.ts'
import { createSavedRecipientsService } from './saved-recipients/saved-recipients.service.ts'

export type Store = ReturnType<typeof createStore>

export function createStore(deps: Deps, { school, officeHours }: SchoolRoom) {
  const recipes = createRecipesService(deps)
  const products = createProductsService(deps, recipes, school)
  const cart = createCartService(deps, products)
  return {
    cart,
    delivery: createDeliveryService(deps, school, products, cart, officeHours),
    deliverySlots: createDeliverySlotsService(deps),
    deliveryZones: createDeliveryZonesService(deps),
    favourites: createFavouritesService(deps),
    flowers: createFlowersService(deps),
    products,
    recipes,
    savedRecipients: createSavedRecipientsService(deps),
  }
}
