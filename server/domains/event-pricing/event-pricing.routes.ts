import * as contract from '../../../contract/event-pricing.ts'
import { type BoundEndpoint, bind, requireCaller } from '../../http/context.ts'
import type { EventPricingService } from './event-pricing.service.ts'

export function eventPricingRoutes(eventPricing: EventPricingService): BoundEndpoint[] {
  return [
    bind(contract.getEventPricing, async () => ({ success: true, ...(await eventPricing.current()) })),
    bind(contract.replaceEventPricing, async ({ query, body }, context) => ({
      success: true,
      ...(await eventPricing.replace(body, query.version, requireCaller(context))),
    })),
    bind(contract.deleteEventPrice, async ({ params }, context) => {
      await eventPricing.remove(params.key, requireCaller(context))
      return { success: true }
    }),
  ]
}
