import { DomainError, refusal } from '../../../../contract/errors.ts'
import {
  type Cart,
  type CartLine,
  cartLinesMax,
  cartQuantityMax,
  type WantedItem,
} from '../../../../contract/store/cart.ts'
import type { Queryable, Tx } from '../../../db/schema.ts'
import { newToken, tokenHash } from '../../../platform/tokens.ts'
import type { Deps } from '../../deps.ts'
import type { PricedItem } from '../products/price-items.ts'
import type { ProductsService } from '../products/products.service.ts'
import * as text from './cart.en.ts'
import type { CartKey, CartLineRow } from './cart.repository.ts'
import * as repository from './cart.repository.ts'
import { fewer, lineName, type Notice, type Review, reviewLines } from './cart-review.ts'

export type CartService = ReturnType<typeof createCartService>

export interface CartOwner {
  userId: string | null
  cartToken: string | null
}

type CartReview = Review<CartLineRow, PricedItem>

interface NewCart {
  token: string
  /** The network of the caller; empty for calls inside the process. */
  network: string
}

/**
 * The most new carts per network and day, multiplied by `RATE_LIMIT_FACTOR`. Each further cart makes the server delete
 * an older cart of the network.
 */
export const cartsOfANetworkMax = 300

const emptyCart: Cart = { lines: [], count: 0, subtotal: 0, notices: [], token: null }

/**
 * A cart reserves no stock: each response has the current prices and lists what changed. An unknown token counts as an
 * empty cart.
 */
