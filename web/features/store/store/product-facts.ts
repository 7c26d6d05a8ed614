import type { FirstDay } from '../../../../contract/store/delivery.ts'
import type { Product } from '../../../../contract/store/products.ts'
import * as text from './product-facts.en.tsx'

export type Priced = Pick<Product, 'price' | 'originalPrice' | 'sizes'>

export type Deliverable = Pick<Product, 'leadDays' | 'ways'>

export const needsChoice = ({ sizes, isCustom, customLabel }: Product) =>
  sizes.length > 1 || (isCustom && Boolean(customLabel))

export const storePath = (slug: string) => `/store/${encodeURIComponent(slug)}`

/** Returns the text of a card before a place is chosen, or null if the first days are unknown. */
export function leadInWords({ leadDays, ways }: Deliverable, firstDays?: readonly FirstDay[]): string | null {
  if (ways.every((way) => way === 'pickup')) return text.collectOnly
  const first = firstDays?.find(({ way }) => ways.includes(way))
  if (firstDays && !first) return text.askForDay
  if (leadDays === 0) return first?.words ?? null
  return text.orderAhead({ days: leadDays })
}
