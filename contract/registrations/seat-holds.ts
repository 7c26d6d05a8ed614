import * as z from 'zod/mini'
import { defineEndpoint } from '../endpoint.ts'
import { id, instant, line, wrapped } from '../primitives.ts'
import { knownHolds, seatCount } from './enrolments.ts'
import { eventBookingForm } from './event-bookings.ts'

/** A seat is held this long for somebody who pays in the booking dialog. */
export const silentHoldMinutes = 15

/** A seat is held this long for somebody with an unconfirmed address who reported no payment. */
export const unprovedHoldHours = 2

/** The link in the letter works this long for a seat or an order that was requested by mail. */
export const askedHours = 24

/** The default for the most that all people with an unconfirmed address may hold, in percent of the free seats. */
export const unprovedShareUnlessSet = 50

/** The default for the most seats and pieces that one person with an unconfirmed address may hold. */
export const unprovedPiecesUnlessSet = 10

/** The event booking sends it to go on to step 2. */
export const seatHoldBody = z.object({
  ...z.pick(eventBookingForm, { firstName: true, lastName: true, email: true, phone: true }).shape,
  eventId: id,
  /** The default is the next batch. A seat that this step kept in another batch is given back. */
  batchId: z.optional(id),
  /** The browser makes this reference; a repeat finds the same hold. */
  transactionId: line(64, { min: 1 }),
  /** The default is one. Another number from the same browser changes its hold. */
  seats: z.optional(seatCount),
  knownHolds,
})

/**
 * `asked`: nothing is held until the link in the letter is pressed; `live`: the seat is kept; `completed`: it became
 * the booking `bookingId`; `ended`: the time is up; `released`: it was given back. A hold that is not live may still be
 * completed: a seat is then taken anew, at the price of that moment, if the person may hold one.
 */
export const seatHoldState = z.enum(['asked', 'live', 'completed', 'ended', 'released'])

/** It holds nothing of the person who took it. */
export const seatHoldView = z.object({
  id,
  /** The booking gets this reference; the QR carries it as `tr`, the success dialog shows it. */
  reference: z.string(),
  state: seatHoldState,
  until: instant,
  /** It is the server's time of this answer, and `secondsLeft` counts from it, because a phone's clock may be wrong. */
  now: instant,
  secondsLeft: z.number(),
  eventId: id,
  batchId: id,
  batch: z.string(),
  seats: z.number(),
  /** It is a decimal string in rupees for all seats; the code to pay asks for it. */
  amount: z.string(),
  bookingId: z.nullable(id),
})
export type SeatHoldView = z.output<typeof seatHoldView>

export const createSeatHold = defineEndpoint('POST /api/seat-holds', {
  summary: 'Keep a seat for 15 minutes while somebody pays in the booking dialog',
  access: 'public',
  body: seatHoldBody,
  status: 201,
  errors: ['not_found', 'batch_full', 'already_enrolled', 'limit_reached'],
  response: wrapped(seatHoldView),
})

export const getSeatHold = defineEndpoint('GET /api/seat-holds/:id', {
  summary: 'Whether a seat is still kept, and for how long',
  access: 'public',
  rate: 'lookup',
  response: seatHoldView,
})

export const releaseSeatHold = defineEndpoint('DELETE /api/seat-holds/:id', {
  summary: 'Give a kept seat back; a booking that it became stays',
  access: 'public',
  response: wrapped(seatHoldView),
})
