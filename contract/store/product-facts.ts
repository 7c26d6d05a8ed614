import * as text from './store.en.ts'

/** The address of a category's page. Links use no other address for it. */
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

/** Lists the price of each size, or the price of a product without sizes, in rupees. */
export const pricesOf = ({ price, sizes }: Sized): number[] =>
  sizes.length === 0 ? [price] : sizes.map((size) => size.price)

/** True if the sizes have different prices. A product card then shows "from" before the price. */
export const hasPriceRange = (product: Sized) => new Set(pricesOf(product)).size > 1
