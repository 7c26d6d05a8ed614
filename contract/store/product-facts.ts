import * as text from './store.en.ts'

/** The only path of a category's page. */
export const categoryPath = (category: string) => `/store?${new URLSearchParams({ category })}`

export function isInStock(product: { isOffered: boolean; quantity: number }): boolean {
  return product.isOffered && product.quantity > 0
}

export const missingText = ({ isOffered }: { isOffered: boolean }) =>
  isOffered ? text.outOfStock : text.notOffered

interface Sized {
  price: number
  sizes: readonly { price: number }[]
}

/** The prices of all sizes, in rupees. */
export const pricesOf = ({ price, sizes }: Sized): number[] =>
  sizes.length === 0 ? [price] : sizes.map((size) => size.price)

/** True if sizes have different prices, so that a product card shows "from". */
export const hasPriceRange = (product: Sized) => new Set(pricesOf(product)).size > 1
