import type { FirstDay } from '../../../../contract/store/delivery.ts'
import type { Product } from '../../../../contract/store/products.ts'

export type Priced = Pick<Product, 'price' | 'originalPrice' | 'sizes'>

export type Deliverable = Pick<Product, 'leadDays' | 'ways'>

/** True if something must be chosen before it can go into the cart. */
export const needsChoice = ({ sizes, isCustom, customLabel }: Product) =>
  sizes.length > 1 || (isCustom && Boolean(customLabel))

export const storePath = (slug: string) => `/store/${encodeURIComponent(slug)}`

/** The card's words before anybody names a place; null while the first days are unknown. */
export function leadInWords({ leadDays, ways }: Deliverable, firstDays?: readonly FirstDay[]): string | null {
  if (ways.every((way) => way === 'pickup')) return 'To be fetched at the studio'
  const first = firstDays?.find(({ way }) => ways.includes(way))
  if (firstDays && !first) return 'Please ask us when'
  if (leadDays === 0) return first?.words ?? null
  return leadDays === 1 ? 'Order a day before' : `Order ${leadDays} days before`
}
