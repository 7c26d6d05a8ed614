import * as z from 'zod/mini'
import { defineEndpoint } from './endpoint.ts'
import { enrolmentStatus } from './enrolments.ts'
import { asTyped, id, instant, person, schoolDay, text, timeOfDay, wrapped } from './primitives.ts'
import { readsRecord } from './record-endpoints.ts'
import { seatFields } from './registrations.ts'

/** Which of the two endpoints took a seat. */
export const seatKind = z.enum(['enrolment', 'event-booking'])
export type SeatKind = z.output<typeof seatKind>

/** A run of a class, as staff plan with it. */
export const rosterBatch = z.object({
  id,
  courseId: id,
  courseTitle: z.string(),
  day: z.nullable(schoolDay),
  time: z.nullable(timeOfDay),
  /** Null: unlimited. */
  capacity: z.nullable(z.number()),
  /** Confirmed seats, holds, and offers to the waiting list. */
  taken: z.number(),
  isOver: z.boolean(),
})
export type RosterBatch = z.output<typeof rosterBatch>

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
})

/** A batch with everybody who has a seat in it, or waits for one. Expired and cancelled seats stand at the end. */
export const roster = z.object({
  batch: rosterBatch,
  seats: z.array(rosterSeat),
  waiting: z.array(rosterWaiting),
})
export type Roster = z.output<typeof roster>

export const listBatches = defineEndpoint('GET /api/admin/batches', {
  summary: 'The batches of a class, the latest day first',
  access: 'admin',
  query: z.object({ course: id }),
  response: wrapped(z.array(rosterBatch)),
})

export const newBatchBody = z.object({
  courseId: id,
  day: schoolDay,
  time: z.nullish(timeOfDay),
  /** Null is unlimited; 20 unless told (reading S5). */
  capacity: z.nullish(
    z
      .number({ error: 'Capacity must be a whole number of 1 or more' })
      .check(z.int('Capacity must be a whole number of 1 or more'), z.gte(1), z.lte(10_000)),
  ),
})

export const addBatch = defineEndpoint('POST /api/admin/batches', {
  summary: 'Add a batch to a class, beside those it has',
  access: 'admin',
  body: newBatchBody,
  status: 201,
  errors: ['not_found'],
  response: wrapped(rosterBatch),
})

export const getRoster = readsRecord(
  '/api/admin/batches/:id/roster',
  'Everybody in a batch, and who waits for it',
  wrapped(roster),
)

export const getDaySheet = defineEndpoint('GET /api/admin/day-sheet', {
  summary: 'The batches that begin on a day, today unless told, each with its roster',
  access: 'admin',
  query: z.object({ day: z.optional(schoolDay) }),
  response: wrapped(
    z.object({
      day: schoolDay,
      rosters: z.array(roster),
      /** The nearest days with batches before and after. */
      previousDay: z.nullable(schoolDay),
      nextDay: z.nullable(schoolDay),
    }),
  ),
})

const seatParams = z.object({ kind: seatKind, id })

export const getSeat = defineEndpoint('GET /api/admin/seats/:kind/:id', {
  summary: 'One seat with its batch, and the batches it could move to',
  access: 'admin',
  params: seatParams,
  response: wrapped(z.object({ seat: rosterSeat, batch: rosterBatch, targets: z.array(rosterBatch) })),
})

const seatState = wrapped(z.object({ id, status: enrolmentStatus }))

export const moveSeat = defineEndpoint('POST /api/admin/seats/:kind/:id/move', {
  summary: 'Move a seat to another batch of its class: takes one there and frees the one here, or neither',
  access: 'admin',
  params: seatParams,
  /** `from` is the batch that staff saw: a seat that somebody else moved meanwhile stays where it is. */
  body: z.object({ from: id, to: id }),
  errors: ['batch_full'],
  response: seatState,
})

export const cancelSeat = defineEndpoint('POST /api/admin/seats/:kind/:id/cancel', {
  summary: 'Cancel a seat: it goes to the waiting list, or is free; money that was paid waits for staff',
  access: 'admin',
  params: seatParams,
  response: seatState,
})

export const noteOnSeat = defineEndpoint('PUT /api/admin/seats/:kind/:id/note', {
  summary: 'The team’s note on a seat; empty takes it away',
  access: 'admin',
  params: seatParams,
  /** `before` is the note that staff saw: nobody writes over another one’s words unseen. */
  body: z.object({ note: text(1000), before: z.nullable(asTyped(2000)) }),
  response: wrapped(z.object({ id, note: z.nullable(z.string()) })),
})

export const resendSeatLetters = defineEndpoint('POST /api/admin/seats/:kind/:id/letters', {
  summary: 'Send a student the letters of a seat again, as it stands now',
  access: 'admin',
  params: seatParams,
  response: wrapped(z.object({ id, count: z.number() })),
})
