import type { Product } from '../../../contract/products.ts'

/** What decides its price as it is shown. */
export type Priced = Pick<Product, 'price' | 'originalPrice' | 'sizes'>

/** What decides when a product can come. */
export type Deliverable = Pick<Product, 'leadDays' | 'ways'>

export const pricesOf = ({ price, sizes }: Pick<Priced, 'price' | 'sizes'>) =>
  sizes.length === 0 ? [price] : sizes.map((size) => size.price)

/** Whether sizes have different prices, so that a card says "from". */
export const hasPriceRange = (product: Priced) => new Set(pricesOf(product)).size > 1

/** Whether something must be chosen before it can go into the cart. */
export const needsChoice = ({ sizes, isCustom, customLabel }: Product) =>
  sizes.length > 1 || (isCustom && Boolean(customLabel))

export const storePath = (slug: string) => `/store/${encodeURIComponent(slug)}`
