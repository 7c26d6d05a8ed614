import * as cartContract from '../../../contract/store/cart.ts'
import * as deliveryContract from '../../../contract/store/delivery.ts'
import { slotRecords, zoneRecords } from '../../../contract/store/delivery-records.ts'
import { addFavourites, listFavourites, removeFavourite } from '../../../contract/store/favourites.ts'
import { flowerRecords, listRecipeSubjects, recipeRecords } from '../../../contract/store/recipes.ts'
import * as recipientsContract from '../../../contract/store/saved-recipients.ts'
import type { Tx } from '../../db/schema.ts'
import { type BoundEndpoint, bind, type CallContext, requireCaller } from '../../http/context.ts'
import { bindOnce, bindOpen, bindOwn, bindRecord } from '../../http/record-routes.ts'
import { tokenHash } from '../../platform/tokens.ts'
import { type CartOwner, type CartService, withToken } from './cart/cart.service.ts'
import type { DeliveryService } from './delivery/delivery.service.ts'
import type { DeliverySlotsService } from './delivery/delivery-slots.service.ts'
import type { DeliveryZonesService } from './delivery/delivery-zones.service.ts'
import type { FavouritesService } from './favourites/favourites.service.ts'
import { productsRoutes } from './products/products.routes.ts'
import type { ProductsService } from './products/products.service.ts'
import type { FlowersService } from './recipes/flowers.service.ts'
import type { RecipesService } from './recipes/recipes.service.ts'
import type { SavedRecipientsService } from './saved-recipients/saved-recipients.service.ts'

interface Services {
  cart: CartService
  delivery: DeliveryService
  deliverySlots: DeliverySlotsService
  deliveryZones: DeliveryZonesService
  favourites: FavouritesService
  flowers: FlowersService
  products: ProductsService
  recipes: RecipesService
  savedRecipients: SavedRecipientsService
}

export function storeRoutes({
  cart,
  delivery,
  deliverySlots,
  deliveryZones,
  favourites,
  flowers,
  products,
  recipes,
  savedRecipients,
}: Services): BoundEndpoint[] {
  return [
    ...cartRoutes(cart),
    ...productsRoutes(products),

    bindOpen(deliveryContract.getDeliveryOptions, ({ query }, { caller, cartToken }) =>
      delivery.options(query, { userId: caller?.userId ?? null, cartToken }),
    ),
    bindOpen(deliveryContract.getFirstDeliveryDays, () => delivery.firstDays()),
    bind(deliveryContract.getDeliveryFees, () => delivery.fees()),
    ...bindRecord(zoneRecords, deliveryZones),
    ...bindRecord(slotRecords, deliverySlots),

    bindOwn(listFavourites, ({ userId }, { query }) => favourites.list(userId, query.kind)),
    bindOwn(addFavourites, ({ userId }, input) => favourites.add(userId, input)),
    bindOwn(removeFavourite, ({ userId }, { params, query }) =>
      favourites.remove(userId, params.id, query.kind),
    ),

    ...bindRecord(flowerRecords, flowers),
    ...bindRecord(recipeRecords, recipes),
    bindOpen(listRecipeSubjects, recipes.listSubjects),

    bindOwn(recipientsContract.listSavedRecipients, ({ userId }) => savedRecipients.list(userId)),
    bindOwn(recipientsContract.saveRecipient, ({ userId }, { body }) => savedRecipients.save(userId, body)),
    bindOwn(recipientsContract.changeSavedRecipient, ({ userId }, { params, body }) =>
      savedRecipients.change(userId, params.id, body),
    ),
    bindOwn(recipientsContract.deleteSavedRecipient, ({ userId }, { params }) =>
      savedRecipients.delete(userId, params.id),
    ),
  ]
}

const ownerOf = ({ caller, cartToken }: Pick<CallContext, 'caller' | 'cartToken'>): CartOwner => ({
  userId: caller?.userId ?? null,
  cartToken,
})

type GuestsCall = Pick<
  CallContext<typeof cartContract.addToCart>,
  'caller' | 'cartToken' | 'cartProof' | 'idempotencyKey' | 'once'
>

function cartRoutes(cart: CartService): BoundEndpoint[] {
  /** A guest's Idempotency-Key counts only with the cart's token, so that it repeats nobody else's call. */
  const onceByToken = async (
    context: GuestsCall,
    write: (tx: Tx, owner: CartOwner, token: string) => Promise<cartContract.Cart>,
  ) => {
    const owner = ownerOf(context)
    const token = cart.tokenFor(context)
    const tokens = owner.cartToken === null ? [token] : [token, owner.cartToken]
    const holders = owner.userId === null ? tokens.map(tokenHash) : [owner.userId]
    const answer = await context.once(
      async (tx) => ({ success: true as const, data: await write(tx, owner, token) }),
      holders,
    )
    return { success: true as const, data: withToken(answer.data, token) }
  }

  return [
    bindOpen(cartContract.getCart, (_, context) => cart.view(ownerOf(context))),
    bind(cartContract.addToCart, ({ body }, context) =>
      onceByToken(context, (tx, owner, token) =>
        cart.add(tx, owner, body, { token, network: context.network }),
      ),
    ),
    bind(cartContract.changeCartItem, ({ params, body }, context) =>
      onceByToken(context, (tx, owner) => cart.setQuantity(tx, owner, params.id, body.quantity)),
    ),
    bind(cartContract.removeCartItem, ({ params }, context) =>
      onceByToken(context, (tx, owner) => cart.remove(tx, owner, params.id)),
    ),
    bind(cartContract.emptyCart, (_, context) => onceByToken(context, (tx, owner) => cart.empty(tx, owner))),
    bindOnce(cartContract.mergeCart, (tx, _, context) =>
      cart.merge(tx, requireCaller(context).userId, context.cartToken),
    ),
  ]
}
