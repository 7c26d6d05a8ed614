import * as contract from '../../../contract/delivery.ts'
import type { BoundEndpoint } from '../../http/context.ts'
import { bindOpen } from '../../http/record-routes.ts'
import type { DeliveryService } from './delivery.service.ts'

export function deliveryRoutes(delivery: DeliveryService): BoundEndpoint[] {
  return [
    bindOpen(contract.getDeliveryOptions, ({ query }, { caller, cartToken }) =>
      delivery.options(query, { userId: caller?.userId ?? null, cartToken }),
    ),
  ]
}
