import * as z from 'zod/mini'
import { movedPrice, rosterBatch, session } from '../catalogue/batches.ts'
import { defineEndpoint } from '../endpoint.ts'
import { namesByKind } from '../named-records.ts'
import { orderStatuses } from '../orders/order-facts.ts'
import { asTyped, id, instant, person, rupees, schoolDay, text, timeOfDay, wrapped } from '../primitives.ts'
import { deliveryWays } from '../store/delivery-facts.ts'
import { enrolmentStatus } from './enrolments.ts'
import { seatFields } from './registrations.ts'

export const seatKind = z.enum(['enrolment', 'event-booking'])
export type SeatKind = z.output<typeof seatKind>

export const rosterSeat = z.object({
  kind: seatKind,
  ...seatFields,
  question: z.nullable(z.string()),
  note: z.nullable(z.string()),
  created_at: instant,
})
export type RosterSeat = z.output<typeof rosterSeat>

/** A person on the waiting list. The person to whom a seat is offered comes first. */
export const rosterWaiting = z.object({
  id,
  ...person,
  offerUntil: z.nullable(instant),
  /** True once the person has opened the link in the e-mail. Until then the entry does not count. */
  confirmed: z.boolean(),
})
export type RosterWaiting = z.output<typeof rosterWaiting>

/** Everybody who has a seat or waits for a seat. Expired and cancelled seats come last. */
export const roster = z.object({
  batch: rosterBatch,
  seats: z.array(rosterSeat),
  waiting: z.array(rosterWaiting),
})
export type Roster = z.output<typeof roster>

export const getRoster = defineEndpoint('GET /api/admin/batches/:id/roster', {
  summary: 'List the people in a batch and on its waiting list',
  right: 'rosters',
  response: wrapped(roster),
})

export const daySession = z.object({
  ...session.shape,
  room: z.nullable(z.string()),
  instructor: z.nullable(z.string()),
})
export type DaySession = z.output<typeof daySession>

/** The day sheet shows tomorrow from this hour on, unless staff choose a day. */
export const daySheetTurn = '18:00'

/** An order that is delivered or picked up on the day, with only the facts that the desk needs. */
const dayDelivery = z.object({
  id,
  ordernumber: z.string(),
  status: z.enum(orderStatuses),
  way: z.nullable(z.enum(deliveryWays)),
  slot: z.nullable(z.string()),
  recipientName: z.string(),
  /**
   * The number that the driver calls: the buyer's number if the buyer asked for this, otherwise the recipient's number.
   */
  phone: z.string(),
  contactName: z.string(),
  callsBuyer: z.boolean(),
  place: z.nullable(z.string()),
  what: z.string(),
  /** The sum still due, in rupees. */
  due: z.number(),
})
export type DayDelivery = z.output<typeof dayDelivery>

export const getDaySheet = defineEndpoint('GET /api/admin/day-sheet', {
  summary:
    'Get a day’s batches with their rosters, its deliveries, and whether the school is closed. The default is today, or tomorrow from 18:00 on.',
  right: 'rosters',
  query: z.object({ day: z.optional(schoolDay) }),
  response: wrapped(
    z.object({
      day: schoolDay,
      /**
       * The hours in which the school is closed; both are null if the school is closed all day. `closedFor` is null on
       * a weekday that is always closed.
       */
      closing: z.nullable(
        z.object({
          closedFor: z.nullable(z.string()),
          from: z.nullable(timeOfDay),
          until: z.nullable(timeOfDay),
        }),
      ),
      rosters: z.array(
        z.object({
          ...roster.shape,
          /** The batch's sessions on that day; empty if the batch begins on that day and has no sessions. */
          sessions: z.array(daySession),
        }),
      ),
      /** Ordered by hour, without cancelled orders. Null for staff who may not see orders. */
      deliveries: z.nullable(z.array(dayDelivery)),
      previousDay: z.nullable(schoolDay),
      nextDay: z.nullable(schoolDay),
    }),
  ),
})

export const seatParams = namesByKind(z.object({ kind: seatKind, id }), ['id'])

export const getSeat = defineEndpoint('GET /api/admin/seats/:kind/:id', {
  summary: 'Get a seat with its batch, and the batches that it can move to',
  right: 'seats',
  params: seatParams,
  response: wrapped(z.object({ seat: rosterSeat, batch: rosterBatch, targets: z.array(rosterBatch) })),
})

const seatState = wrapped(z.object({ id, status: enrolmentStatus }))

export const moveSeat = defineEndpoint('POST /api/admin/seats/:kind/:id/move', {
  summary: 'Move a seat to another batch of its class',
  right: 'seats',
  params: seatParams,
  /**
   * `from` is the batch and `status` the status that the seat had on the staff's page. The call is refused if the seat
   * was moved or ended since, for example because its payer cancelled it. `price` is required if a seat has another
   * price in the batch `to`.
   */
  body: z.object({ from: id, to: id, price: z.optional(movedPrice), status: z.optional(enrolmentStatus) }),
  errors: ['batch_full'],
  response: seatState,
})

export const cancelSeat = defineEndpoint('POST /api/admin/seats/:kind/:id/cancel', {
  summary:
    'Cancel a seat. It is offered to the next person on the waiting list. Staff decide about a refund.',
  right: 'seats',
  params: seatParams,
  response: seatState,
})

export const noteOnSeat = defineEndpoint('PUT /api/admin/seats/:kind/:id/note', {
  summary: 'Set the staff’s note on a seat. An empty text removes the note.',
  right: 'seats',
  params: seatParams,
  /** `before` is the note that staff saw. The call is refused if somebody else has changed the note since. */
  body: z.object({ note: text(1000), before: z.nullable(asTyped(2000)) }),
  response: wrapped(z.object({ id, note: z.nullable(z.string()) })),
})

export const resendSeatLetters = defineEndpoint('POST /api/admin/seats/:kind/:id/letters', {
  summary: 'Send the messages about a seat to its student again, with the current details of the seat',
  right: 'seats',
  params: seatParams,
  response: wrapped(z.object({ id, count: z.number() })),
})

export const seatPriceBody = z.object({
  price: rupees('Enter a price of 0 or more, with at most 2 decimal places'),
  reason: text(300, { required: 'Enter a reason' }),
  /** The price that staff saw. The call is refused if somebody else has changed the price since. */
  before: z.optional(rupees('Refresh the page and try again.')),
})

export const setSeatPrice = defineEndpoint('PUT /api/admin/seats/:kind/:id/price', {
  summary:
    'Change the price for one student, with a reason. Anything received above the new price is due for refund.',
  right: 'prices',
  params: seatParams,
  body: seatPriceBody,
  response: seatState,
})
