import { getEventPricing } from '../../../contract/event-pricing.ts'
import { type BoundEndpoint, bind } from '../../http/context.ts'
import type { EventPricingService } from './event-pricing.service.ts'

export function eventPricingRoutes(eventPricing: EventPricingService): BoundEndpoint[] {
  return [bind(getEventPricing, async () => ({ success: true, data: await eventPricing.current() }))]
}