export function createCartService({ db, clock, ids, seal, config }: Deps, products: ProductsService) {
  const networkMax = Math.min(Math.ceil(cartsOfANetworkMax * config.rateLimitFactor), 1_000_000_000)

  async function review(source: Queryable, cartId: string) {
    const lines = await repository.listLines(source, cartId)
    const priced = await products.priceItems(source, lines.map(wantedOf))
    return reviewLines(
      lines.map((line, n) => {
        const item = priced[n]
        if (item?.productId !== line.product_id) throw new Error('a line of a cart has no product')
        return [line, item] as const
      }),
    )
  }

  async function present(source: Queryable, { lines, notices }: CartReview) {
    const productIds = [...new Set(lines.map(({ priced }) => priced.productId))]
    const pictureOf = await products.findFirstPictures(source, productIds)
    const shown = lines.map(({ line, priced, quantity, most }): CartLine => {
      const { productId, slug, name, size, customLabel, answer, isAddon, priceInPaise } = priced
      return {
        id: line.id,
        productId,
        slug,
        name,
        size,
        customLabel,
        answer,
        isAddon,
        quantity,
        most,
        price: priceInPaise / 100,
        total: (priceInPaise * quantity) / 100,
        picture: pictureOf(productId),
      }
    })
    const paise = lines.reduce((sum, { priced, quantity }) => sum + priced.priceInPaise * quantity, 0)
    return {
      lines: shown,
      count: lines.reduce((sum, { quantity }) => sum + quantity, 0),
      subtotal: paise / 100,
      notices,
      token: null,
    }
  }

  /**
   * Stores the changes that the review found, so that each notice appears only once. Returns `notices` before the
   * notices of the review.
   */
  async function settle(tx: Tx, cartId: string, notices: readonly Notice[] = []) {
    const found = await review(tx, cartId)
    for (const { line, priced, quantity } of found.lines) {
      const price_seen_in_paise = priced.priceInPaise
      if (line.quantity === quantity && line.price_seen_in_paise === price_seen_in_paise) continue
      await repository.updateLine(tx, line.id, { quantity, price_seen_in_paise })
    }
    await repository.deleteLines(
      tx,
      cartId,
      found.dropped.map(({ id }) => id),
    )
    return present(tx, { ...found, notices: [...notices, ...found.notices] })
  }

  async function lock(tx: Tx, owner: CartOwner): Promise<string | null> {
    const key = cartKey(owner)
    return key && repository.lockCart(tx, key, clock.now())
  }

  async function make(tx: Tx, key: CartKey, network: string | null = null): Promise<string> {
    const now = clock.now()
    await repository.insertCart(tx, { id: ids.id(), key, network, now })
    const cartId = await repository.lockCart(tx, key, now)
    if (cartId === null) throw new Error('the cart that was just made is not there')
    return cartId
  }

  /**
   * Deletes an older cart of a network that has too many, so that a new cart is never refused. Callers must call this
   * last in their transaction, because it locks the carts of other visitors.
   */
  async function makeRoom(tx: Tx, cartId: string, network: string) {
    if ((await repository.countCart(tx, { network, day: clock.today() })) <= networkMax) return
    await repository.keepNewest(tx, { network, besides: cartId, newest: networkMax - 1 })
  }

  async function join(tx: Tx, cartId: string, guestId: string) {
    const own = await repository.listLines(tx, cartId)
    const theirs = await repository.listLines(tx, guestId)
    const priced = await products.priceItems(tx, theirs.map(wantedOf))
    const [added, notices]: [string[], Notice[]] = [[], []]
    let count = own.length
    for (const [n, line] of theirs.entries()) {
      const name = lineName(priced[n] as PricedItem)
      const same = own.find((one) => isSame(one, line))
      if (same === undefined && count >= cartLinesMax) {
        notices.push(merged(text.cartIsFull({ most: cartLinesMax, item: name })))
        continue
      }
      const sum = (same?.quantity ?? 0) + line.quantity
      const quantity = Math.min(sum, cartQuantityMax)
      if (sum > quantity) notices.push(merged(text.mostOfItem({ most: quantity, item: name })))
      const { price_seen_in_paise } = line
      if (same) await repository.updateLine(tx, same.id, { quantity, price_seen_in_paise })
      else {
        count++
        await repository.updateLine(tx, line.id, { cart_id: cartId })
      }
      if (priced[n]?.stock) added.push(text.itemCount({ quantity: line.quantity, item: name }))
    }
    return added.length === 0 ? notices : [merged(text.added({ items: added })), ...notices]
  }

  return {
    async view(owner: CartOwner) {
      const key = cartKey(owner)
      const cartId = key && (await repository.findCart(db.read, key))
      if (cartId === null) return emptyCart
      const found = await review(db.read, cartId)
      if (found.notices.length === 0) return present(db.read, found)
      return db.transaction(async (tx) => {
        const locked = await lock(tx, owner)
        return locked === null ? emptyCart : settle(tx, locked)
      })
    },

    /**
     * Adds an item, and creates a guest's cart if there is none. The response is stored under the Idempotency-Key, and
     * a stored response must not open a cart. So the response has only the hash of a new cart's token, and `withToken`
     * replaces the hash by the token.
     * @throws `not_found`, `out_of_stock`, `limit_reached`
     */
    async add(tx: Tx, owner: CartOwner, wanted: WantedItem, fresh: NewCart) {
      const [asked] = await products.priceItems(tx, [wanted])
      if (asked === undefined || asked.problem === 'gone') throw refusal('product-not-offered')
      if (asked.stock === 0) throw refusal('product-sold-out', { facts: { name: asked.name } })
      const found = await lock(tx, owner)
      const isGuest = owner.userId === null
      const key = isGuest ? { token_hash: tokenHash(fresh.token) } : { user_id: owner.userId as string }
      const isCounted = isGuest && found === null && fresh.network !== ''
      const network = isCounted
        ? seal.fingerprint(`carts of network ${fresh.network} ${clock.today()}`)
        : null
      const cartId = found ?? (await make(tx, key, network))
      const lines = await repository.listLines(tx, cartId)
      const line = {
        id: ids.id(),
        cart_id: cartId,
        product_id: asked.productId,
        size_id: asked.size?.id ?? null,
        answer: asked.answer,
        quantity: wanted.quantity,
        price_seen_in_paise: asked.priceInPaise,
        created_at: clock.now(),
      }
      const same = lines.find((one) => isSame(one, line))
      const sum = (same?.quantity ?? 0) + wanted.quantity
      const quantity = Math.min(sum, roomFor(asked, lines, same))
      if (quantity > cartQuantityMax) throw refusal('cart-line-full', { facts: { max: cartQuantityMax } })
      const notices = quantity < sum ? [fewer(asked, same?.id ?? line.id, quantity)] : []
      if (same === undefined) {
        if (quantity < 1) throw new DomainError('out_of_stock')
        if (lines.length >= cartLinesMax) throw refusal('cart-full', { facts: { max: cartLinesMax } })
        await tx
          .insertInto('cart_line')
          .values({ ...line, quantity })
          .execute()
      } else if (quantity > same.quantity) {
        await repository.updateLine(tx, same.id, { quantity })
      }
      const cart = await settle(tx, cartId, quantity < (same?.quantity ?? 0) ? [] : notices)
      if (network !== null) await makeRoom(tx, cartId, network)
      return isGuest && found === null ? { ...cart, token: tokenHash(fresh.token) } : cart
    },

    /**
     * Returns the token for a new cart. A repeated call gets the same token only if it also sends the same cart token
     * or the same proof of the browser.
     */
    tokenFor(call: {
      idempotencyKey: string | null
      cartToken: string | null
      cartProof: string | null
    }): string {
      const own = call.cartToken ?? call.cartProof
      if (own === null || call.idempotencyKey === null) return newToken()
      return seal.fingerprint(`cart token ${call.idempotencyKey} ${own}`).slice(0, 22)
    },

    async setQuantity(tx: Tx, owner: CartOwner, id: string, asked: number) {
      const cartId = await lock(tx, owner)
      const lines = cartId === null ? [] : await repository.listLines(tx, cartId)
      const line = lines.find((one) => one.id === id)
      if (cartId === null || line === undefined) throw refusal('cart-line-gone')
      if (asked === 0) {
        await repository.deleteLines(tx, cartId, [id])
        return settle(tx, cartId)
      }
      const [priced] = await products.priceItems(tx, [wantedOf(line)])
      const room = priced === undefined || priced.problem === 'gone' ? 0 : roomFor(priced, lines, line)
      const quantity = Math.min(asked, room)
      // `settle` removes the line and adds a notice if the product is gone.
      if (priced === undefined || quantity < 1) return settle(tx, cartId)
      await repository.updateLine(tx, id, { quantity })
      return settle(tx, cartId, quantity < asked ? [fewer(priced, id, quantity)] : [])
    },

    async remove(tx: Tx, owner: CartOwner, id: string) {
      const cartId = await lock(tx, owner)
      if (cartId === null) return emptyCart
      await repository.deleteLines(tx, cartId, [id])
      return settle(tx, cartId)
    },

    async empty(tx: Tx, owner: CartOwner) {
      const cartId = await lock(tx, owner)
      if (cartId !== null) await repository.deleteLines(tx, cartId)
      return emptyCart
    },

    /**
     * Moves the guest's cart into the account's cart. The guest's cart is locked first, so that a second call finds no
     * cart.
     */
    async merge(tx: Tx, userId: string, cartToken: string | null) {
      const guestId = await lock(tx, { userId: null, cartToken })
      const found = await lock(tx, { userId, cartToken: null })
      if (guestId === null) return found === null ? emptyCart : settle(tx, found)
      const cartId = found ?? (await make(tx, { user_id: userId }))
      const notices = await join(tx, cartId, guestId)
      await tx.deleteFrom('cart').where('id', '=', guestId).execute()
      return settle(tx, cartId, notices)
    },

    /** Returns the lines of a cart, or null if there is no cart or no line. Inside a transaction the cart is locked. */
    async findLines(source: Queryable, owner: CartOwner) {
      const key = cartKey(owner)
      if (key === null) return null
      const cartId = source.isTransaction
        ? await lock(source as Tx, owner)
        : await repository.findCart(source, key)
      if (cartId === null) return null
      const lines = await repository.listLines(source, cartId)
      return lines.length === 0 ? null : { cartId, items: lines.map(wantedOf) }
    },

    clear: (tx: Tx, cartId: string) => repository.deleteLines(tx, cartId),
  }
}

/**
 * Replaces the hash of a new cart's token by the token. The response for an existing cart has no token, because the
 * caller already has it.
 */
export function withToken(cart: Cart, token: string): Cart {
  return { ...cart, token: cart.token === tokenHash(token) ? token : null }
}

function cartKey({ userId, cartToken }: CartOwner): CartKey | null {
  if (userId !== null) return { user_id: userId }
  return cartToken === null ? null : { token_hash: tokenHash(cartToken) }
}

function wantedOf({ product_id, size_id, quantity, answer }: CartLineRow): WantedItem {
  return { productId: product_id, size: size_id, quantity, answer }
}

type Asked = Pick<CartLineRow, 'product_id' | 'size_id' | 'answer'>

function isSame(one: Asked, other: Asked): boolean {
  return one.product_id === other.product_id && one.size_id === other.size_id && one.answer === other.answer
}

function roomFor(
  { productId, stock }: PricedItem,
  lines: readonly CartLineRow[],
  line: CartLineRow | undefined,
): number {
  const others = lines.filter((one) => one.product_id === productId && one.id !== line?.id)
  return stock - others.reduce((sum, { quantity }) => sum + quantity, 0)
}

function merged(sentence: string): Notice {
  return { kind: 'merged', line: null, sentence }
}
