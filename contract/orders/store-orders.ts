import * as z from 'zod/mini'
import { defineEndpoint, type ParsedInput } from '../endpoint.ts'
import { graphemesIn } from '../graphemes.ts'
import { paymentMethods } from '../money/payment-methods.ts'
import {
  asTyped,
  email,
  id,
  indianPhone,
  instant,
  line,
  linkParams,
  phone,
  picture,
  rupees,
  schoolDay,
  text,
  version,
  wrapped,
} from '../primitives.ts'
import { acceptedTerms, heldForSchool, paymentOptions, shownTerms } from '../registrations/enrolments.ts'
import { quantity, wantedItem } from '../store/cart.ts'
import { pincode } from '../store/delivery.ts'
import { deliveryWays } from '../store/delivery-facts.ts'
import * as error from './fields.en.ts'
import {
  cardMessageMax,
  chargeStatuses,
  orderEnds,
  orderPaymentStatuses,
  photographKinds,
  substitutions,
} from './order-facts.ts'
import { orderStatus, recipient } from './orders.ts'

const cardSentence = error.cardTooLong({ max: cardMessageMax })
/**
 * The buyer's message has a limit in visible characters. An emoji may take 11 code units, so the limit in code units is
 * much higher.
 */
export const cardMessage = text(cardMessageMax * 12, { tooLong: cardSentence }).check(
  z.refine((typed) => graphemesIn(typed) <= cardMessageMax, cardSentence),
)

/** The buyer may live abroad, so foreign phone numbers are allowed. */
export const buyersPhone = phone(
  /^(?:[6-9]\d{9}|\+91[1-9]\d{9}|\+(?!91)[1-9]\d{6,14})$/,
  error.invalidPhone,
  { required: error.enterYourPhone },
)

export const recipientPhone = indianPhone(error.enterRecipientPhone)

/** The order form. A pickup may leave out the fields that only a delivery needs. */
export const checkoutForm = z.object({
  day: z.pipe(asTyped(10, { required: error.chooseDay }), schoolDay),
  slotId: z.pipe(asTyped(64, { required: error.chooseTime }), id),
  pincode: z.optional(pincode),
  recipientName: z.optional(line(120)),
  recipientPhone: z.optional(recipientPhone),
  address: z.optional(text(300)),
  area: z.optional(line(120)),
  landmark: z.optional(line(200)),
  /** The buyer is also the recipient, so the recipient's name and phone may be left out. */
  isForMe: z.optional(z.boolean()),
  occasion: z.optional(line(60)),
  cardMessage: z.optional(cardMessage),
  /** The buyer does not want to be named. */
  hidesSender: z.optional(z.boolean()),
  /** The courier calls the buyer, not the recipient. */
  callsBuyer: z.optional(z.boolean()),
  requirements: z.optional(text(500)),
  customername: line(120, { required: error.enterYourName }),
  email: email(),
  phone: buyersPhone,
  paymentMethod: z.enum(paymentMethods, { error: error.choosePayment }),
  substitution: z.enum(substitutions, {
    error: error.chooseSubstitution,
  }),
  acceptsTerms: z.literal(true, { error: error.acceptTerms }),
  couponCode: z.optional(line(40)),
})
export type CheckoutForm = z.output<typeof checkoutForm>

/**
 * Fields that a delivery needs in addition to the fields of a pickup. The order form and the server share these
 * messages.
 */
export const neededAtDoor = {
  pincode,
  address: text(300, { required: error.enterAddress }),
  area: line(120, { required: error.enterArea }),
}
export const neededOfRecipient = {
  recipientName: line(120, { required: error.enterRecipientName }),
  recipientPhone,
}

/** The rules that the order form checks. A buyer who is the recipient leaves out the recipient's name and phone. */
export function checkoutFormOf(order: {
  isPickup: boolean
  asks: { recipientName: boolean; recipientPhone: boolean }
}): typeof checkoutForm {
  const { recipientName, recipientPhone } = neededOfRecipient
  return z.extend(checkoutForm, {
    ...(order.isPickup ? {} : neededAtDoor),
    ...(order.asks.recipientName ? { recipientName } : {}),
    ...(order.asks.recipientPhone ? { recipientPhone } : {}),
  }) as unknown as typeof checkoutForm
}

