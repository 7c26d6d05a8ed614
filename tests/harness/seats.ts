import type { AdminClass, ClassInput } from '../../contract/courses.ts'
import type { TestApp } from './app.ts'

/** A course with one batch ten days ahead and room for 20, unless told. `price` is in paise. */
export function addCourse(app: TestApp, changes: Partial<ClassInput> = {}): Promise<AdminClass> {
  const course: ClassInput = {
    title: 'Bridal Bouquets',
    description: 'From stem to ribbon.',
    price: 1_250_000,
    duration: '3 hours',
    sessions: 4,
    nextbatch: '2026-03-12',
    category: 'Workshops',
    ...changes,
  }
  return app.db.transaction((tx) => app.app.services.courses.addClass(tx, course, null, null))
}

/** A course that has no batch at all. */
export async function addUndatedCourse(app: TestApp): Promise<AdminClass> {
  const course = await addCourse(app)
  await app.db.transaction((tx) => tx.deleteFrom('batch').where('course_id', '=', course.id).execute())
  return course
}

/** What the enrolment dialog posts. */
export function enrolmentBody(courseId: string, changes: Record<string, unknown> = {}) {
  return {
    fullName: 'Meena Krishnan',
    email: 'meena@mail.example',
    phone: '9876543210',
    paymentMethod: 'UPI',
    courseId,
    ...changes,
  }
}

/** What the event booking dialog posts. */
export function bookingBody(eventId: string, changes: Record<string, unknown> = {}) {
  return {
    eventId,
    firstName: 'Arun',
    lastName: 'Raj',
    email: 'arun@mail.example',
    phone: '8765432109',
    paymentMethod: 'online',
    paymentAmount: 12500,
    transactionId: 'TXN1772433000000',
    ...changes,
  }
}

/** Enrols over HTTP and gives the receipt. */
export async function enrol(app: TestApp, courseId: string, changes: Record<string, unknown> = {}) {
  const { status, body, text } = await app.http('POST', '/api/enrollments', {
    body: enrolmentBody(courseId, changes),
  })
  if (status !== 201) throw new Error(`not enrolled: ${status} ${text}`)
  return body.data as {
    id: string
    reference: string
    amount: string
    status: string
    holdUntil: string | null
  }
}

/** Books an event over HTTP and gives the receipt. */
export async function book(app: TestApp, eventId: string, changes: Record<string, unknown> = {}) {
  const { status, body, text } = await app.http('POST', '/api/events_enrollments', {
    body: bookingBody(eventId, changes),
  })
  if (status !== 201) throw new Error(`not booked: ${status} ${text}`)
  return body.data as { id: string; reference: string }
}

export function confirm(app: TestApp, id: string, token: string | null = null) {
  return app.http('PATCH', `/api/enrollments/${id}/status`, { body: { status: 'confirmed' }, token })
}

/** Taken seats of a course's batches: as `batch.taken` counts them, and by counting the rows. */
export async function seatCounts(app: TestApp, courseId: string) {
  const batches = await app.db.read
    .selectFrom('batch')
    .select(['taken', 'capacity'])
    .where('course_id', '=', courseId)
    .execute()
  let live = 0
  const held = await app.db.read
    .selectFrom('seat')
    .select('id')
    .where('course_id', '=', courseId)
    .where('status', 'in', ['pending', 'confirmed'])
    .execute()
  live += held.length
  // An open offer of the waiting list takes a seat too (S2).
  const offers = await app.db.read
    .selectFrom('waiting_list_entry')
    .innerJoin('batch', 'batch.id', 'waiting_list_entry.batch_id')
    .select('waiting_list_entry.id')
    .where('course_id', '=', courseId)
    .where('status', '=', 'offered')
    .execute()
  live += offers.length
  return {
    taken: batches.reduce((sum, batch) => sum + batch.taken, 0),
    capacity: batches.reduce((sum, batch) => sum + (batch.capacity ?? 0), 0),
    live,
  }
}

/** Messages promised about one thing, as `template channel recipient`, in the order of their names. */
export async function messagesAbout(app: TestApp, subjectId: string): Promise<string[]> {
  const rows = await app.db.read
    .selectFrom('outbox')
    .select(['template', 'channel', 'recipient'])
    .where('cause', 'like', `%${subjectId}%`)
    .execute()
  return rows.map(({ template, channel, recipient }) => `${template} ${channel} ${recipient}`).sort()
}
