import * as contract from '../../../../contract/school/hall-prices.ts'
import { type BoundEndpoint, bind, requireCaller } from '../../../http/context.ts'
import { bindOwn } from '../../../http/record-routes.ts'
import type { EventPricingService } from './hall-prices.service.ts'

export function eventPricingRoutes(eventPricing: EventPricingService): BoundEndpoint[] {
  return [
    bind(contract.getEventPricing, async () => ({ success: true, ...(await eventPricing.current()) })),
    bind(contract.replaceEventPricing, async ({ query, body }, context) => ({
      success: true,
      ...(await eventPricing.replace(body, query.version, requireCaller(context))),
    })),
    bindOwn(contract.deleteEventPrice, (by, { params }) => eventPricing.remove(params.key, by)),
  ]
}
