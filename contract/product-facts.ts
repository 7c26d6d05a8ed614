import { folded } from './folded.ts'
import { bytesUnder } from './picture-size.ts'
import { normaliseTextList } from './text-list.ts'

/** B§3, B§5: where a product keeps its pictures; one call each (reading W4: the names as they are). */
export const productImageSlots = ['image', 'imagefirst', 'imagesecond', 'imagethirder', 'imagefoure'] as const
export type ProductImageSlot = (typeof productImageSlots)[number]

export function ofEachSlot<T>(make: (slot: ProductImageSlot) => T): Record<ProductImageSlot, T> {
  return Object.fromEntries(productImageSlots.map((slot) => [slot, make(slot)])) as Record<
    ProductImageSlot,
    T
  >
}

/** B§5: largest product picture in decoded bytes (reading W5). */
export const productImageBytesMax = bytesUnder(10)

/** B§5: the refusal of a sixth picture. */
export const tooManyImages = 'Maximum 5 images allowed'

/** B§3, B§5: categories in any of their shapes, without blanks and without those that repeat, whatever their case. */
export function normaliseCategories(value: unknown): string[] {
  const seen = new Set<string>()
  return normaliseTextList(value).filter((name) => {
    const key = folded(name)
    return !seen.has(key) && seen.add(key)
  })
}

/** The page of a category, as its only address spells it. */
export const categoryPath = (category: string) => `/store?${new URLSearchParams({ category })}`

/** B§3: only a product that is offered and of which there is at least one is in stock. */
export function isInStock(product: { isOffered: boolean; quantity: number }): boolean {
  return product.isOffered && product.quantity > 0
}

/** Of a product that is not in stock. */
export const missingText = ({ isOffered }: { isOffered: boolean }) =>
  isOffered ? 'Out of Stock' : 'No longer offered'

interface Sized {
  price: number
  sizes: readonly { price: number }[]
}

/** Rupees; of each size where it has sizes. */
export const pricesOf = ({ price, sizes }: Sized): number[] =>
  sizes.length === 0 ? [price] : sizes.map((size) => size.price)

/** Whether sizes have different prices, so that a card says "from". */
export const hasPriceRange = (product: Sized) => new Set(pricesOf(product)).size > 1
