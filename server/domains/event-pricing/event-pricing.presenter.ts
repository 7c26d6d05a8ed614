import type { EventPricing } from '../../../contract/pricing-rules.ts'
import type { EventPriceRow } from './event-pricing.repository.ts'

/** The rows as a map, in their order. */
export function presentEventPricing(rows: readonly EventPriceRow[]): EventPricing {
  return Object.fromEntries(rows.map((row) => [row.slot_key, { label: row.label, price: row.price }]))
}
