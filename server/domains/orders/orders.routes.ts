import { pressOrder, printCards } from '../../../contract/florist.ts'

import * as gifts from '../../../contract/gifts.ts'

import * as contract from '../../../contract/orders.ts'
import * as store from '../../../contract/store-orders.ts'
import { type BoundEndpoint, bind, requireCaller } from '../../http/context.ts'
import {
  bindAdd,
  bindChange,
  bindOnce,
  bindOne,
  bindOpen,
  bindOwn,
  bindPage,
  bindPrepared,
} from '../../http/record-routes.ts'
import type { SchoolService } from '../school/school.service.ts'
import type { OrdersService } from './orders.service.ts'
import { presentOrderReceipt } from './store-orders.presenter.ts'

export function ordersRoutes(orders: OrdersService, school: SchoolService): BoundEndpoint[] {
  return [
    bindPage(contract.listOrders, orders.listOrders),
    bindOne(contract.getOrder, orders.getOrder),
    bindChange(contract.setOrderStatus, orders.setStatus),
    bindChange(contract.undoOrderStatus, (id, { change }, by) => orders.undoStatus(id, change, by)),
    bindChange(contract.markOrderPaid, async (id, body, by) => {
      const { status } = await orders.markPaid(id, body, by)
      return { id, status }
    }),
    bindPrepared(store.placeOrder, school.current, async (tx, terms, { body }, { caller, cartToken }) =>
      presentOrderReceipt(await orders.place(tx, body, { userId: caller?.userId ?? null, cartToken }, terms)),
    ),
    bindPrepared(
      pressOrder,
      ({ body }) => orders.storePhotograph(body),
      (tx, photograph, { params, body }, context) =>
        orders.press(tx, params.id, body, photograph, requireCaller(context)),
    ),
    bindAdd(printCards, (tx, { orders: chosen }, by) => orders.printCards(tx, chosen, by)),
    bindOpen(store.getStoreOrder, ({ params }) => orders.view(params.id)),
    bindOpen(store.getOrderTracking, ({ params }) => orders.track(params.id)),
    bindOwn(store.listOwnOrders, (caller) => orders.listOwn(caller)),
    bind(store.payOrder, async ({ params }, { caller, once }) => {
      // An admin's word settles it; of everybody else the payment provider is asked.
      if (caller?.usertype === 'admin') {
        const { id, number, status } = await orders.markPaid(params.id, {}, caller)
        return { success: true, data: { id, ordernumber: number, status } }
      }
      const claim = await orders.claimPayment(params.id)
      return once(async (tx) => {
        const { id, number, status } = await orders.finalise(tx, params.id, claim)
        return { success: true, data: { id, ordernumber: number, status } }
      })
    }),
    bindOnce(store.cancelOrder, async (tx, { params, body }) => {
      await orders.cancel(tx, params.id, body.email)
      return { id: params.id, status: 'cancelled' as const }
    }),
    bindOpen(gifts.getGift, ({ params }) => orders.viewGift(params.token)),
    bindOnce(gifts.tellNobodyHome, (tx, { params, body }) =>
      orders.tellNobodyHome(tx, params.token, body.message),
    ),
    bindOnce(store.changeOrderCard, async (tx, { params, body }) => {
      await orders.changeCard(tx, params.id, body)
      return { id: params.id }
    }),
  ]
}
