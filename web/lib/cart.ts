import { type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { EndpointResponse } from '../../contract/endpoint.ts'
import type { Api } from '../../contract/index.ts'
import type { Cart, CartLine, WantedItem } from '../../contract/store/cart.ts'
import { toast } from '../ui/toast-store.ts'
import { type ApiError, api } from './api.ts'
import * as text from './cart.en.ts'
import { cartCalls, emptyCart, withNoticesOf } from './cart-calls.ts'
import { cartMark, useCartMark } from './cart-mark.ts'
import { newId } from './new-id.ts'
import { query } from './query.ts'

type CartAnswer = EndpointResponse<Api['GET /api/cart']>

const cartQuery = queryOptions<CartAnswer, ApiError, CartAnswer, readonly ['GET /api/cart', unknown]>({
  ...query('GET /api/cart'),
  queryFn: async ({ client, signal }): Promise<CartAnswer> => {
    const { data } = await api('GET /api/cart', {}, { signal })
    return { success: true, data: withNoticesOf(shownIn(client), data) }
  },
})

/**
 * The visitor's cart. `cart` is undefined while it loads and after a failure. A visitor without a cart gets an empty
 * cart, without a call. Pages import this file dynamically, to keep the cart's code out of the first load.
 */
export function useCart() {
  const client = useQueryClient()
  const { hasCart } = useCartMark()
  const result = useQuery({ ...cartQuery, enabled: hasCart })
  const known = result.data?.data
  useEffect(() => fromOtherTabs((cart) => showCart(client, cart)), [client])
  useEffect(() => {
    if (known) cartMark.keep(known)
  }, [known])
  const { setQuantity } = callsOf(client)

  return {
    cart: hasCart ? known : emptyCart,
    result,
    add: (items: readonly WantedItem[]) => addToCart(client, items),
    /** Changes a quantity, which is shown at once. The cart is loaded again if the call fails. */
    setQuantity: (line: CartLine, quantity: number) =>
      setQuantity(line.id, quantity).catch((error: ApiError) => {
        toast({
          title: text.changeFailed,
          description: error.message || text.checkConnection,
          tone: 'error',
        })
        return client.invalidateQueries({ queryKey: cartQuery.queryKey })
      }),
    dismissNotices: () => {
      const shown = shownIn(client)
      if (shown) showCart(client, { ...shown, notices: [] })
    },
  }
}

/** Adds items to the cart. The function never throws; the result lists the items that could not be added. */
export const addToCart = (client: QueryClient, items: readonly WantedItem[]) => callsOf(client).add(items)

export function itemOf({ productId, size, quantity, answer }: CartLine): WantedItem {
  return { productId, size: size?.id ?? null, quantity, answer }
}

export function forgetOrderedCart(client: QueryClient): void {
  showCart(client, emptyCart)
  tabs()?.postMessage(emptyCart)
}

const meetings = new Map<boolean, Promise<void>>()

/** Loads the cart, with one call at a time. If `joins` is true, the guest's cart is merged into the account's cart. */
export function meetCart(client: QueryClient, joins: boolean): Promise<void> {
  const meeting = meetings.get(joins) ?? meet(client, joins).finally(() => meetings.delete(joins))
  meetings.set(joins, meeting)
  return meeting
}

async function meet(client: QueryClient, joins: boolean): Promise<void> {
  const { data } = joins ? await api('POST /api/cart/merge') : await api('GET /api/cart')
  if (joins) cartMark.forgetToken()
  showAnswer(client, data)
  if (joins && data.notices.length > 0) {
    toast({ title: text.yourCart, description: data.notices.map(({ sentence }) => sentence).join(' ') })
  }
}

const calls = new WeakMap<QueryClient, ReturnType<typeof cartCalls>>()

/**
 * Returns the cart's queue of calls. All parts of the page share this queue, so that calls are sent one after the
 * other.
 */
function callsOf(client: QueryClient) {
  const cartProof = newId()
  const made =
    calls.get(client) ??
    cartCalls({
      add: async (body, idempotencyKey) =>
        (await api('POST /api/cart/items', { body }, { idempotencyKey, cartProof })).data,
      change: async (id, quantity) =>
        quantity === 0
          ? (await api('DELETE /api/cart/items/:id', { params: { id } })).data
          : (await api('PUT /api/cart/items/:id', { params: { id }, body: { quantity } })).data,
      shown: () => shownIn(client),
      show: (cart, isGuess) => (isGuess ? showCart(client, cart) : showAnswer(client, cart)),
      newKey: newId,
    })
  calls.set(client, made)
  return made
}

const shownIn = (client: QueryClient): Cart | undefined =>
  client.getQueryData(query('GET /api/cart').queryKey)?.data

function showCart(client: QueryClient, cart: Cart): void {
  // Cancels a request that was sent earlier, because its response would bring the old cart back.
  void client.cancelQueries({ queryKey: cartQuery.queryKey })
  client.setQueryData(cartQuery.queryKey, { success: true, data: cart })
  cartMark.keep(cart)
}

function showAnswer(client: QueryClient, answer: Cart): void {
  showCart(client, withNoticesOf(shownIn(client), answer))
  tabs()?.postMessage(answer)
}

let channel: BroadcastChannel | undefined

function tabs(): BroadcastChannel | undefined {
  if (typeof BroadcastChannel === 'undefined') return undefined
  channel ??= new BroadcastChannel('cart')
  return channel
}

function fromOtherTabs(then: (cart: Cart) => void): () => void {
  const onMessage = ({ data }: MessageEvent<Cart>) => then(data)
  tabs()?.addEventListener('message', onMessage)
  return () => tabs()?.removeEventListener('message', onMessage)
}

export function toastFailed(names: readonly string[], count: number, why: string | undefined): void {
  const reason = why || text.checkConnection
  toast({
    title: text.addFailed({ names: names.join(', ') }),
    description: names.length < count ? text.restAdded({ reason }) : reason,
    tone: 'error',
  })
}
