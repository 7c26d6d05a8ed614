import { validateCoupon } from '../../../contract/money/coupons.ts'
import * as concerns from '../../../contract/orders/concerns.ts'
import { pressOrder, printCards } from '../../../contract/orders/florist.ts'
import * as gifts from '../../../contract/orders/gifts.ts'
import * as care from '../../../contract/orders/order-care.ts'
import * as contract from '../../../contract/orders/orders.ts'
import * as remindersContract from '../../../contract/orders/reminders.ts'
import * as store from '../../../contract/orders/store-orders.ts'
import { hasRight } from '../../../contract/rights.ts'
import * as bind from '../../http/bind.ts'
import { type BoundEndpoint, requireCaller } from '../../http/context.ts'
import type { Events } from '../deps.ts'
import { requesterOf, withConfirmation } from '../registrations/index.ts'
import { requireGroupSize } from '../school/index.ts'
import type { OrderDeps } from './orders.deps.ts'
import type { OrdersService } from './orders.service.ts'
import type { RemindersService } from './reminders/reminders.service.ts'
import { presentOrderReceipt } from './store-orders.presenter.ts'

interface Services extends Pick<OrderDeps, 'coupons' | 'policies' | 'school' | 'settlement'> {
  orders: OrdersService
  reminders: RemindersService
}

export function ordersRoutes(
  { coupons, orders, policies, reminders, school, settlement }: Services,
  events: Events,
): BoundEndpoint[] {
  const { order, 'order-charge': fee } = orders.payables
  return [
    bind.list(contract.listOrders, orders.listOrders),
    bind.open(contract.sumOrders, ({ query }) => orders.sumOrders(query)),
    bind.once(care.chargeRedelivery, (tx, { params, body }, context) =>
      orders.charge(tx, params.id, body, requireCaller(context)),
    ),
    bind.update(care.waiveCharge, (id, _body, by) => orders.waiveCharge(id, by)),
    bind.update(care.giveChargeBack, (id, _body, by) => orders.giveChargeBack(id, by)),
    bind.update(care.markChargePaid, async (id, body, by) => {
      await settlement.markPaid(fee, id, body, by)
      return { id }
    }),
    bind.get(care.getOrder, orders.getOrder),
    bind.once(care.giveCredit, (tx, { params, body }, context) =>
      orders.giveCredit(tx, params.id, body, requireCaller(context)),
    ),
    bind.update(contract.setOrderStatus, orders.setStatus),
    bind.update(contract.undoOrderStatus, (id, { change }, by) => orders.undoStatus(id, change, by)),
    bind.update(contract.markOrderPaid, async (id, body, by) => {
      const { status } = await settlement.markPaid(order, id, body, by)
      return { id, status }
    }),
    bind.whole(store.placeOrder, async ({ body }, context) => {
      const [terms, accepted] = [await school.current(), await policies.current('terms')]
      const { caller, cartToken } = context
      const buyer = { userId: caller?.userId ?? null, cartToken }
      const { success, data } = await withConfirmation(events, terms, (asks) =>
        context.once(async (tx) => {
          await policies.accept(tx, accepted, body.terms)
          const now = { ...terms, ...asks, accepted }
          const row = await orders.place(tx, body, buyer, now, requesterOf(context))
          return { success: true, data: presentOrderReceipt(row) }
        }),
      )
      // The key is added after the response is stored for repeated calls, so that a copy of the database does not
      // contain it.
      return { success, data: { ...data, key: orders.keyOf(data.id) } }
    }),
    bind.prepared(
      pressOrder,
      ({ body }) => orders.storePhotograph(body),
      (tx, photograph, { params, body }, context) =>
        orders.press(tx, params.id, body, photograph, requireCaller(context)),
    ),
    bind.add(printCards, (tx, { orders: chosen }, by) => orders.printCards(tx, chosen, by)),
    bind.open(validateCoupon, async ({ body: { cartToken = null, ...body } }, { caller, ...context }) => {
      requireGroupSize(body.seats ?? 1, await school.current())
      const buyer = { userId: caller?.userId ?? null, cartToken: context.cartToken ?? cartToken }
      return coupons.quoteBasket(body, await orders.basketOf(body, buyer), buyer.userId)
    }),
    bind.open(store.getStoreOrder, ({ params }) => orders.view(params.id)),
    bind.open(store.getOrderTracking, ({ params }) => orders.track(params.id)),
    bind.own(store.listOwnOrders, (caller) => orders.listOwn(caller)),
    bind.whole(store.payOrder, async ({ params }, { caller, once }) => {
      // An admin's call settles the order at once; for other callers the payment provider decides.
      if (caller !== null && hasRight(caller.role, 'money')) {
        const { id, number, status } = await settlement.markPaid(order, params.id, {}, caller)
        return { success: true, data: { id, ordernumber: number, status } }
      }
      const claim = await settlement.claim(order, params.id, await school.current())
      return once(async (tx) => {
        const { id, number, status } = await settlement.finalise(tx, order, params.id, claim)
        return { success: true, data: { id, ordernumber: number, status } }
      })
    }),
    bind.prepared(store.payOrderAtSchool, school.current, async (tx, terms, { params }) => {
      const { id, hold_until, proved_at } = await orders.payAtSchool(tx, params.id, terms)
      return { id, holdUntil: hold_until, proved: proved_at !== null }
    }),
    bind.whole(store.payCharge, async ({ params: { id } }, { once }) => {
      const claim = await settlement.claim(fee, id, await school.current())
      return once(async (tx) => {
        await settlement.finalise(tx, fee, id, claim)
        return { success: true, data: { id } }
      })
    }),
    bind.once(store.cancelOrder, async (tx, { params, body }) => {
      await orders.cancel(tx, params.id, body.email)
      return { id: params.id, status: 'cancelled' as const }
    }),
    bind.whole(concerns.raiseConcern, async ({ params: { id }, body }, { once, network }) => {
      const { photographs = [], ...form } = body
      const { phone } = await school.current()
      return orders.withPhotographs(id, form.email, { photographs, network }, (stored) =>
        once(async (tx) => {
          await orders.raiseConcern(tx, id, form, stored, { network, phone })
          return { success: true }
        }),
      )
    }),
    bind.open(gifts.getGift, ({ params }) => orders.viewGift(params.token)),
    bind.once(gifts.tellNobodyHome, (tx, { params, body }) =>
      orders.tellNobodyHome(tx, params.token, body.message),
    ),
    bind.open(store.readOrderDelivery, ({ params, body }, { caller }) =>
      orders.deliveryOf(params.id, { ...body, caller }),
    ),
    bind.prepared(store.correctOrderDelivery, school.current, (tx, terms, { params, body }, context) =>
      orders.correct(tx, params.id, body, requesterOf(context), terms),
    ),

    bind.once(remindersContract.setReminder, (tx, { params, body }, { caller }) =>
      reminders.set(tx, params.id, body, caller),
    ),
    bind.once(remindersContract.endReminder, (tx, { params }) => reminders.end(tx, params.token)),
    bind.own(remindersContract.getOrderRecipient, (caller, { params }) =>
      reminders.recipientOf(caller, params.id),
    ),
  ]
}
