import { folded } from '../folded.ts'
import { bytesUnder } from '../picture-size.ts'
import { normaliseTextList } from '../text-list.ts'

/** The wire names the slots so; one call carries one picture. */
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

/** Categories come in many shapes; blanks and repeats go, whatever their case. */
export function normaliseCategories(value: unknown): string[] {
  const seen = new Set<string>()
  return normaliseTextList(value).filter((name) => {
    const key = folded(name)
    return !seen.has(key) && seen.add(key)
  })
}

/** A category has this one address. */
export const categoryPath = (category: string) => `/store?${new URLSearchParams({ category })}`

export function isInStock(product: { isOffered: boolean; quantity: number }): boolean {
  return product.isOffered && product.quantity > 0
}

export const missingText = ({ isOffered }: { isOffered: boolean }) =>
  isOffered ? 'Out of Stock' : 'No longer offered'

interface Sized {
  price: number
  sizes: readonly { price: number }[]
}

/** Prices are in rupees, one for each size. */
export const pricesOf = ({ price, sizes }: Sized): number[] =>
  sizes.length === 0 ? [price] : sizes.map((size) => size.price)

/** A card says "from" if sizes have different prices. */
export const hasPriceRange = (product: Sized) => new Set(pricesOf(product)).size > 1