/** A sum that callers may send. The server ignores this sum and computes every price itself. */
const ignored = z.optional(z.unknown())

export const orderLinesMax = 30

export const placeOrderBody = z.object({
  ...checkoutForm.shape,
  /**
   * A request without lines orders everything in the cart of the account or of the `Cart-Token`, and empties that cart.
   */
  lines: z.optional(
    z
      .array(z.object({ ...wantedItem.shape, quantity }))
      .check(
        z.minLength(1, error.noItems),
        z.maxLength(orderLinesMax, error.tooManyItems({ max: orderLinesMax })),
      ),
  ),
  /**
   * The total that the page showed. If the server's total differs, the call fails with `price_changed`. The shown total
   * does not determine the price.
   */
  shownTotal: z.optional(rupees(error.totalInvalid)),
  terms: shownTerms,
  price: ignored,
  subtotal: ignored,
  deliverycharge: ignored,
  discountamount: ignored,
  total: ignored,
  status: ignored,
  paymentstatus: ignored,
})
export type PlaceOrderBody = z.output<typeof placeOrderBody>

export const orderReceipt = z.object({
  id,
  ordernumber: z.string(),
  /** The total in rupees, as a decimal string. */
  total: z.string(),
  status: orderStatus,
  /** Stock, delivery slot and coupon are held until this time. Null if the order is confirmed or holds nothing. */
  holdUntil: z.nullable(instant),
  /** True if nothing is held yet, because the buyer first has to open the link in an e-mail and confirm the order. */
  confirmFirst: z.optional(z.boolean()),
  /** True if the buyer's address is confirmed. Otherwise the buyer may have at most three unpaid orders and seats. */
  proved: z.boolean(),
  /**
   * A key that shows the server that this browser placed the order. The key allows the browser to correct the delivery.
   */
  key: z.optional(z.string()),
})
export type OrderReceipt = z.output<typeof orderReceipt>

export const placeOrder = defineEndpoint('POST /api/orders', {
  summary:
    'Order what is in the cart, or in `lines`. The stock, the delivery time and the coupon are held until `holdUntil`, so that the buyer can pay.',
  access: 'public',
  part: 'store',
  takesCart: true,
  body: placeOrderBody,
  status: 201,
  errors: [
    'not_found',
    'price_changed',
    'out_of_stock',
    'slot_full',
    'slot_closed',
    'undeliverable',
    'coupon_invalid',
    'limit_reached',
  ],
  response: wrapped(orderReceipt),
})

export const storeOrderLine = z.object({
  productId: z.nullable(id),
  slug: z.nullable(z.string()),
  name: z.string(),
  size: z.nullable(z.string()),
  answer: z.nullable(z.string()),
  quantity: z.number(),
  price: z.number(),
  total: z.number(),
  picture: z.nullable(picture),
})

/** The steps of an order. A step gets a time when the order reaches it. */
// The following texts are values of the API.
// oxlint-disable-next-line malar/text-in-catalogue
export const orderSteps = ['Ordered', 'Paid', 'Being arranged', 'On its way', 'Delivered'] as const
export type OrderStep = (typeof orderSteps)[number]

const tracking = {
  id,
  ordernumber: z.string(),
  status: orderStatus,
  endedBy: z.nullable(z.enum(orderEnds)),
  /**
   * Set while nothing is held for the order, because the buyer has not yet opened the link in the e-mail. The link
   * works until this time.
   */
  askedUntil: z.nullable(instant),
  isAskedOver: z.boolean(),
  /** The steps in their order; `at` is null for a step that the order has not reached. */
  steps: z.array(z.object({ step: z.enum(orderSteps), at: z.nullable(instant) })),
  /** Failed delivery attempts, newest first; `what` is the text to show. */
  attempts: z.array(z.object({ what: z.string(), at: instant })),
  way: z.nullable(z.enum(deliveryWays)),
  day: z.nullable(schoolDay),
  slot: z.nullable(z.object({ name: z.string(), from: instant, to: instant })),
  lines: z.array(storeOrderLine),
  photographs: z.array(z.object({ kind: z.enum(photographKinds), picture })),
  canCancel: z.boolean(),
  cancelUntil: z.nullable(instant),
  cancelSentence: z.string(),
  canCorrect: z.boolean(),
  /**
   * The buyer can report a problem until the time `until`. `toldAt` is the time of the buyer's report, or null. The
   * whole field is null before the delivery.
   */
  concern: z.nullable(z.object({ until: instant, isOpen: z.boolean(), toldAt: z.nullable(instant) })),
}

