import * as contract from '../../../contract/orders.ts'
import { type BoundEndpoint, bind, requireCaller } from '../../http/context.ts'
import type { OrdersService } from './orders.service.ts'

export function ordersRoutes(orders: OrdersService): BoundEndpoint[] {
  return [
    bind(contract.listOrders, async ({ query }, context) => {
      const { orders: page, next } = await orders.listOrders(query)
      context.nextPage(next)
      return page
    }),
    bind(contract.getOrder, async ({ params }) => ({
      success: true,
      data: await orders.getOrder(params.id),
    })),
    bind(contract.setOrderStatus, async ({ params, body }, context) => ({
      success: true,
      data: await orders.setStatus(params.id, body, requireCaller(context)),
    })),
    bind(contract.undoOrderStatus, async ({ params, body }, context) => ({
      success: true,
      data: await orders.undoStatus(params.id, body.change, requireCaller(context)),
    })),
  ]
}
