import * as z from 'zod/mini'
import { defineEndpoint } from '../endpoint.ts'
import { id, schoolDay, timeOfDay, wrapped } from '../primitives.ts'

const ownSession = z.object({
  id,
  day: schoolDay,
  from: timeOfDay,
  to: timeOfDay,
  room: z.nullable(z.string()),
  topic: z.nullable(z.string()),
})

/** A batch as its instructor sees it, without money and addresses. */
export const ownBatch = z.object({
  id,
  courseTitle: z.string(),
  day: z.nullable(schoolDay),
  time: z.nullable(timeOfDay),
  endsOn: z.nullable(schoolDay),
  room: z.nullable(z.string()),
  taken: z.number(),
  isOver: z.boolean(),
  isCancelled: z.boolean(),
  sessions: z.array(ownSession),
})
export type OwnBatch = z.output<typeof ownBatch>

export const ownStudent = z.object({
  id,
  name: z.string(),
  phone: z.string(),
  /** False for a person who only has a hold and is not expected in class. */
  isConfirmed: z.boolean(),
  question: z.nullable(z.string()),
})
export type OwnStudent = z.output<typeof ownStudent>

export const listOwnBatches = defineEndpoint('GET /api/admin/own-batches', {
  summary: 'List the batches and sessions that the caller teaches, latest first',
  right: 'own-batches',
  response: wrapped(z.array(ownBatch)),
})

export const listOwnStudents = defineEndpoint('GET /api/admin/own-batches/:id/students', {
  summary: 'List the students in one of the caller’s own batches, sorted by name',
  right: 'own-batches',
  response: wrapped(z.array(ownStudent)),
})
