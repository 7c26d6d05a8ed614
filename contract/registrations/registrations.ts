import * as z from 'zod/mini'
import { defineEndpoint } from '../endpoint.ts'
import {
  between,
  done,
  id,
  inOrder,
  instant,
  listQuery,
  listTotals,
  person,
  sortedQuery,
  wrapped,
} from '../primitives.ts'
import { enrolmentStatus } from './enrolments.ts'

/**
 * `part`: a part of the money arrived. `attention`: money arrived, but there is no seat for it. A seat that ended is
 * `expired` or `cancelled`, with two exceptions: the state is `checking` while staff look for its money, and
 * `attention` while staff must decide about money that arrived.
 */
export const paymentState = z.enum([
  'due',
  'part',
  'checking',
  'attention',
  'paid',
  'part-refunded',
  'refunded',
  'expired',
  'cancelled',
])
export type PaymentState = z.output<typeof paymentState>

export const seatFields = {
  id,
  reference: z.string(),
  ...person,
  status: enrolmentStatus,
  payment: paymentState,
  /** Decimal strings in rupees: the price, the money received and kept, and the rest that is due. */
  amount: z.string(),
  paid: z.string(),
  due: z.string(),
  /** The coupon, which took `discount` off the price. `amount` is the price after the discount. */
  couponCode: z.nullable(z.string()),
  /** The hash of the terms that the payer accepted. Missing for a seat that staff added. */
  terms: z.optional(z.string()),
  /** A decimal string in rupees. */
  discount: z.string(),
  holdUntil: z.nullable(instant),
  /** True if the payer has confirmed the e-mail address and will pay at the school. */
  paysAtSchool: z.boolean(),
  /**
   * Set if several seats were taken at once. `payer` and `reference` are the name and the reference of the payer's
   * seat. `seats` counts the seats that were not cancelled, and `due` is the sum due for these seats.
   */
  group: z.nullable(
    z.object({
      id,
      payer: z.string(),
      reference: z.string(),
      seats: z.number(),
      due: z.string(),
      isPayer: z.boolean(),
    }),
  ),
}

export const eventRegistration = z.object({
  ...seatFields,
  created_at: instant,
  event_title: z.string(),
  event_date: z.nullable(z.string()),
  special_requirements: z.nullable(z.string()),
  /** The reference of the payment, by which staff find the payment in the bank's statement. */
  transaction_id: z.string(),
})
export type EventRegistration = z.output<typeof eventRegistration>

export const classRegistration = z.object({
  ...seatFields,
  created_at: instant,
  course_title: z.string(),
  batch: z.string(),
  /** The questions that the student asked. The list shows 'No questions' if there are none. */
  status_question: z.nullable(z.string()),
})
export type ClassRegistration = z.output<typeof classRegistration>

const registrationsQuery = inOrder(
  z.object({
    ...sortedQuery(['newest', 'oldest']).shape,
    payment: z.optional(paymentState),
    ...between,
  }),
)

export const listRegistrations = defineEndpoint('GET /api/getEventClassEnrollments', {
  summary: 'List the event bookings and enrolments, newest first',
  right: 'seats',
  query: registrationsQuery,
  response: z.extend(done, {
    eventClassEnrollments: z.array(eventRegistration),
    classEnrollments: z.array(classRegistration),
  }),
})

export const sumRegistrations = defineEndpoint('GET /api/admin/registrations/totals', {
  summary: 'Get the totals of the bookings and of the enrolments that match a search and filters',
  right: 'seats',
  query: registrationsQuery,
  response: wrapped(z.object({ events: listTotals, classes: listTotals })),
})

export const ownRegistration = z.object({
  id,
  kind: z.enum(['enrolment', 'event-booking']),
  reference: z.string(),
  title: z.string(),
  batch: z.string(),
  status: enrolmentStatus,
  payment: paymentState,
  amount: z.string(),
  due: z.string(),
  holdUntil: z.nullable(instant),
  guest: z.nullable(z.string()),
  created_at: instant,
})
export type OwnRegistration = z.output<typeof ownRegistration>

export const listOwnRegistrations = defineEndpoint('GET /api/profile/registrations', {
  summary:
    'List the enrolments and bookings of the caller’s e-mail address, newest first. The list is empty until the address is verified.',
  access: 'user',
  isOpenEarly: true,
  query: z.pick(listQuery, { limit: true, cursor: true }),
  response: wrapped(z.array(ownRegistration)),
})
