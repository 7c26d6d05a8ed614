import * as contract from '../../../../contract/store/cart.ts'
import type { Tx } from '../../../db/schema.ts'
import { type BoundEndpoint, bind, type CallContext, requireCaller } from '../../../http/context.ts'
import { bindOnce, bindOpen } from '../../../http/record-routes.ts'
import { tokenHash } from '../../../platform/tokens.ts'
import { type CartOwner, type CartService, withToken } from './cart.service.ts'

const ownerOf = ({ caller, cartToken }: Pick<CallContext, 'caller' | 'cartToken'>): CartOwner => ({
  userId: caller?.userId ?? null,
  cartToken,
})

type GuestsCall = Pick<
  CallContext<typeof contract.addToCart>,
  'caller' | 'cartToken' | 'cartProof' | 'idempotencyKey' | 'once'
>

export function cartRoutes(cart: CartService): BoundEndpoint[] {
  /** A guest's Idempotency-Key counts only with the cart's token, so that it repeats nobody else's call. */
  const onceByToken = async (
    context: GuestsCall,
    write: (tx: Tx, owner: CartOwner, token: string) => Promise<contract.Cart>,
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
    bindOpen(contract.getCart, (_, context) => cart.view(ownerOf(context))),
    bind(contract.addToCart, ({ body }, context) =>
      onceByToken(context, (tx, owner, token) =>
        cart.add(tx, owner, body, { token, network: context.network }),
      ),
    ),
    bind(contract.changeCartItem, ({ params, body }, context) =>
      onceByToken(context, (tx, owner) => cart.setQuantity(tx, owner, params.id, body.quantity)),
    ),
    bind(contract.removeCartItem, ({ params }, context) =>
      onceByToken(context, (tx, owner) => cart.remove(tx, owner, params.id)),
    ),
    bind(contract.emptyCart, (_, context) => onceByToken(context, (tx, owner) => cart.empty(tx, owner))),
    bindOnce(contract.mergeCart, (tx, _, context) =>
      cart.merge(tx, requireCaller(context).userId, context.cartToken),
    ),
  ]
}
