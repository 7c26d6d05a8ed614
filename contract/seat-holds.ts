import * as z from 'zod/mini'
import { defineEndpoint } from './endpoint.ts'
import { knownHolds, seatCount } from './enrolments.ts'
import { eventBookingForm } from './event-bookings.ts'
import { id, idParams, instant, line, wrapped } from './primitives.ts'

/** How long a seat waits for somebody who pays in the booking dialog (reading S4). */
export const silentHoldMinutes = 15

/** How long a seat waits for somebody who has proved nothing and reported no payment. */
export const unprovedHoldHours = 2

/** How long the link in the letter holds a seat or an order that is asked for by mail first. */
export const askedHours = 24

/** Percent of what is free that all people together may hold who have proved nothing, where staff have stored none. */
export const unprovedShareUnlessSet = 50

/** Seats and pieces that one person may hold who has proved nothing, where staff have stored no number. */
export const unprovedPiecesUnlessSet = 10

/** D§2: what going on to step 2 of the event booking sends. */
export const seatHoldBody = z.object({
  ...z.pick(eventBookingForm, { firstName: true, lastName: true, email: true, phone: true }).shape,
  /** The course's id (reading M3). */
  eventId: id,
  /** A batch of the course; without it the next one. The seat that this step kept in another batch is given back. */
  batchId: z.optional(id),
  /** The browser's own reference: a repeat finds the same hold (reading M4). */
  transactionId: line(64, { min: 1 }),
  /** One unless told. Another number of the same browser changes the hold that it has. */
  seats: z.optional(seatCount),
  knownHolds,
})

/**
 * `asked`: nothing is held until the link in the letter is pressed; `live`: the seat is kept; `completed`: it became the
 * booking `bookingId`; `ended`: the time is up; `released`: it was given back. A hold that is not live may still be completed: a seat is then
 * taken anew, by whoever may hold one and at the price of that moment.
 */
export const seatHoldState = z.enum(['asked', 'live', 'completed', 'ended', 'released'])

/** A hold, and nothing of the person who took it. */
export const seatHoldView = z.object({
  id,
  /** The reference of the booking that it becomes: the QR carries it as `tr`, the success dialog shows it. */
  reference: z.string(),
  state: seatHoldState,
  until: instant,
  /** The server's time of this answer, and how much is left by it: a phone's clock may be wrong. */
  now: instant,
  secondsLeft: z.number(),
  eventId: id,
  batchId: id,
  /** The batch's day. */
  batch: z.string(),
  /** How many are kept. */
  seats: z.number(),
  /** Rupees as a decimal string, of all: what the code to pay asks for. */
  amount: z.string(),
  bookingId: z.nullable(id),
})
export type SeatHoldView = z.output<typeof seatHoldView>

export const createSeatHold = defineEndpoint('POST /api/seat-holds', {
  summary: 'Keep a seat for 15 minutes while somebody pays in the booking dialog',
  access: 'public',
  body: seatHoldBody,
  status: 201,
  rate: 'write',
  errors: ['not_found', 'batch_full', 'already_enrolled', 'limit_reached'],
  response: wrapped(seatHoldView),
})

export const getSeatHold = defineEndpoint('GET /api/seat-holds/:id', {
  summary: 'Whether a seat is still kept, and for how long',
  access: 'public',
  params: idParams,
  rate: 'lookup',
  response: seatHoldView,
})

export const releaseSeatHold = defineEndpoint('DELETE /api/seat-holds/:id', {
  summary: 'Give a kept seat back; a booking that it became stays',
  access: 'public',
  params: idParams,
  rate: 'write',
  response: wrapped(seatHoldView),
})
