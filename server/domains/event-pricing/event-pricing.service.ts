import type { Deps } from '../deps.ts'
import { presentEventPricing } from './event-pricing.presenter.ts'
import { listEventPrices } from './event-pricing.repository.ts'

export type EventPricingService = ReturnType<typeof createEventPricingService>

export function createEventPricingService({ db }: Deps) {
  return {
    /** Slot key → label and price, in the order that staff gave. */
    async current() {
      return presentEventPricing(await listEventPrices(db.read))
    },
  }
}
