import * as z from 'zod/mini'
import { defineEndpoint } from '../endpoint.ts'
import { id, instant, patterned, schoolDay } from '../primitives.ts'
import { deliveryTypes, deliveryWays, pincodePattern, pincodeSentence } from './delivery-facts.ts'
import * as error from './fields.en.ts'

export const pincode = z.pipe(
  patterned(8, pincodePattern, pincodeSentence, { isTrimmed: true, required: pincodeSentence }),
  z.transform((typed) => typed.replace(/[ -]/, '')),
)

export const deliveryDaysMax = 60

const refusedForKinds = ['full', 'closed', 'too-far', 'other'] as const
export type RefusedFor = (typeof refusedForKinds)[number]

export const deliveryOption = z.object({
  slotId: id,
  name: z.string(),
  way: z.enum(deliveryWays),
  /** The hours of delivery as `HH:MM`. If the end is earlier than the start, the slot begins on the evening before. */
  from: z.string(),
  to: z.string(),
  /** The fee in rupees, which is the sum of the zone's fee and the slot's fee. */
  fee: z.number(),
  closesAt: instant,
  left: z.nullable(z.number()),
  /** The reason why the slot cannot be chosen, as a sentence; null if the slot can be chosen. */
  reason: z.nullable(z.string()),
  /** The kind of the reason. Programs compare this text, because the sentence may change or be in another language. */
  refusedFor: z.nullable(z.enum(refusedForKinds)),
})
export type DeliveryOption = z.output<typeof deliveryOption>

export const deliveryDay = z.object({ day: schoolDay, options: z.array(deliveryOption) })
export type DeliveryDayOptions = z.output<typeof deliveryDay>

export const deliveryOptions = z.object({
  pincode: z.nullable(z.string()),
  zone: z.nullable(z.string()),
  /** The reason why the school does not deliver to the pincode; null if the school delivers there. */
  reason: z.nullable(z.string()),
  days: z.array(deliveryDay),
})
export type DeliveryOptions = z.output<typeof deliveryOptions>

const daysSentence = error.daysFrom1To({ max: deliveryDaysMax })

export const getDeliveryOptions = defineEndpoint('GET /api/delivery-options', {
  summary:
    'List each day’s delivery times with their fee, deadline and remaining capacity, for a `product` or for the cart of the `Cart-Token`',
  access: 'public',
  isOpenEarly: true,
  variesByCaller: true,
  takesCart: true,
  rate: 'lookup',
  query: z.object({
    /** Left out if the buyer fetches the order. */
    pincode: z.optional(pincode),
    /** The first day of the list; today if left out. */
    from: z.optional(schoolDay),
    /** The number of days; 7 if left out. */
    days: z.optional(z.pipe(patterned(2, /^([1-9]|[1-5]\d|60)$/, daysSentence), z.transform(Number))),
    product: z.optional(id),
  }),
  errors: ['not_found'],
  response: deliveryOptions,
})

export const firstDay = z.object({
  way: z.enum(deliveryTypes),
  day: schoolDay,
  /** The day in words: 'Same-day delivery', 'Delivery from tomorrow' or 'Delivery from Thu, 26 Nov'. */
  words: z.string(),
  closesAt: instant,
})
export type FirstDay = z.output<typeof firstDay>

export const getFirstDeliveryDays = defineEndpoint('GET /api/delivery-options/first', {
  summary: 'List the first available day for each delivery method, whatever the address, earliest first',
  access: 'public',
  isOpenEarly: true,
  response: z.array(firstDay),
  topics: ['delivery', 'school'],
})

/**
 * The area and the fees of delivery. A pincode with fewer than six digits means all pincodes that begin with these
 * digits.
 */
export const deliveryFees = z.object({
  pincodes: z.array(z.string()),
  /**
   * The lowest and the highest fee of each type of delivery over all zones and slots, in rupees. A type that no zone
   * offers is left out.
   */
  fees: z.array(z.object({ type: z.enum(deliveryTypes), least: z.number(), most: z.number() })),
})
export type DeliveryFees = z.output<typeof deliveryFees>

export const getDeliveryFees = defineEndpoint('GET /api/delivery-fees', {
  summary: 'Get the areas where the school delivers, and the range of fees for each type of delivery',
  access: 'public',
  isOpenEarly: true,
  response: deliveryFees,
  topics: ['products'],
})
