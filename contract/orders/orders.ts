import * as z from 'zod/mini'
import { defineEndpoint } from '../endpoint.ts'
import {
  anyId,
  between,
  id,
  inOrder,
  inPart,
  instant,
  listOrWrapped,
  listQuery,
  listTotals,
  picture,
  schoolDay,
  version,
  wrapped,
} from '../primitives.ts'
import { markPaidBody } from '../registrations/enrolments.ts'
import { deliveryWays } from '../store/delivery-facts.ts'
import {
  correctedParts,
  orderEnds,
  orderPaymentStatuses,
  orderStatuses,
  substitutions,
} from './order-facts.ts'

export const orderStatus = z.enum(orderStatuses, { error: 'Choose a status' })

export const openStatusChange = z.object({
  id,
  from: orderStatus,
  to: orderStatus,
  undoUntil: instant,
})
export type OpenStatusChange = z.output<typeof openStatusChange>

export const orderItem = z.object({
  /** Null if the line was never a product of the store. */
  productId: z.nullable(id),
  productName: z.string(),
  quantity: z.number(),
  /** All sums of an order are in rupees. */
  unitPrice: z.number(),
  totalPrice: z.number(),
  /** The number of pieces that were out of stock when a cancelled order was reopened. */
  missing: z.number(),
  picture: z.nullable(picture),
  size: z.nullable(z.string()),
  answer: z.nullable(z.string()),
})
export type OrderItem = z.output<typeof orderItem>

export const recipient = {
  recipientName: z.nullable(z.string()),
  recipientPhone: z.nullable(z.string()),
  address: z.nullable(z.string()),
  area: z.nullable(z.string()),
  landmark: z.nullable(z.string()),
  pincode: z.nullable(z.string()),
}

/** All fields are null for an order that was placed before the store existed. */
const delivery = {
  way: z.nullable(z.enum(deliveryWays)),
  day: z.nullable(schoolDay),
  slot: z.nullable(z.object({ name: z.string(), from: instant, to: instant })),
  zone: z.nullable(z.string()),
  ...recipient,
  /** The state or union territory to which the order is delivered; null for a pickup. */
  state: z.nullable(z.string()),
  cardMessage: z.nullable(z.string()),
  substitution: z.nullable(z.enum(substitutions)),
}

/**
 * The parts of the delivery that the buyer corrected, and the time of the last correction; null if the buyer corrected
 * nothing.
 */
export const correctedByBuyer = z.nullable(z.object({ at: instant, parts: z.array(z.enum(correctedParts)) }))
export type CorrectedByBuyer = z.output<typeof correctedByBuyer>

export const order = z.object({
  id,
  ordernumber: z.string(),
  customername: z.string(),
  email: z.string(),
  phone: z.string(),
  deliveryaddress: z.string(),
  status: orderStatus,
  createdat: instant,
  /** The hash of the terms that the buyer accepted. Missing for an order that is older than this field. */
  terms: z.optional(z.string()),
  items: z.array(orderItem),
  subtotal: z.number(),
  deliverycharge: z.number(),
  discountamount: z.number(),
  total: z.number(),
  due: z.number(),
  paymentmethod: z.string(),
  paymentstatus: z.enum(orderPaymentStatuses),
  /** True while staff have not checked a payment that the buyer reported on the site, which is possible only for UPI. */
  isReported: z.boolean(),
  occasion: z.nullable(z.string()),
  requirements: z.nullable(z.string()),
  ...delivery,
  hidesSender: z.boolean(),
  callsBuyer: z.boolean(),
  couponCode: z.nullable(z.string()),
  holdUntil: z.nullable(instant),
  /**
   * The cause of the order's end. Null for an order that is not cancelled, and for an order that was placed before the
   * store existed.
   */
  endedBy: z.nullable(z.enum(orderEnds)),
  /**
   * Set while nothing is held for the order, because the buyer has not yet opened the link in the e-mail. The link
   * works until this time.
   */
  askedUntil: z.nullable(instant),
  corrected: correctedByBuyer,
  change: z.nullable(openStatusChange),
  version,
})
export type Order = z.output<typeof order>

export const orderSorts = [
  'newest',
  'oldest',
  'customer',
  '-customer',
  'total',
  '-total',
  'delivery',
  '-delivery',
] as const

/** The page needs only these fields of an order; any other field may be missing. */
const orderInPart = inPart(order.shape, {
  id: anyId,
  ordernumber: z.string(),
  status: orderStatus,
  items: z.array(
    inPart(orderItem.shape, { productName: z.string(), quantity: z.number(), totalPrice: z.number() }),
  ),
  total: z.number(),
})

const ordersQuery = inOrder(
  z.object({
    ...listQuery.shape,
    sort: z.optional(
      z.enum(orderSorts, { error: `Choose one of these sort orders: ${orderSorts.join(', ')}` }),
    ),
    status: z.optional(orderStatus),
    payment: z.optional(z.enum(orderPaymentStatuses)),
    ...between,
    day: z.optional(schoolDay),
    way: z.optional(z.enum(deliveryWays)),
  }),
)

export const listOrders = defineEndpoint('GET /api/admin/orders', {
  summary:
    'List all orders with their items. `from` and `to` are the first and last day on which they were placed, and `day` is the delivery day.',
  right: 'orders',
  query: ordersQuery,
  response: z.array(order),
  readAs: listOrWrapped(orderInPart),
})

export const sumOrders = defineEndpoint('GET /api/admin/orders-totals', {
  summary: 'Get the totals of the orders that match a search and filters',
  right: 'orders',
  query: ordersQuery,
  response: wrapped(listTotals),
})

export const statusChange = z.object({
  id,
  at: instant,
  from: orderStatus,
  to: orderStatus,
  by: z.nullable(z.string()),
  isUndone: z.boolean(),
})
export type StatusChange = z.output<typeof statusChange>

export const setOrderStatus = defineEndpoint('PUT /api/admin/orders/:id/status', {
  summary:
    'Set the status of an order. Effects such as e-mails happen once the change can no longer be undone.',
  right: 'orders',
  body: z.object({ status: orderStatus, version: z.optional(z.number()) }),
  response: wrapped(order),
})

export const undoOrderStatus = defineEndpoint('POST /api/admin/orders/:id/status/undo', {
  summary: 'Undo a change of an order’s status within 10 seconds',
  right: 'orders',
  body: z.object({ change: id }),
  response: wrapped(order),
})

export const markOrderPaid = defineEndpoint('POST /api/admin/orders/:id/payment', {
  summary: 'Record a payment for an order, and confirm the order',
  right: 'money',
  body: markPaidBody,
  response: wrapped(z.object({ id, status: orderStatus })),
})
