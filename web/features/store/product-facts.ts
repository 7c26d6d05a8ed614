import type { FirstDay } from '../../../contract/delivery.ts'
import type { Product } from '../../../contract/products.ts'

/** What decides its price as it is shown. */
export type Priced = Pick<Product, 'price' | 'originalPrice' | 'sizes'>

/** What decides when a product can come. */
export type Deliverable = Pick<Product, 'leadDays' | 'ways'>

/** Whether something must be chosen before it can go into the cart. */
export const needsChoice = ({ sizes, isCustom, customLabel }: Product) =>
  sizes.length > 1 || (isCustom && Boolean(customLabel))

export const storePath = (slug: string) => `/store/${encodeURIComponent(slug)}`

/** What a card says before anybody has asked for a place; null while it is not known what can be brought when. */
export function leadInWords({ leadDays, ways }: Deliverable, firstDays?: readonly FirstDay[]): string | null {
  if (ways.every((way) => way === 'pickup')) return 'To be fetched at the studio'
  const first = firstDays?.find(({ way }) => ways.includes(way))
  if (firstDays && !first) return 'Please ask us when'
  if (leadDays === 0) return first?.words ?? null
  return leadDays === 1 ? 'Order a day before' : `Order ${leadDays} days before`
}
