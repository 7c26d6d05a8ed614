import type { FirstDay } from '../../../../contract/store/delivery.ts'
import type { Product } from '../../../../contract/store/products.ts'
import { inARow } from '../../../../contract/words.ts'

export type Priced = Pick<Product, 'price' | 'originalPrice' | 'sizes'>

export type Deliverable = Pick<Product, 'leadDays' | 'ways'>

export const needsChoice = ({ sizes, isCustom, customLabel }: Product) =>
  sizes.length > 1 || (isCustom && Boolean(customLabel))

export const storePath = (slug: string) => `/store/${encodeURIComponent(slug)}`

/** Returns the card's text before a place is chosen; null while the first days are unknown. */
export function leadInWords({ leadDays, ways }: Deliverable, firstDays?: readonly FirstDay[]): string | null {
  if (ways.every((way) => way === 'pickup')) return 'To be fetched at the studio'
  const first = firstDays?.find(({ way }) => ways.includes(way))
  if (firstDays && !first) return 'Please ask us when'
  if (leadDays === 0) return first?.words ?? null
  return leadDays === 1 ? 'Order a day before' : `Order ${leadDays} days before`
}

const wayWords = { standard: 'standard', express: 'express', midnight: 'midnight' }

export function waysInWords(ways: Deliverable['ways']): string {
  const brought = ways.flatMap((way) => (way === 'pickup' ? [] : [wayWords[way]]))
  if (brought.length === 0) return 'To be fetched at the studio'
  const all = inARow(brought)
  const words = `${all.charAt(0).toUpperCase()}${all.slice(1)} delivery`
  return ways.includes('pickup') ? `${words}, or fetched at the studio` : words
}
