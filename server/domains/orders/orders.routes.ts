import * as contract from '../../../contract/orders.ts'
import type { BoundEndpoint } from '../../http/context.ts'
import { bindChange, bindOne, bindPage } from '../../http/record-routes.ts'
import type { OrdersService } from './orders.service.ts'

export function ordersRoutes(orders: OrdersService): BoundEndpoint[] {
  return [
    bindPage(contract.listOrders, orders.listOrders),
    bindOne(contract.getOrder, orders.getOrder),
    bindChange(contract.setOrderStatus, orders.setStatus),
    bindChange(contract.undoOrderStatus, (id, { change }, by) => orders.undoStatus(id, change, by)),
  ]
}
