import * as z from 'zod/mini'
import { defineEndpoint, endpointGroup } from '../endpoint.ts'
import {
  anyPhone,
  between,
  emailOrNone,
  id,
  inOrder,
  instant,
  line,
  orNoPhone,
  patchOf,
  person,
  schoolDay,
  sentences,
  sortedQuery,
  version,
  wrapped,
} from '../primitives.ts'
import { recordAt } from '../record-endpoints.ts'
import { enrolmentStatus } from '../registrations/enrolments.ts'
import { cell, type ImportColumn, orBlank } from '../row-import.ts'

/** The wire says so: a person who enrolled in a course is a 'Call Student' there. */
export const studentSources = ['Event Students', 'Call Students'] as const

export const student = z.object({
  id,
  name: z.string(),
  email: z.string(),
  phone: z.nullable(z.string()),
  source: z.enum(studentSources),
  /** It is the course of the latest enrolment, or staff's note on a person whom they wrote down. */
  course: z.nullable(z.string()),
  /** Staff wrote them down or imported them, so staff can take them out again. */
  isByHand: z.boolean(),
  /** It is 0 for people who enrolled, because they are corrected on their seats. */
  version,
  created_at: instant,
})
export type Student = z.output<typeof student>

const peopleQuery = inOrder(z.extend(sortedQuery(['newest', 'oldest']), between))
export type PeopleQuery = z.output<typeof peopleQuery>

export const listStudents = defineEndpoint('GET /api/getStudents', {
  summary: 'Everybody with a seat in a course, each once, and whom staff wrote down; newest first',
  access: 'admin',
  right: 'seats',
  query: peopleQuery,
  response: z.object({
    success: z.literal(true),
    data: z.array(student),
    /** It counts all pages, whatever the search. */
    total: z.number(),
  }),
})

/** It is a course batch that can be booked as an event. */
export const bookedEvent = z.object({
  id,
  courseId: id,
  title: z.string(),
  event_date: schoolDay,
  event_time: z.nullable(z.string()),
  bookings: z.array(
    z.object({
      id,
      ...person,
      source: z.enum(studentSources),
      status: enrolmentStatus,
      created_at: instant,
    }),
  ),
})
export type BookedEvent = z.output<typeof bookedEvent>

export const listEvents = defineEndpoint('GET /api/get/events', {
  summary: 'The dated batches with their bookings, the latest day first; a search finds bookings',
  access: 'admin',
  right: 'seats',
  query: peopleQuery,
  response: z.object({
    success: z.literal(true),
    events: z.array(bookedEvent),
    /** It counts bookings of all pages, whatever the search. */
    total: z.number(),
  }),
})

const note = line(200)

export const studentInput = z.object({
  name: line(120, { required: 'Name is required' }),
  email: z.optional(emailOrNone),
  phone: z.nullish(orNoPhone(anyPhone(), sentences.anyPhoneInvalid)),
  note: z.nullish(note),
})
export type StudentInput = z.output<typeof studentInput>

export const studentPatch = patchOf(studentInput.shape)
export type StudentPatch = z.output<typeof studentPatch>

const records = recordAt('/api/admin/students', 'seats', wrapped(student))

export const studentRecords = endpointGroup({
  add: records.adds('Write down a student who did not enrol on the site', studentInput),
  update: records.changes('Correct a student whom staff wrote down', studentPatch),
  remove: records.deletes('Put a student whom staff wrote down into the bin'),
  imports: records.keptImports('students'),
})

export const studentRow = z
  .object({
    name: cell(studentInput.shape.name, (typed) => typed),
    email: cell(emailOrNone, (typed) => typed),
    phone: orBlank(anyPhone()),
    note: orBlank(note),
  })
  .check(
    z.refine(({ email, phone }) => email !== '' || phone !== undefined, {
      path: ['email'],
      error: 'Please give an e-mail address or a phone number',
    }),
  )

export const studentImportColumns: readonly ImportColumn<keyof z.output<typeof studentRow>>[] = [
  { name: 'name', header: 'Name', isRequired: true, example: 'Meena Krishnan' },
  { name: 'email', header: 'Email', example: 'meena@mail.example' },
  { name: 'phone', header: 'Phone', example: '9876543210' },
  { name: 'note', header: 'Course or note', example: 'Evening batch, 2024' },
]
