import * as z from 'zod/mini'
import { defineEndpoint } from '../endpoint.ts'
import { recordId } from '../named-records.ts'
import { id, line, patchOf, rupees, schoolDay, text, timeOfDay, version, wrapped } from '../primitives.ts'
import { recordAt } from '../record-endpoints.ts'
import { batchStates } from './batch-states.ts'

export const rosterBatch = z.object({
  id,
  courseId: id,
  courseTitle: z.string(),
  day: z.nullable(schoolDay),
  time: z.nullable(timeOfDay),
  endsOn: z.nullable(schoolDay),
  /** Null means unlimited. */
  capacity: z.nullable(z.number()),
  /** Seats that are taken: confirmed seats, holds, and offers to the waiting list. */
  taken: z.number(),
  isOver: z.boolean(),
  state: z.enum(batchStates),
  roomId: z.nullable(id),
  room: z.nullable(z.string()),
  instructorId: z.nullable(id),
  instructor: z.nullable(z.string()),
  /** The batch's own price in rupees; null if the batch has the price of its class. */
  price: z.nullable(z.number()),
  /** The price of a seat in rupees: the batch's own price if it has one, otherwise the price of the class. */
  seatPrice: z.number(),
  isClosed: z.boolean(),
  joinsLate: z.boolean(),
  visibleFrom: z.nullable(schoolDay),
  version,
})
export type RosterBatch = z.output<typeof rosterBatch>

/** One meeting of a batch. A session without a room or an instructor has the batch's room or instructor. */
export const session = z.object({
  id,
  day: schoolDay,
  from: timeOfDay,
  to: timeOfDay,
  roomId: z.nullable(id),
  instructorId: z.nullable(id),
  topic: z.nullable(z.string()),
})
export type Session = z.output<typeof session>

export const batchWithSessions = z.object({ ...rosterBatch.shape, meetings: z.array(session) })
export type BatchWithSessions = z.output<typeof batchWithSessions>

export const listBatches = defineEndpoint('GET /api/admin/batches', {
  summary: 'List the batches of a class, latest date first',
  right: 'rosters',
  query: z.object({ course: recordId('class-of-batches') }),
  response: wrapped(z.array(rosterBatch)),
})

const capacitySentence = 'Enter a capacity of 1 or more'

/** True if staff confirm sessions on days when the school is closed. Otherwise pages say that their dates may change. */
export const meetsAnyway = z.optional(z.boolean())

const batchFields = {
  time: z.nullish(timeOfDay),
  /** The number of seats. Null means unlimited; the default is 20. */
  capacity: z.nullish(
    z
      .number({ error: capacitySentence })
      .check(
        z.int(capacitySentence),
        z.gte(1, capacitySentence),
        z.lte(10_000, 'Enter a capacity of at most 10,000'),
      ),
  ),
  roomId: z.nullish(recordId('room')),
  instructorId: z.nullish(recordId('instructor')),
  price: z.nullish(rupees('Enter a price of 0 or more, with at most 2 decimal places')),
  isClosed: z.optional(z.boolean()),
  joinsLate: z.optional(z.boolean()),
  meetsAnyway,
  visibleFrom: z.nullish(schoolDay),
}

export const newBatchBody = z.object({ courseId: recordId('class'), day: schoolDay, ...batchFields })
export type NewBatch = z.output<typeof newBatchBody>

export const addBatch = defineEndpoint('POST /api/admin/batches', {
  summary: 'Create a batch of a class',
  right: 'classes',
  body: newBatchBody,
  status: 201,
  errors: ['not_found'],
  response: wrapped(rosterBatch),
})

export const getBatch = defineEndpoint('GET /api/admin/batches/:id', {
  summary: 'Get a batch with its sessions',
  right: 'rosters',
  response: wrapped(batchWithSessions),
})

export const batchPatch = patchOf({ day: schoolDay, ...batchFields })
export type BatchPatch = z.output<typeof batchPatch>

const records = recordAt('/api/admin/batches', 'classes', wrapped(batchWithSessions))
export const updateBatch = records.changes(
  'Change a batch. Fields that are left out keep their values. A new day also moves the sessions.',
  batchPatch,
)
export const deleteBatch = records.deletes('Delete a batch in which no seats are taken')

/**
 * `kept`: a seat that moves to a batch with another price keeps its own price. `new`: the difference between the prices
 * of the two batches is added to the seat's price.
 */
export const movedPrice = z.enum(['kept', 'new'])
export type MovedPrice = z.output<typeof movedPrice>

export const cancelBody = z.object({
  reason: text(300, { required: 'Enter a reason. Everyone in the batch will read it.' }),
  /**
   * Another batch of the class. People are moved there while that batch has free seats; everybody else loses the seat.
   */
  moveTo: z.optional(recordId('batch')),
  /** Required if any seat would have another price in the batch `moveTo`. */
  price: z.optional(movedPrice),
})

const cancelledBatch = z.object({
  id,
  moved: z.number(),
  left: z.array(z.object({ name: z.string(), reference: z.string() })),
  seats: z.number(),
  waiting: z.number(),
  /** The number of paid seats, whose money is moved or refunded; `paidAmount` is the sum in rupees. */
  paid: z.number(),
  paidAmount: z.number(),
})
export type CancelledBatch = z.output<typeof cancelledBatch>

export const cancelBatch = defineEndpoint('POST /api/admin/batches/:id/cancel', {
  summary:
    'Cancel a batch. Everyone in it is told why. With `moveTo`, people move to that batch while it has seats. Staff decide about refunds for the others.',
  right: 'classes',
  params: z.object({ id: recordId('batch') }),
  body: cancelBody,
  response: wrapped(cancelledBatch),
})

export const sessionsMax = 200

export const sessionInput = z
  .object({
    id: z.optional(id),
    day: schoolDay,
    from: timeOfDay,
    to: timeOfDay,
    roomId: z.nullish(recordId('room')),
    instructorId: z.nullish(recordId('instructor')),
    topic: z.nullish(line(120)),
  })
  .check(
    z.refine(({ from, to }) => to > from, { error: 'Enter an end time after the start time', path: ['to'] }),
  )
export type SessionInput = z.output<typeof sessionInput>

export const sessionsBody = z.object({
  version: z.optional(z.number()),
  meetsAnyway,
  meetings: z.array(sessionInput).check(z.maxLength(sessionsMax, `Add at most ${sessionsMax} sessions`)),
})

export const saveSessions = defineEndpoint('PUT /api/admin/batches/:id/meetings', {
  summary: 'Replace the sessions of a batch. Sessions whose ids are missing are cancelled.',
  right: 'classes',
  params: z.object({ id: recordId('batch') }),
  body: sessionsBody,
  response: wrapped(batchWithSessions),
})
export type SessionsBody = z.output<typeof sessionsBody>
