import * as z from 'zod/mini'
import { movedPrice, rosterBatch, session } from './batches.ts'
import { deliveryWays } from './delivery-facts.ts'
import { defineEndpoint } from './endpoint.ts'
import { enrolmentStatus } from './enrolments.ts'
import { namesByKind } from './named-records.ts'
import { orderStatuses } from './order-facts.ts'
import { asTyped, id, instant, person, rupees, schoolDay, text, timeOfDay, wrapped } from './primitives.ts'
import { readsRecord } from './record-endpoints.ts'
import { seatFields } from './registrations.ts'

/** Which of the two endpoints took a seat. */
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

/** Somebody on the batch's waiting list; whoever is offered a seat comes first. */
export const rosterWaiting = z.object({
  id,
  ...person,
  offerUntil: z.nullable(instant),
  /** Whether the link in the letter was pressed: until then the place does not count. */
  confirmed: z.boolean(),
})
export type RosterWaiting = z.output<typeof rosterWaiting>

/** A batch with everybody who has a seat in it, or waits for one. Expired and cancelled seats stand at the end. */
export const roster = z.object({
  batch: rosterBatch,
  seats: z.array(rosterSeat),
  waiting: z.array(rosterWaiting),
})
export type Roster = z.output<typeof roster>

export const getRoster = readsRecord(
  '/api/admin/batches/:id/roster',
  'Everybody in a batch, and who waits for it',
  'rosters',
  wrapped(roster),
)

/** A session with the names of its room and its instructor. */
export const daySession = z.object({
  ...session.shape,
  room: z.nullable(z.string()),
  instructor: z.nullable(z.string()),
})
export type DaySession = z.output<typeof daySession>

/** From this hour on the day sheet is tomorrow's unless another one is asked for. */
export const daySheetTurn = '18:00'

/** An order that is brought or picked up on the day, as much of it as the desk needs. */
const dayDelivery = z.object({
  id,
  ordernumber: z.string(),
  status: z.enum(orderStatuses),
  way: z.nullable(z.enum(deliveryWays)),
  slot: z.nullable(z.string()),
  recipientName: z.string(),
  /** Whom the driver calls: the buyer if they asked for it. */
  phone: z.string(),
  contactName: z.string(),
  callsBuyer: z.boolean(),
  /** Null where it is picked up. */
  place: z.nullable(z.string()),
  /** `1 × Rose box, large` */
  what: z.string(),
  /** Rupees that are still to be paid. */
  due: z.number(),
})
export type DayDelivery = z.output<typeof dayDelivery>

export const getDaySheet = defineEndpoint('GET /api/admin/day-sheet', {
  summary:
    'What happens on a day, today unless told, from 18:00 on tomorrow: batches with their rosters, deliveries, and whether the school is closed',
  access: 'admin',
  right: 'rosters',
  query: z.object({ day: z.optional(schoolDay) }),
  response: wrapped(
    z.object({
      day: schoolDay,
      /** Both hours are null where it is closed the whole day; without a reason on a day of the week that is closed. */
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
          /** What meets on that day; none where a batch without sessions begins. */
          sessions: z.array(daySession),
        }),
      ),
      /** By the hour, without cancelled ones; null for those who may not see orders. */
      deliveries: z.nullable(z.array(dayDelivery)),
      /** The nearest days with batches or deliveries before and after. */
      previousDay: z.nullable(schoolDay),
      nextDay: z.nullable(schoolDay),
    }),
  ),
})

export const seatParams = namesByKind(z.object({ kind: seatKind, id }), ['id'])

export const getSeat = defineEndpoint('GET /api/admin/seats/:kind/:id', {
  summary: 'One seat with its batch, and the batches it could move to',
  access: 'admin',
  right: 'seats',
  params: seatParams,
  response: wrapped(z.object({ seat: rosterSeat, batch: rosterBatch, targets: z.array(rosterBatch) })),
})

const seatState = wrapped(z.object({ id, status: enrolmentStatus }))

export const moveSeat = defineEndpoint('POST /api/admin/seats/:kind/:id/move', {
  summary: 'Move a seat to another batch of its class: takes one there and frees the one here, or neither',
  access: 'admin',
  right: 'seats',
  params: seatParams,
  /**
   * `from` is the batch that staff saw: a seat that somebody else moved meanwhile stays where it is. `price` is asked for where
   * a seat costs otherwise there.
   */
  body: z.object({ from: id, to: id, price: z.optional(movedPrice) }),
  errors: ['batch_full'],
  response: seatState,
})

export const cancelSeat = defineEndpoint('POST /api/admin/seats/:kind/:id/cancel', {
  summary: 'Cancel a seat: it goes to the waiting list, or is free; money that was paid waits for staff',
  access: 'admin',
  right: 'seats',
  params: seatParams,
  response: seatState,
})

export const noteOnSeat = defineEndpoint('PUT /api/admin/seats/:kind/:id/note', {
  summary: 'The team’s note on a seat; empty takes it away',
  access: 'admin',
  right: 'seats',
  params: seatParams,
  /** `before` is the note that staff saw: nobody writes over another one’s words unseen. */
  body: z.object({ note: text(1000), before: z.nullable(asTyped(2000)) }),
  response: wrapped(z.object({ id, note: z.nullable(z.string()) })),
})

export const resendSeatLetters = defineEndpoint('POST /api/admin/seats/:kind/:id/letters', {
  summary: 'Send a student the letters of a seat again, as it stands now',
  access: 'admin',
  right: 'seats',
  params: seatParams,
  response: wrapped(z.object({ id, count: z.number() })),
})

export const seatPriceBody = z.object({
  price: rupees('Please enter a price of 0 or more, with at most 2 decimals'),
  reason: text(300, { required: 'Please say why' }),
  /** What staff saw: a price that somebody else set meanwhile stays. */
  before: z.optional(rupees('Please reload the page and try again.')),
})

export const setSeatPrice = defineEndpoint('PUT /api/admin/seats/:kind/:id/price', {
  summary: 'Another price for one student, with a reason; what came beyond it waits to be sent back',
  access: 'admin',
  right: 'prices',
  params: seatParams,
  body: seatPriceBody,
  response: seatState,
})
