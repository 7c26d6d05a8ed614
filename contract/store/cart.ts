import * as z from 'zod/mini'
import { defineEndpoint } from '../endpoint.ts'
import { id, line, picture, wrapped } from '../primitives.ts'
import { answerMax, cartQuantityMax } from './cart-facts.ts'
import * as error from './fields.en.ts'

export * from './cart-facts.ts'

export const quantitySentence = error.chooseQuantity({ most: cartQuantityMax })
/** A whole number from 1 to `cartQuantityMax`. */
export const quantity = z
  .number(quantitySentence)
  .check(z.int(quantitySentence), z.gte(1, quantitySentence), z.lte(cartQuantityMax, quantitySentence))

export const wantedItem = z.object({
  productId: id,
  size: z.nullish(id),
  quantity,
  answer: z.nullish(line(answerMax)),
})
export type WantedItem = z.output<typeof wantedItem>

export const cartLine = z.object({
  id,
  productId: id,
  slug: z.string(),
  name: z.string(),
  size: z.nullable(z.object({ id, name: z.string() })),
  customLabel: z.nullable(z.string()),
  answer: z.nullable(z.string()),
  isAddon: z.boolean(),
  quantity: z.number(),
  /** The current price of one piece, in rupees. All other sums in a cart are in rupees, too. */
  price: z.number(),
  total: z.number(),
  most: z.number(),
  picture: z.nullable(picture),
})
export type CartLine = z.output<typeof cartLine>

export const cartNoticeKinds = ['price', 'fewer', 'gone', 'merged'] as const

export const cart = z.object({
  lines: z.array(cartLine),
  count: z.number(),
  subtotal: z.number(),
  /** Changes since the visitor last saw the cart. Each change is reported once. */
  notices: z.array(z.object({ kind: z.enum(cartNoticeKinds), line: z.nullable(id), sentence: z.string() })),
  /**
   * The token of a new cart; null in later responses. The browser keeps the token, and the server keeps only its hash.
   */
  token: z.nullable(z.string()),
})
export type Cart = z.output<typeof cart>

const ofCart = {
  access: 'public',
  part: 'store',
  takesCart: true,
  rate: 'cart',
  response: wrapped(cart),
} as const

export const getCart = defineEndpoint('GET /api/cart', {
  summary: 'Get the cart of the account or of the `Cart-Token`. Without either, the cart is empty.',
  ...ofCart,
  variesByCaller: true,
})

export const addToCart = defineEndpoint('POST /api/cart/items', {
  summary:
    'Add an item to the cart. If there is no cart, it is created with its token. A repeated call gets the first call’s answer only if it sends that token, or the `Cart-Proof` of the first call.',
  ...ofCart,
  body: wantedItem,
  status: 201,
  errors: ['not_found', 'out_of_stock', 'limit_reached'],
})

export const changeCartItem = defineEndpoint('PUT /api/cart/items/:id', {
  summary: 'Change the quantity of an item in the cart. A quantity of 0 removes the item.',
  ...ofCart,
  body: z.object({
    quantity: z
      .number(quantitySentence)
      .check(z.int(quantitySentence), z.gte(0, quantitySentence), z.lte(cartQuantityMax, quantitySentence)),
  }),
  errors: ['not_found'],
})

export const removeCartItem = defineEndpoint('DELETE /api/cart/items/:id', {
  summary: 'Remove an item from the cart',
  ...ofCart,
})

export const emptyCart = defineEndpoint('DELETE /api/cart', {
  summary: 'Empty the cart',
  ...ofCart,
})

export const mergeCart = defineEndpoint('POST /api/cart/merge', {
  summary:
    'Merge the guest’s cart that `Cart-Token` identifies into the account’s cart at sign-in. `notices` says what was changed or left out.',
  ...ofCart,
  access: 'user',
})
