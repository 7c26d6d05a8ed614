import * as z from 'zod/mini'
import { defineEndpoint } from '../endpoint.ts'
import { id, instant, line, wrapped } from '../primitives.ts'
import { knownHolds, seatCount } from './enrolments.ts'
import { eventBookingForm } from './event-bookings.ts'

/** A seat is held for this many minutes for somebody who pays in the booking dialog. */
export const silentHoldMinutes = 15

/** A seat is held for this many hours if the person has an unconfirmed address and has reported no payment. */
export const unprovedHoldHours = 2

/** The link in the e-mail that confirms a seat or an order works for this many hours. */
export const askedHours = 24

/** The default share of the free seats that all people with an unconfirmed address together may hold, in percent. */
export const unprovedShareUnlessSet = 50

/** The default number of seats and pieces of goods that one person with an unconfirmed address may hold. */
export const unprovedPiecesUnlessSet = 10

/** The dialog for event bookings sends this when the visitor goes on to step 2. */
export const seatHoldBody = z.object({
  ...z.pick(eventBookingForm, { firstName: true, lastName: true, email: true, phone: true }).shape,
  eventId: id,
  /** The default is the next batch. A seat that the same browser holds in another batch is given back. */
  batchId: z.optional(id),
  /** A reference that the browser makes. A repeated request with the same reference finds the same hold. */
  transactionId: line(64, { min: 1 }),
  /**
   * The number of seats; the default is one. A later request of the same browser with another number changes its hold.
   */
  seats: z.optional(seatCount),
  knownHolds,
})

/**
 * `asked`: nothing is held until the person opens the link in the e-mail. `live`: the seat is held. `completed`: the
 * hold became the booking `bookingId`. `ended`: the time is up. `released`: the seat was given back. A hold that is not
 * `live` can still be completed, if the person may hold a seat: a seat is then taken again, at the present price.
 */
export const seatHoldState = z.enum(['asked', 'live', 'completed', 'ended', 'released'])

/** The hold without personal data about its holder. */
export const seatHoldView = z.object({
  id,
  /** The reference that the booking gets; the QR code contains it as `tr`, and the success dialog shows it. */
  reference: z.string(),
  state: seatHoldState,
  until: instant,
  /**
   * The server's time when it made this response. `secondsLeft` counts from this time, because a phone's clock may be
   * wrong.
   */
  now: instant,
  secondsLeft: z.number(),
  eventId: id,
  batchId: id,
  batch: z.string(),
  seats: z.number(),
  /** The sum for all seats as a decimal string in rupees. The QR code asks for this sum. */
  amount: z.string(),
  bookingId: z.nullable(id),
})
export type SeatHoldView = z.output<typeof seatHoldView>

export const createSeatHold = defineEndpoint('POST /api/seat-holds', {
  summary: 'Hold a seat for 15 minutes while a visitor pays in the booking dialog',
  access: 'public',
  body: seatHoldBody,
  status: 201,
  errors: ['not_found', 'batch_full', 'already_enrolled', 'limit_reached'],
  response: wrapped(seatHoldView),
})

export const getSeatHold = defineEndpoint('GET /api/seat-holds/:id', {
  summary: 'Get the state of a hold, and the time when it ends',
  access: 'public',
  rate: 'lookup',
  response: seatHoldView,
})

export const releaseSeatHold = defineEndpoint('DELETE /api/seat-holds/:id', {
  summary: 'Release a held seat. If the hold has become a booking, the booking stays.',
  access: 'public',
  response: wrapped(seatHoldView),
})
