// What only forms of staff and the server need of products. It is not in `product-facts.ts`, because every page of the
// site loads that.

import { folded } from '../folded.ts'
import { bytesUnder } from '../picture-size.ts'
import { normaliseTextList } from '../text-list.ts'

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
