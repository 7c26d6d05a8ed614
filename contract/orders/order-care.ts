import * as z from 'zod/mini'
import { defineEndpoint } from '../endpoint.ts'
import { coupon } from '../money/coupons.ts'
import { dueStates } from '../money/money.ts'
import { enquiry } from '../people/enquiries.ts'
import { id, instant, rupees, schoolDay, text, wrapped } from '../primitives.ts'
import { markPaidBody } from '../registrations/enrolments.ts'
import { chargeStatuses } from './order-facts.ts'
import { order, statusChange } from './orders.ts'

/**
 * A fee for another delivery attempt. The fee is stored apart from the order, so that the order's total stays the same.
 */
export const orderCharge = z.object({
  id,
  reference: z.string(),
  /** A decimal string in rupees. */
  amount: z.string(),
  status: z.enum(chargeStatuses),
  payment: z.enum(dueStates),
  at: instant,
  endedAt: z.nullable(instant),
  by: z.nullable(z.string()),
})
export type OrderCharge = z.output<typeof orderCharge>

export const orderTrail = z.object({
  ...order.shape,
  history: z.array(statusChange),
  concerns: z.array(enquiry),
  credits: z.array(coupon),
  charges: z.array(orderCharge),
  /** True if a delivery attempt failed and no fee was charged for it yet. */
  canCharge: z.boolean(),
})
export type OrderTrail = z.output<typeof orderTrail>

export const getOrder = defineEndpoint('GET /api/admin/orders/:id', {
  summary: 'Get an order with its status history, reported problems, store credits and fees, newest first',
  right: 'orders',
  response: wrapped(orderTrail),
})

const creditSentence = 'Enter an amount of store credit above 0, with at most 2 decimal places'

export const giveCreditBody = z.object({
  amount: rupees(creditSentence).check(z.refine((paise) => paise > 0, creditSentence)),
  endsOn: schoolDay,
  why: text(200, { required: 'Say what the credit is for' }),
})
export type GiveCreditBody = z.output<typeof giveCreditBody>

export const giveCredit = defineEndpoint('POST /api/admin/orders/:id/credit', {
  summary:
    'Give the buyer of a paid order a store credit. Its code can be used once, with the buyer’s e-mail address.',
  right: 'money',
  confirms: 'password',
  body: giveCreditBody,
  status: 201,
  errors: ['not_found', 'conflict'],
  response: wrapped(z.object({ code: z.string(), amount: z.number(), endsOn: z.nullable(schoolDay) })),
})

const feeSentence = 'Enter a fee above 0, with at most 2 decimal places'

export const chargeRedeliveryBody = z.object({
  amount: rupees(feeSentence).check(z.refine((paise) => paise > 0, feeSentence)),
})
export type ChargeRedeliveryBody = z.output<typeof chargeRedeliveryBody>

const ofCharge = {
  right: 'money',
  errors: ['not_found', 'conflict'],
  response: wrapped(z.object({ id })),
} as const

export const chargeRedelivery = defineEndpoint('POST /api/admin/orders/:id/charges', {
  summary: 'Charge a re-delivery fee after a failed delivery attempt',
  ...ofCharge,
  body: chargeRedeliveryBody,
  status: 201,
})

export const waiveCharge = defineEndpoint('POST /api/admin/order-charges/:id/waive', {
  summary: 'Waive a re-delivery fee',
  ...ofCharge,
})

export const giveChargeBack = defineEndpoint('POST /api/admin/order-charges/:id/give-back', {
  summary: 'Mark a paid re-delivery fee for refund',
  ...ofCharge,
})

export const markChargePaid = defineEndpoint('POST /api/admin/order-charges/:id/payment', {
  summary: 'Record that a re-delivery fee was paid',
  ...ofCharge,
  body: markPaidBody,
})
