import * as z from 'zod/mini'
import { deliveryTypes, deliveryWays, pincodePattern, pincodeSentence } from './delivery-facts.ts'
import { defineEndpoint } from './endpoint.ts'
import { id, instant, patterned, schoolDay } from './primitives.ts'

export const pincode = z.pipe(
  patterned(8, pincodePattern, pincodeSentence, { isTrimmed: true, required: pincodeSentence }),
  z.transform((typed) => typed.replace(/[ -]/, '')),
)

export const deliveryDaysMax = 60

/** One slot of one day, as the visitor may choose it. */
export const deliveryOption = z.object({
  slotId: id,
  name: z.string(),
  way: z.enum(deliveryWays),
  /** `HH:MM`; a window that ends before it begins began the evening before. */
  from: z.string(),
  to: z.string(),
  /** Rupees, the zone's fee and the slot's. */
  fee: z.number(),
  closesAt: instant,
  /** How many more orders; null where unlimited. */
  left: z.nullable(z.number()),
  /** Why it cannot be chosen, in words; null where it can. */
  reason: z.nullable(z.string()),
})
export type DeliveryOption = z.output<typeof deliveryOption>

export const deliveryDay = z.object({ day: schoolDay, options: z.array(deliveryOption) })
export type DeliveryDayOptions = z.output<typeof deliveryDay>

export const deliveryOptions = z.object({
  pincode: z.nullable(z.string()),
  /** The name of the zone; null outside every zone, and without a pincode. */
  zone: z.nullable(z.string()),
  /** Why nothing is brought there, in words; null where the school delivers. */
  reason: z.nullable(z.string()),
  days: z.array(deliveryDay),
})
export type DeliveryOptions = z.output<typeof deliveryOptions>

const daysSentence = `Please ask for 1 to ${deliveryDaysMax} days`

export const getDeliveryOptions = defineEndpoint('GET /api/delivery-options', {
  summary:
    'For each day each slot with fee, closing and what is left; of a `product`, or of the cart of the `Cart-Token`',
  access: 'public',
  variesByCaller: true,
  takesCart: true,
  rate: 'lookup',
  query: z.object({
    /** Absent: pickup alone. */
    pincode: z.optional(pincode),
    /** Today unless told. */
    from: z.optional(schoolDay),
    /** 7 unless told. */
    days: z.optional(z.pipe(patterned(2, /^([1-9]|[1-5]\d|60)$/, daysSentence), z.transform(Number))),
    product: z.optional(id),
  }),
  errors: ['not_found'],
  response: deliveryOptions,
})

export const firstDay = z.object({
  way: z.enum(deliveryTypes),
  day: schoolDay,
  /** 'Same-day delivery', 'Delivery from tomorrow', 'Delivery from Thu, 26 Nov'. */
  words: z.string(),
  /** Until when it can be ordered for this day. */
  closesAt: instant,
})
export type FirstDay = z.output<typeof firstDay>

export const getFirstDeliveryDays = defineEndpoint('GET /api/delivery-options/first', {
  summary:
    'The first day that each way of delivery can be ordered for now, to some place; the earliest first',
  access: 'public',
  response: z.array(firstDay),
  topics: ['delivery', 'school'],
})

/** Zones and fees of the delivery. A pincode has six digits; fewer stand for all pincodes that begin so. */
export const deliveryFees = z.object({
  pincodes: z.array(z.string()),
  /** Rupees, of the cheapest and the dearest zone and slot; a type that is offered nowhere is left out. */
  fees: z.array(z.object({ type: z.enum(deliveryTypes), least: z.number(), most: z.number() })),
})
export type DeliveryFees = z.output<typeof deliveryFees>

export const getDeliveryFees = defineEndpoint('GET /api/delivery-fees', {
  summary: 'Where the school delivers, and between which fees each type of delivery lies',
  access: 'public',
  response: deliveryFees,
  topics: ['products'],
})
