import * as z from 'zod/mini'
import { defineEndpoint } from '../endpoint.ts'
import { email, id, indianPhone, line, text, wrapped } from '../primitives.ts'
import {
  couponCode,
  enrolmentStatus,
  knownHolds,
  markPaidBody,
  others,
  seatReceipt,
  shownTerms,
} from './enrolments.ts'
import * as error from './fields.en.ts'

/** The specification prescribes these messages of step 1 word for word. */
export const eventBookingForm = z.object({
  firstName: line(60, { required: error.firstNameRequired }),
  lastName: line(60, { required: error.lastNameRequired }),
  email: email(),
  phone: indianPhone(error.whatsappRequired, error.whatsappInvalid),
  /** Wishes of the visitor, which staff read. */
  specialRequirements: z.optional(text(2000)),
})

const ignored = z.optional(z.unknown())

export const eventBookingBody = z.object({
  ...eventBookingForm.shape,
  eventId: id,
  others,
  couponCode,
  terms: shownTerms,
  /** The default is the next batch that is open for booking. */
  batchId: z.optional(id),
  paymentMethod: z.literal('online'),
  paymentAmount: ignored,
  /**
   * A reference that the browser makes. A repeated request with the same reference, event and e-mail address changes
   * nothing. The reference never proves a payment.
   */
  transactionId: line(64, { min: 1 }),
  /** The hold that becomes the booking. If there is no hold, the booking takes a seat itself. */
  holdId: z.optional(id),
  knownHolds,
})

export const createEventBooking = defineEndpoint('POST /api/events_enrollments', {
  summary: 'Book a seat in an event. The booking takes a seat in a batch of the event’s course.',
  access: 'public',
  body: eventBookingBody,
  status: 201,
  errors: ['not_found', 'batch_full', 'coupon_invalid', 'already_enrolled', 'limit_reached'],
  response: wrapped(seatReceipt),
  readAs: z.union([
    z.object({ success: z.literal(true), data: z.optional(seatReceipt) }),
    z.object({ success: z.literal(false) }),
  ]),
})

export const markEventBookingPaid = defineEndpoint('POST /api/admin/events_enrollments/:id/payment', {
  summary: 'Record a payment for an event booking, and confirm the booking. The rest of the price stays due.',
  right: 'seat-payments',
  body: markPaidBody,
  response: wrapped(z.object({ id, status: enrolmentStatus })),
})
