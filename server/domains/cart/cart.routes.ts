import * as contract from '../../../contract/cart.ts'
import { type BoundEndpoint, bind, type CallContext, requireCaller } from '../../http/context.ts'
import { bindOnce, bindOpen } from '../../http/record-routes.ts'
import type { CartOwner, CartService } from './cart.service.ts'

const ownerOf = ({ caller, cartToken }: Pick<CallContext, 'caller' | 'cartToken'>): CartOwner => ({
  userId: caller?.userId ?? null,
  cartToken,
})

export function cartRoutes(cart: CartService): BoundEndpoint[] {
  return [
    bindOpen(contract.getCart, (_, context) => cart.view(ownerOf(context))),
    bind(contract.addToCart, async ({ body }, context) => {
      const answer = await context.once(async (tx) => ({
        success: true,
        data: await cart.add(tx, ownerOf(context), body),
      }))
      return { success: true, data: await cart.withToken(answer.data, context.cartToken) }
    }),
    bindOnce(contract.changeCartItem, (tx, { params, body }, context) =>
      cart.setQuantity(tx, ownerOf(context), params.id, body.quantity),
    ),
    bindOnce(contract.removeCartItem, (tx, { params }, context) =>
      cart.remove(tx, ownerOf(context), params.id),
    ),
    bindOnce(contract.emptyCart, (tx, _, context) => cart.empty(tx, ownerOf(context))),
    bindOnce(contract.mergeCart, (tx, _, context) =>
      cart.merge(tx, requireCaller(context).userId, context.cartToken),
    ),
  ]
}