/** The view for anybody with the link. The view has no address and no phone number, because people pass the link on. */
export const orderTracking = z.object(tracking)
export type OrderTracking = z.output<typeof orderTracking>

export const storeOrder = z.object({
  ...tracking,
  createdat: instant,
  /** The terms that the buyer accepted, and when. Missing for an order that is older than this field. */
  terms: z.optional(acceptedTerms),
  subtotal: z.number(),
  deliverycharge: z.number(),
  discountamount: z.number(),
  total: z.number(),
  /** `due` is the sum still to be paid; `came` is the received sum without the refunded part. */
  due: z.number(),
  came: z.number(),
  couponCode: z.nullable(z.string()),
  paymentstatus: z.enum(orderPaymentStatuses),
  holdUntil: z.nullable(instant),
  /**
   * False if the buyer has not confirmed the e-mail address. Confirming by the link in the e-mail lengthens the hold.
   */
  proved: z.boolean(),
  /** False once the order is paid, or once its hold has ended and its delivery time has passed. */
  canBePaid: z.boolean(),
  payment: paymentOptions,
  /**
   * Fees for further delivery attempts, oldest first. `total` does not include these fees. `payment` says how to pay an
   * open fee.
   */
  charges: z.array(
    z.object({
      id,
      reference: z.string(),
      amount: z.number(),
      status: z.enum(chargeStatuses),
      at: instant,
      payment: z.nullable(paymentOptions),
    }),
  ),
  /** Money arrived after the order's hold had ended. Staff have to reopen the order or refund the money. */
  moneyWaits: z.boolean(),
})
export type StoreOrder = z.output<typeof storeOrder>

export const getStoreOrder = defineEndpoint('GET /api/orders/:id', {
  summary: 'Get one order by its opaque id, without the address and phone number',
  access: 'public',
  isOpenEarly: true,
  rate: 'lookup',
  response: storeOrder,
})

export const getOrderTracking = defineEndpoint('GET /api/orders/:id/tracking', {
  summary: 'List the steps of an order with their times',
  access: 'public',
  isOpenEarly: true,
  rate: 'lookup',
  response: orderTracking,
})

export const payOrder = defineEndpoint('PATCH /api/orders/:id/status', {
  summary: 'Confirm an order that is paid. The response is 402 if the payment hasn’t been received.',
  access: 'public',
  isOpenEarly: true,
  body: z.object({ status: z.literal('confirmed') }),
  errors: ['payment_failed', 'payment_pending'],
  response: wrapped(z.object({ id, ordernumber: z.string(), status: orderStatus })),
})

export const payOrderAtSchool = defineEndpoint('POST /api/orders/:id/pay-at-school', {
  summary:
    'Choose to pay for an order at the school. If the e-mail address isn’t confirmed yet, an e-mail with a link is sent first.',
  access: 'public',
  isOpenEarly: true,
  errors: ['not_found', 'conflict'],
  response: wrapped(heldForSchool),
})

export const payCharge = defineEndpoint('POST /api/order-charges/:id/payment', {
  summary: 'Confirm a re-delivery fee that is paid. The response is 402 if the payment hasn’t been received.',
  access: 'public',
  isOpenEarly: true,
  errors: ['not_found', 'conflict', 'payment_failed', 'payment_pending'],
  response: wrapped(z.object({ id })),
})

/** The order's e-mail address proves that the caller is the buyer. */
export const byBuyer = z.object({ email: email() })

