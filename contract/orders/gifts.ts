import * as z from 'zod/mini'
import { defineEndpoint } from '../endpoint.ts'
import { instant, linkParams, picture, schoolDay, text } from '../primitives.ts'
import * as error from './fields.en.ts'
import { photographKinds } from './order-facts.ts'

const giftStates = ['unconfirmed', 'confirmed', 'on-its-way', 'delivered', 'cancelled'] as const
export type GiftState = (typeof giftStates)[number]

/**
 * An order as its recipient sees it. The recipient never sees a price, or the name of a sender who asked not to be
 * named.
 */
export const gift = z.object({
  /** Empty until the order is paid, like every other text that the buyer typed. */
  recipientName: z.string(),
  /** The sender's name. Null until the order is paid, and for a sender who asked not to be named. */
  from: z.nullable(z.string()),
  day: schoolDay,
  slot: z.object({ name: z.string(), from: instant, to: instant }),
  isPickup: z.boolean(),
  /** The state of the order. `unconfirmed` means that the page must not promise a delivery yet. */
  state: z.enum(giftStates),
  /** The text of the card, shown only after the delivery. */
  cardMessage: z.nullable(z.string()),
  lines: z.array(z.object({ name: z.string(), quantity: z.number(), picture: z.nullable(picture) })),
  photographs: z.array(z.object({ kind: z.enum(photographKinds), picture })),
  /** Advice for each product on how to care for it. */
  care: z.array(z.object({ name: z.string(), text: z.string() })),
  /** True once the recipient has told the school that nobody will be at home. The recipient can do this only once. */
  toldNobodyHome: z.boolean(),
})
export type Gift = z.output<typeof gift>

export const getGift = defineEndpoint('GET /api/gift/:token', {
  summary:
    'Get an order as its recipient may see it, without prices. The sender is left out if they want to be anonymous.',
  access: 'public',
  isOpenEarly: true,
  params: linkParams,
  rate: 'lookup',
  response: gift,
})

export const nobodyHomeForm = z.object({
  message: text(500, { required: error.sayWhenHome }),
})

export const tellNobodyHome = defineEndpoint('POST /api/gift/:token/message', {
  summary: 'Tell the school, once, that nobody will be at home at the recipient’s address',
  access: 'public',
  isOpenEarly: true,
  params: linkParams,
  body: nobodyHomeForm,
  errors: ['not_found', 'conflict'],
})
