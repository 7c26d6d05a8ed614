import * as z from 'zod/mini'
import { defineEndpoint } from './endpoint.ts'
import { paymentMethods } from './payment-methods.ts'
import { asTyped, email, id, idParams, indianPhone, instant, text, wrapped } from './primitives.ts'

/** What the visitor types; its sentences are P§5's, word for word. */
export const enrolmentForm = z.object({
  fullName: text(120, { required: 'Full name is required' }),
  email: email(),
  phone: indianPhone('Phone number is required'),
  questions: z.optional(text(2000)),
  paymentMethod: z.enum(paymentMethods, { error: 'Please choose how you would like to pay' }),
})

/** A code that somebody has; empty is none. */
export const couponCode = z.optional(text(40))

/** Accepted on the wire and ignored: price, title and status come from the course (reading M3). */
const ignored = z.optional(z.unknown())

export const enrolmentBody = z.object({
  ...enrolmentForm.shape,
  courseId: id,
  couponCode,
  /** If given, it must name the course's next batch: its day, or the text shown; else 409 with the new one. */
  batch: z.optional(asTyped(60)),
  courseTitle: ignored,
  price: ignored,
  status: ignored,
})

export const enrolmentStatuses = ['pending', 'confirmed', 'expired', 'cancelled'] as const
export const enrolmentStatus = z.enum(enrolmentStatuses)

/** A seat that was just taken; the same shape for every endpoint that takes one. */
export const seatReceipt = z.object({
  id,
  /** Short, for people: shown in the success dialog and in the UPI note. */
  reference: z.string(),
  /** Rupees as a decimal string. */
  amount: z.string(),
  status: enrolmentStatus,
  /** Until when the seat is held without payment; null once it is confirmed (reading S4). */
  holdUntil: z.nullable(instant),
})
export type SeatReceipt = z.output<typeof seatReceipt>

export const createEnrolment = defineEndpoint('POST /api/enrollments', {
  summary: 'Enrol in the next batch of a course; the seat is held until it is paid',
  access: 'public',
  body: enrolmentBody,
  status: 201,
  rate: 'write',
  errors: ['not_found', 'batch_full', 'coupon_invalid'],
  response: wrapped(seatReceipt),
})

/** How an enrolment can be paid right now (readings M1, M5). */
export const paymentOptions = z.object({
  provider: z.enum(['simulator', 'upi', 'razorpay']),
  /** True while a payment that the visitor reported is being checked. */
  checking: z.boolean(),
  /** Where money goes by UPI; null with other providers, and if nothing is left to pay. */
  upi: z.nullable(z.object({ id: z.string(), name: z.string(), uri: z.string() })),
})
export type PaymentOptions = z.output<typeof paymentOptions>

/** What the payment page shows, and nothing else of the enrolment (reading A8). */
export const enrolmentView = z.object({
  id,
  reference: z.string(),
  courseTitle: z.string(),
  fullname: z.string(),
  batch: z.string(),
  amount: z.string(),
  /** Where a code took something off: rupees as decimal strings; `amount` is `price` without `discount`. */
  coupon: z.optional(z.object({ code: z.string(), price: z.string(), discount: z.string() })),
  status: enrolmentStatus,
  holdUntil: z.nullable(instant),
  payment: paymentOptions,
})
export type EnrolmentView = z.output<typeof enrolmentView>

export const getEnrolment = defineEndpoint('GET /api/enrollments/:id', {
  summary: 'What the payment page shows of one enrolment',
  access: 'public',
  params: idParams,
  rate: 'lookup',
  response: enrolmentView,
})

export const setEnrolmentStatus = defineEndpoint('PATCH /api/enrollments/:id/status', {
  summary: 'Confirm an enrolment whose payment stands; 402 where it does not yet',
  access: 'public',
  params: idParams,
  body: z.object({ status: z.literal('confirmed') }),
  rate: 'write',
  errors: ['payment_failed', 'payment_pending'],
  response: wrapped(z.object({ id, reference: z.string(), status: enrolmentStatus })),
})

export const markPaidBody = z.object({
  /** The bank's or UPI reference, where there is one. */
  reference: z.optional(text(80)),
  note: z.optional(text(500)),
})

export const markEnrolmentPaid = defineEndpoint('POST /api/admin/enrollments/:id/payment', {
  summary: 'Record that an enrolment was paid, and confirm it',
  access: 'admin',
  params: idParams,
  body: markPaidBody,
  response: wrapped(z.object({ id, status: enrolmentStatus })),
})