export const cancelOrder = defineEndpoint('POST /api/orders/:id/cancel', {
  summary:
    'Cancel an order before its deadline. The caller must give the e-mail address that the order was placed with.',
  access: 'public',
  isOpenEarly: true,
  body: byBuyer,
  errors: ['not_found', 'conflict'],
  response: wrapped(z.object({ id, status: orderStatus })),
})

/**
 * The proof that the caller is the buyer: the key that the browser got with the order, or the token from a link in an
 * e-mail about the order. Null for a caller who is signed in as the buyer.
 */
const orderKey = z.nullable(linkParams.shape.token)

export const deliveryTime = z.object({
  day: schoolDay,
  slotId: id,
  name: z.string(),
  /** Times are `HH:MM`, as in the delivery options. */
  from: z.string(),
  to: z.string(),
})

/** The delivery of an order with address and phone number, which only the buyer can read. */
export const orderDelivery = z.object({
  version,
  way: z.nullable(z.enum(deliveryWays)),
  ...recipient,
  cardMessage: z.nullable(z.string()),
  day: z.nullable(schoolDay),
  slotId: z.nullable(id),
  slot: z.nullable(z.object({ name: z.string(), from: instant, to: instant })),
  /**
   * The path of the recipient's page, which the buyer can pass on. Null while the order waits for the buyer's
   * confirmation.
   */
  giftPath: z.nullable(z.string()),
  /** True until the florist starts to make the order. */
  canChange: z.boolean(),
  /** True until the card is printed. */
  canChangeCard: z.boolean(),
  /**
   * Delivery times that still have room, at the agreed fee, up to a week before or after the chosen day. Empty if
   * nothing can be changed.
   */
  times: z.array(deliveryTime),
})
export type OrderDelivery = z.output<typeof orderDelivery>

/** The request is a POST, so that the body contains the key. Servers log URLs, so a key in the URL would be logged. */
export const readOrderDelivery = defineEndpoint('POST /api/orders/:id/delivery', {
  summary:
    'Get the delivery details of an order. The caller needs the key from placing the order, the token of a link in its e-mails, or the buyer’s account.',
  access: 'public',
  isOpenEarly: true,
  /** A new `pincode` requests the delivery times for that place. */
  body: z.object({ key: orderKey, pincode: z.optional(pincode) }),
  rate: 'lookup',
  errors: ['not_found', 'forbidden'],
  response: wrapped(orderDelivery),
})

const corrected = z.partial(
  z.object({
    ...neededOfRecipient,
    ...neededAtDoor,
    landmark: line(200),
    cardMessage,
  }),
)

/** The fields as the buyer typed them; `time` names a day and a slot. */
export const correctionForm = z.extend(corrected, { time: z.optional(line(80)) })

export const correctOrderDelivery = defineEndpoint('PATCH /api/orders/:id/delivery', {
  summary:
    'Change the delivery details of an order until the florist starts to make it, or the card message until the card is printed. Fields that are left out keep their values.',
  access: 'public',
  isOpenEarly: true,
  body: z.object({
    ...corrected.shape,
    day: z.optional(schoolDay),
    slotId: z.optional(id),
    key: orderKey,
    version,
  }),
  errors: [
    'not_found',
    'forbidden',
    'conflict',
    'undeliverable',
    'slot_closed',
    'slot_full',
    'limit_reached',
  ],
  response: wrapped(z.object({ id, version })),
})
export type Correction = ParsedInput<typeof correctOrderDelivery>['body']

export const listOwnOrders = defineEndpoint('GET /api/orders', {
  summary: 'List the caller’s own orders, newest first',
  access: 'user',
  isOpenEarly: true,
  response: wrapped(
    z.array(
      z.object({
        id,
        ordernumber: z.string(),
        status: orderStatus,
        createdat: instant,
        day: z.nullable(schoolDay),
        total: z.number(),
        /** True if the buyer reported a payment and the school has not found it yet. */
        isChecking: z.boolean(),
        lines: z.array(storeOrderLine),
      }),
    ),
  ),
})
