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
  /**
   * The hours of delivery, as `HH:MM`. If the end is before the start, the slot begins on the evening before.
   */
  from: z.string(),
  to: z.string(),
  /** The fee in rupees: the zone's and the slot's together. */
  fee: z.number(),
  closesAt: instant,
  left: z.nullable(z.number()),
  /** The reason why the slot cannot be chosen, as a sentence; null if it can. */
  reason: z.nullable(z.string()),
  /** The kind of reason. Programs compare this, because the sentence may change or be in another language. */
  refusedFor: z.nullable(z.enum(refusedForKinds)),
})
export type DeliveryOption = z.output<typeof deliveryOption>

export const deliveryDay = z.object({ day: schoolDay, options: z.array(deliveryOption) })
export type DeliveryDayOptions = z.output<typeof deliveryDay>

export const deliveryOptions = z.object({
  pincode: z.nullable(z.string()),
  zone: z.nullable(z.string()),
  /** The reason why the school does not deliver to the pincode; null if it does. */
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
    /** Left out for a pickup. */
    pincode: z.optional(pincode),
    /** The first day; the default is today. */
    from: z.optional(schoolDay),
    /** The number of days; the default is 7. */
    days: z.optional(z.pipe(patterned(2, /^([1-9]|[1-5]\d|60)$/, daysSentence), z.transform(Number))),
    product: z.optional(id),
  }),
  errors: ['not_found'],
  response: deliveryOptions,
})

export const firstDay = z.object({
  way: z.enum(deliveryTypes),
  day: schoolDay,
  /** 'Same-day delivery', 'Delivery from tomorrow' or 'Delivery from Thu, 26 Nov'. */
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

/** The area and the fees of delivery. A pincode has six digits; fewer digits mean all pincodes that begin with them. */
export const deliveryFees = z.object({
  pincodes: z.array(z.string()),
  /**
   * The lowest and the highest fee of each type over all zones and slots, in rupees. A type that no zone offers is left
   * out.
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
