import { folded } from '../folded.ts'
import { bytesUnder } from '../picture-size.ts'
import { normaliseTextList } from '../text-list.ts'
import * as text from './store.en.ts'

/** The slots for a product's pictures, as the API names them. One call contains one picture. */
export const productImageSlots = ['image', 'imagefirst', 'imagesecond', 'imagethirder', 'imagefoure'] as const
export type ProductImageSlot = (typeof productImageSlots)[number]

export function ofEachSlot<T>(make: (slot: ProductImageSlot) => T): Record<ProductImageSlot, T> {
  return Object.fromEntries(productImageSlots.map((slot) => [slot, make(slot)])) as Record<
    ProductImageSlot,
    T
  >
}

export const productImageBytesMax = bytesUnder(10)

export const tooManyImages = 'Maximum 5 images allowed'

/**
 * Accepts categories in many formats. It drops blanks and repetitions; names that differ only in capitals count as
 * equal.
 */
export function normaliseCategories(value: unknown): string[] {
  const seen = new Set<string>()
  return normaliseTextList(value).filter((name) => {
    const key = folded(name)
    return !seen.has(key) && seen.add(key)
  })
}

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
