import * as z from 'zod/mini'
import { defineEndpoint } from './endpoint.ts'
import { enrolmentStatus } from './enrolments.ts'
import { id, instant, listQuery, person, sortedQuery, wrapped } from './primitives.ts'

export const paymentState = z.enum(['due', 'checking', 'paid', 'attention'])
export type PaymentState = z.output<typeof paymentState>

export const seatFields = {
  id,
  reference: z.string(),
  ...person,
  status: enrolmentStatus,
  payment: paymentState,
  /** Rupees as a decimal string. */
  amount: z.string(),
  holdUntil: z.nullable(instant),
}

export const eventRegistration = z.object({
  ...seatFields,
  created_at: instant,
  event_title: z.string(),
  event_date: z.nullable(z.string()),
  special_requirements: z.nullable(z.string()),
  /** What the payment carries as its reference (reading M4): by it the bank's statement is matched. */
  transaction_id: z.string(),
})
export type EventRegistration = z.output<typeof eventRegistration>

export const classRegistration = z.object({
  ...seatFields,
  created_at: instant,
  course_title: z.string(),
  batch: z.string(),
  /** Questions the student asked; shown as 'No questions' when empty (B§2). */
  status_question: z.nullable(z.string()),
})
export type ClassRegistration = z.output<typeof classRegistration>

const registrationsQuery = z.object({
  ...sortedQuery(['newest', 'oldest']).shape,
  payment: z.optional(paymentState),
})

export const listRegistrations = defineEndpoint('GET /api/getEventClassEnrollments', {
  summary: 'Everybody who booked an event or enrolled in a class, newest first',
  access: 'admin',
  query: registrationsQuery,
  response: z.object({
    success: z.literal(true),
    eventClassEnrollments: z.array(eventRegistration),
    classEnrollments: z.array(classRegistration),
  }),
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
  holdUntil: z.nullable(instant),
  created_at: instant,
})
export type OwnRegistration = z.output<typeof ownRegistration>

export const listOwnRegistrations = defineEndpoint('GET /api/profile/registrations', {
  summary: 'Courses and bookings of the caller’s verified address, newest first; none before it is verified',
  access: 'user',
  query: z.pick(listQuery, { limit: true, cursor: true }),
  response: wrapped(z.array(ownRegistration)),
})
