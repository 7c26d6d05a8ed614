import * as z from 'zod/mini'
import { defineEndpoint, endpointGroup } from '../endpoint.ts'
import {
  between,
  done,
  emailOrNone,
  id,
  inOrder,
  instant,
  patchOf,
  person,
  schoolDay,
  sortedQuery,
  version,
  wrapped,
} from '../primitives.ts'
import { recordAt } from '../record-endpoints.ts'
import {
  addedIn,
  cellsIn,
  emailField,
  importColumnsIn,
  phoneOrNone,
  requiredText,
  shownIn,
  textOrNone,
} from '../record-fields.ts'
import { enrolmentStatus } from '../registrations/enrolments.ts'
import { cell } from '../row-import.ts'

export const studentFields = {
  name: requiredText('line', { label: 'Name', column: 'name', example: 'Meena Krishnan' }, 120),
  /** Two students may not have the same address. The field is empty for a student without an address. */
  email: emailField({ label: 'Email', column: 'email', example: 'meena@mail.example' }, emailOrNone, false),
  phone: phoneOrNone({ label: 'Phone', column: 'phone', example: '9876543210' }),
  note: textOrNone(
    'line',
    { label: 'Course or note', column: 'note', example: 'Evening batch, 2024', logged: 'note' },
    200,
  ),
}

/** The name of the note in a response is `course`. */
const { note: _note, ...ownFields } = studentFields

/** The source of a person. The API says 'Call Students' for people who enrolled in a course. */
export const studentSources = ['Event Students', 'Call Students'] as const

export const student = z.object({
  id,
  ...shownIn(ownFields),
  source: z.enum(studentSources),
  /** The course of the latest enrolment, or the note that staff wrote about a person whom they entered. */
  course: z.nullable(z.string()),
  /** The number of the person's other courses. A list has it, the record of a single student does not. */
  otherCourses: z.optional(z.number()),
  /** True for a person whom staff entered or imported. Staff can delete this person again. */
  isByHand: z.boolean(),
  /** Always 0 for a person who enrolled, because staff correct the person's seat instead. */
  version,
  created_at: instant,
})
export type Student = z.output<typeof student>

const peopleQuery = inOrder(z.extend(sortedQuery(['newest', 'oldest']), between))
export type PeopleQuery = z.output<typeof peopleQuery>

export const listStudents = defineEndpoint('GET /api/getStudents', {
  summary:
    'List the people who have a seat in a course, each only once, and the students whom staff added, newest first',
  right: 'seats',
  query: peopleQuery,
  response: z.extend(done, {
    data: z.array(student),
    /** The number of all students, not only of the students that the search found. */
    total: z.number(),
  }),
})

/** A batch of a course that can be booked as an event. */
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
  summary:
    'List the dated batches with their bookings, latest date first. The search looks through the bookings.',
  right: 'seats',
  query: peopleQuery,
  response: z.extend(done, {
    events: z.array(bookedEvent),
    /** The number of all bookings, not only of the bookings that the search found. */
    total: z.number(),
  }),
})

export const eventStudent = z.object({
  id,
  ...person,
  source: z.enum(studentSources),
  /** The event that was booked last. */
  title: z.string(),
  /** The latest date of the person's events. */
  event_date: z.nullable(schoolDay),
  /** The number of the person's other events. */
  otherEvents: z.number(),
  created_at: instant,
})
export type EventStudent = z.output<typeof eventStudent>

export const listEventStudents = defineEndpoint('GET /api/admin/event-students', {
  summary: 'List the people who booked an event, each only once, newest booking first',
  right: 'seats',
  query: peopleQuery,
  response: z.extend(done, {
    data: z.array(eventStudent),
    /** The number of all bookings, not only of the bookings that the search found. */
    total: z.number(),
  }),
})

export const studentInput = z.object(addedIn(studentFields))
export type StudentInput = z.output<typeof studentInput>

export const studentPatch = patchOf(studentInput.shape)
export type StudentPatch = z.output<typeof studentPatch>

const records = recordAt('/api/admin/students', 'seats', wrapped(student))

export const studentRecords = endpointGroup({
  add: records.adds('Create a record for a student who didn’t enrol on the site', studentInput),
  update: records.changes('Change the record of a student whom staff added', studentPatch),
  remove: records.deletes(
    'Delete the record of a student whom staff added. It can be restored from the bin.',
  ),
  imports: records.keptImports('students'),
})

export const studentRow = z
  .object({
    ...cellsIn(studentFields),
    // A missing name is the only error of its row; a missing address is not reported as well.
    name: cell(studentFields.name.rule, (typed) => typed),
  })
  .check(
    z.refine(({ email, phone }) => Boolean(email || phone), {
      path: ['email'],
      error: 'Enter an e-mail address or a phone number',
    }),
  )

export const studentImportColumns = importColumnsIn(studentFields)
