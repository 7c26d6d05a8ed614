// Code about products that only the server and the forms of staff need. It is not in `product-facts.ts`, because every
// page of the site loads that file.

import { folded } from '../folded.ts'
import { bytesUnder } from '../picture-size.ts'
import { normaliseTextList } from '../text-list.ts'

/** The names that the API has for the five pictures of a product. One call sends one picture. */
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
 * Reads categories in many formats. Blank and repeated names are left out. Names that differ only in capitals count as
 * equal.
 */
export function normaliseCategories(value: unknown): string[] {
  const seen = new Set<string>()
  return normaliseTextList(value).filter((name) => {
    const key = folded(name)
    return !seen.has(key) && seen.add(key)
  })
}
