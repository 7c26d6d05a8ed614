import * as z from 'zod/mini'
import { defineEndpoint } from '../endpoint.ts'
import { id, instant, patterned, schoolDay } from '../primitives.ts'
import { deliveryTypes, deliveryWays, pincodePattern, pincodeSentence } from './delivery-facts.ts'

export const pincode = z.pipe(
  patterned(8, pincodePattern, pincodeSentence, { isTrimmed: true, required: pincodeSentence }),
  z.transform((typed) => typed.replace(/[ -]/, '')),
)

export const deliveryDaysMax = 60

export const deliveryOption = z.object({
  slotId: id,
  name: z.string(),
  way: z.enum(deliveryWays),
  /** Times are `HH:MM`; a window that ends before it begins starts the evening before. */
  from: z.string(),
  to: z.string(),
  /** It is the zone's fee and the slot's together, in rupees. */
  fee: z.number(),
  closesAt: instant,
  left: z.nullable(z.number()),
  reason: z.nullable(z.string()),
})
export type DeliveryOption = z.output<typeof deliveryOption>

export const deliveryDay = z.object({ day: schoolDay, options: z.array(deliveryOption) })
export type DeliveryDayOptions = z.output<typeof deliveryDay>

export const deliveryOptions = z.object({
  pincode: z.nullable(z.string()),
  zone: z.nullable(z.string()),
  /** It says why the school does not deliver there; null if it does. */
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
    /** It is left out for pickup alone. */
    pincode: z.optional(pincode),
    /** The default is today. */
    from: z.optional(schoolDay),
    /** The default is 7. */
    days: z.optional(z.pipe(patterned(2, /^([1-9]|[1-5]\d|60)$/, daysSentence), z.transform(Number))),
    product: z.optional(id),
  }),
  errors: ['not_found'],
  response: deliveryOptions,
})

export const firstDay = z.object({
  way: z.enum(deliveryTypes),
  day: schoolDay,
  /** They read 'Same-day delivery', 'Delivery from tomorrow' or 'Delivery from Thu, 26 Nov'. */
  words: z.string(),
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

/** A pincode has six digits; fewer digits stand for all pincodes that begin so. */
export const deliveryFees = z.object({
  pincodes: z.array(z.string()),
  /** The fees of the cheapest and the dearest zone and slot, in rupees; a type that is offered nowhere is left out. */
  fees: z.array(z.object({ type: z.enum(deliveryTypes), least: z.number(), most: z.number() })),
})
export type DeliveryFees = z.output<typeof deliveryFees>

export const getDeliveryFees = defineEndpoint('GET /api/delivery-fees', {
  summary: 'Where the school delivers, and between which fees each type of delivery lies',
  access: 'public',
  response: deliveryFees,
  topics: ['products'],
})
