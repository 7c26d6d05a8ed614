import * as cartContract from '../../../contract/store/cart.ts'
import * as deliveryContract from '../../../contract/store/delivery.ts'
import { slotRecords, zoneRecords } from '../../../contract/store/delivery-records.ts'
import { addFavourites, listFavourites, removeFavourite } from '../../../contract/store/favourites.ts'
import * as productsContract from '../../../contract/store/products.ts'
import { flowerRecords, listRecipeSubjects, recipeRecords } from '../../../contract/store/recipes.ts'
import * as recipientsContract from '../../../contract/store/saved-recipients.ts'
import type { Tx } from '../../db/schema.ts'
import * as bind from '../../http/bind.ts'
import { type BoundEndpoint, type CallContext, requireCaller } from '../../http/context.ts'
import { previewedId } from '../../platform/preview-links.ts'
import { tokenHash } from '../../platform/tokens.ts'
import { type CartOwner, type CartService, withToken } from './cart/cart.service.ts'
import type { Store } from './store-services.ts'

export function storeRoutes(store: Store): BoundEndpoint[] {
  const { cart, delivery, favourites, products, recipes, savedRecipients } = store
  return [
    ...cartRoutes(cart),

    bind.open(productsContract.listProducts, async ({ query }, context) =>
      bind.rowsOf(await products.listProducts(query), context),
    ),
    bind.open(productsContract.listFeaturedProducts, products.listFeatured),
    bind.open(productsContract.getProduct, ({ params }, { preview }) =>
      products.getProduct(params.slug, previewedId(preview, 'product')),
    ),
    bind.own(productsContract.beginProductPreview, (by, { params }) => products.beginPreview(params.id, by)),
    bind.once(productsContract.wishForProduct, async (tx, { params, body: { email, website } }) => {
      if (!website) await products.wish(tx, params.slug, email)
    }),
    ...bind.record(productsContract.productRecords, products),

    bind.open(deliveryContract.getDeliveryOptions, ({ query }, context) =>
      delivery.options(query, cartOwner(context), previewedId(context.preview, 'product')),
    ),
    bind.open(deliveryContract.getFirstDeliveryDays, () => delivery.firstDays()),
    bind.whole(deliveryContract.getDeliveryFees, () => delivery.fees()),
    ...bind.record(zoneRecords, store.deliveryZones),
    ...bind.record(slotRecords, store.deliverySlots),

    bind.own(listFavourites, ({ userId }, { query }) => favourites.list(userId, query.kind)),
    bind.own(addFavourites, ({ userId }, input) => favourites.add(userId, input)),
    bind.own(removeFavourite, ({ userId }, { params, query }) =>
      favourites.remove(userId, params.id, query.kind),
    ),

    ...bind.record(flowerRecords, store.flowers),
    ...bind.record(recipeRecords, recipes),
    bind.open(listRecipeSubjects, recipes.listSubjects),

    bind.own(recipientsContract.listSavedRecipients, ({ userId }) => savedRecipients.list(userId)),
    bind.own(recipientsContract.saveRecipient, ({ userId }, { body }) => savedRecipients.save(userId, body)),
    bind.own(recipientsContract.changeSavedRecipient, ({ userId }, { params, body }) =>
      savedRecipients.change(userId, params.id, body),
    ),
    bind.own(recipientsContract.deleteSavedRecipient, ({ userId }, { params }) =>
      savedRecipients.delete(userId, params.id),
    ),
  ]
}

const cartOwner = ({ caller, cartToken }: Pick<CallContext, 'caller' | 'cartToken'>): CartOwner => ({
  userId: caller?.userId ?? null,
  cartToken,
})

type GuestsCall = Pick<
  CallContext<typeof cartContract.addToCart>,
  'caller' | 'cartToken' | 'cartProof' | 'idempotencyKey' | 'once'
>

function cartRoutes(cart: CartService): BoundEndpoint[] {
  /**
   * A guest's stored response belongs to both the Idempotency-Key and the cart's token, so that nobody gets another
   * caller's response.
   */
  const onceByToken = async (
    context: GuestsCall,
    write: (tx: Tx, owner: CartOwner, token: string) => Promise<cartContract.Cart>,
  ) => {
    const owner = cartOwner(context)
    const token = cart.tokenFor(context)
    const tokens = owner.cartToken === null ? [token] : [token, owner.cartToken]
    const holders = owner.userId === null ? tokens.map(tokenHash) : [owner.userId]
    const { success, data } = await context.once(
      async (tx) => ({ success: true, data: await write(tx, owner, token) }),
      holders,
    )
    return { success, data: withToken(data, token) }
  }

  return [
    bind.open(cartContract.getCart, (_, context) => cart.view(cartOwner(context))),
    bind.whole(cartContract.addToCart, ({ body }, context) =>
      onceByToken(context, (tx, owner, token) =>
        cart.add(tx, owner, body, { token, network: context.network }),
      ),
    ),
    bind.whole(cartContract.changeCartItem, ({ params, body }, context) =>
      onceByToken(context, (tx, owner) => cart.setQuantity(tx, owner, params.id, body.quantity)),
    ),
    bind.whole(cartContract.removeCartItem, ({ params }, context) =>
      onceByToken(context, (tx, owner) => cart.remove(tx, owner, params.id)),
    ),
    bind.whole(cartContract.emptyCart, (_, context) =>
      onceByToken(context, (tx, owner) => cart.empty(tx, owner)),
    ),
    bind.once(cartContract.mergeCart, (tx, _, context) =>
      cart.merge(tx, requireCaller(context).userId, context.cartToken),
    ),
  ]
}
