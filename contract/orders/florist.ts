import * as z from 'zod/mini'
import { defineEndpoint } from '../endpoint.ts'
import { recordId } from '../named-records.ts'
import { bytesUnder } from '../picture-size.ts'
import {
  id,
  imageBodyLimit,
  instant,
  patterned,
  picture,
  pictureText,
  schoolDay,
  text,
  wrapped,
} from '../primitives.ts'
import { daysBetween } from '../school-day.ts'
import { deliveryWays } from '../store/delivery-facts.ts'
import { recipeKinds } from '../store/recipes.ts'
import { attemptKinds, photographKinds, substitutions } from './order-facts.ts'
import { correctedByBuyer, openStatusChange, orderStatus } from './orders.ts'

// Market, make list, route and cards are parts of the section `florist` of the back office.

export const marketDaysMax = 31

/** A product or class that is due on these days but has no recipe, so that its flowers are not on the market list. */
const marketGap = z.object({
  kind: z.enum(recipeKinds),
  name: z.string(),
  size: z.nullable(z.string()),
  count: z.number(),
})

export const marketFlower = z.object({
  flowerId: id,
  name: z.string(),
  unit: z.string(),
  bunchSize: z.number(),
  /** The usual price of a bunch, in rupees. */
  price: z.number(),
  /** The stems for all orders and batches, including waste. Only the sum is rounded up. */
  needed: z.number(),
})
export type MarketFlower = z.output<typeof marketFlower>

export const market = z.object({
  from: schoolDay,
  to: schoolDay,
  flowers: z.array(marketFlower),
  orders: z.number(),
  students: z.number(),
  /** The number of unpaid orders. The flowers of these orders are not on the market list. */
  unpaid: z.number(),
  without: z.array(marketGap),
})
export type Market = z.output<typeof market>

export const getMarket = defineEndpoint('GET /api/admin/florist/market', {
  summary: 'List what to buy for the orders and batches of a range of days. The default is today.',
  right: 'florist',
  query: z.object({ from: z.optional(schoolDay), to: z.optional(schoolDay) }).check(
    z.refine(({ from, to }) => from === undefined || to === undefined || from <= to, {
      path: ['to'],
      error: 'Choose a last day that isn’t before the first day',
    }),
    z.refine(
      ({ from, to }) => from === undefined || to === undefined || daysBetween(from, to) < marketDaysMax,
      { path: ['to'], error: `Choose at most ${marketDaysMax} days` },
    ),
  ),
  response: wrapped(market),
})

/** An order as the florist sees it, without the name of a buyer who asked not to be named. */
export const floristOrder = z.object({
  id,
  ordernumber: z.string(),
  status: orderStatus,
  way: z.nullable(z.enum(deliveryWays)),
  day: schoolDay,
  slot: z.nullable(z.object({ name: z.string(), from: instant, to: instant })),
  zone: z.nullable(z.string()),
  from: z.nullable(z.string()),
  recipientName: z.string(),
  address: z.nullable(z.string()),
  area: z.nullable(z.string()),
  landmark: z.nullable(z.string()),
  pincode: z.nullable(z.string()),
  /** The phone number to call: the buyer's if the buyer asked to be called, otherwise the recipient's. */
  callPhone: z.string(),
  callsBuyer: z.boolean(),
  note: z.nullable(z.string()),
  occasion: z.nullable(z.string()),
  cardMessage: z.nullable(z.string()),
  substitution: z.nullable(z.enum(substitutions)),
  lines: z.array(
    z.object({
      name: z.string(),
      size: z.nullable(z.string()),
      quantity: z.number(),
      customLabel: z.nullable(z.string()),
      answer: z.nullable(z.string()),
      picture: z.nullable(picture),
      /** The flowers of one piece, such as `12 Rose, 5 Tuberose`; null if the piece has no recipe. */
      stems: z.nullable(z.string()),
    }),
  ),
  readyAt: z.nullable(instant),
  cardPrintedAt: z.nullable(instant),
  corrected: correctedByBuyer,
  attempts: z.array(z.object({ kind: z.enum(attemptKinds), note: z.nullable(z.string()), at: instant })),
  photographs: z.array(z.object({ kind: z.enum(photographKinds), picture })),
})
export type FloristOrder = z.output<typeof floristOrder>

export const getFloristDay = defineEndpoint('GET /api/admin/florist/day', {
  summary:
    'List a day’s orders by delivery time, including those for midnight at the end of the day. The default is today.',
  right: 'florist',
  query: z.object({ day: z.optional(schoolDay) }),
  response: wrapped(
    z.object({
      day: schoolDay,
      orders: z.array(floristOrder),
      unpaid: z.number(),
    }),
  ),
})

export const photographBytesMax = bytesUnder(10)

export const pressKinds = ['start', 'tied', 'out', 'delivered', ...attemptKinds] as const
export type PressKind = (typeof pressKinds)[number]

/** The phone may have no connection, so a click may reach the server up to this many milliseconds later. */
export const pressAgeMaxMs = 24 * 60 * 60_000

const pressedAt = patterned(
  24,
  /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/,
  'Send the time when the button was pressed',
).check(z.refine((at) => !Number.isNaN(Date.parse(at)), 'Send the time when the button was pressed'))

export const press = z.object({
  kind: z.enum(pressKinds),
  /** The time of the click by the phone's clock. */
  at: pressedAt,
  note: z.optional(text(200)),
  /** A photograph of the bouquet for `tied`, or of the door for `delivered`. */
  photograph: z.optional(pictureText),
})
export type Press = z.output<typeof press>

export const pressOrder = defineEndpoint('POST /api/admin/florist/orders/:id/presses', {
  summary:
    'Record that a button on the make list or route list was pressed. The order gets the time that the caller sends, and never goes back to an earlier status.',
  right: 'florist',
  body: press,
  bodyLimit: imageBodyLimit,
  rate: 'upload',
  errors: ['not_found', 'conflict', 'image_too_large', 'unsupported_image'],
  response: wrapped(
    z.object({
      id,
      status: orderStatus,
      /** The change of status, which staff can undo for 10 seconds. Null if the status did not change. */
      change: z.nullable(openStatusChange),
    }),
  ),
})

export const cardsMax = 100

export const giftCard = z.object({
  id,
  ordernumber: z.string(),
  message: z.string(),
  recipientName: z.string(),
  from: z.nullable(z.string()),
})
export type GiftCard = z.output<typeof giftCard>

export const printCards = defineEndpoint('POST /api/admin/florist/cards', {
  summary: 'Get the card messages of orders for printing. Buyers can’t change these messages afterwards.',
  right: 'florist',
  body: z.object({
    orders: z
      .array(recordId('order'))
      .check(
        z.minLength(1, 'Choose at least one card'),
        z.maxLength(cardsMax, `Print at most ${cardsMax} cards at a time`),
      ),
  }),
  errors: ['not_found'],
  response: wrapped(z.array(giftCard)),
})
