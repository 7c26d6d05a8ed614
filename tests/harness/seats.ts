import { createHash } from 'node:crypto'
import type * as z from 'zod/mini'
import type { AdminClass, ClassInput } from '../../contract/catalogue/courses.ts'
import type { enrolmentBody as enrolmentSchema } from '../../contract/registrations/enrolments.ts'
import type { SeatHoldView } from '../../contract/registrations/seat-holds.ts'
import type { Queryable } from '../../server/db/schema.ts'
import type { Requester } from '../../server/domains/registrations/caps/holders.service.ts'
import type { SeatRequest } from '../../server/domains/registrations/holds/asked-seats.service.ts'
import type { TestApp } from './app.ts'

/** A visitor without account and network who requests a seat, for services that a test calls without HTTP. */
export const stranger: Requester = { caller: null, network: '', known: [] }

/** A staff member who requests a seat; no limit applies to staff. */
export const atCounter: Requester = {
  caller: { userId: 'staff', email: 'staff@malar.example', usertype: 'admin' },
  network: '',
  known: [],
}

/** Gives each address its own phone number, so that the limits count two people of a test as two. */
export function phoneOf(email: string): string {
  const digits = BigInt(`0x${createHash('sha256').update(email).digest('hex').slice(0, 12)}`) % 1_000_000_000n
  return `9${String(digits).padStart(9, '0')}`
}

const requestCounts = new Map<string, number>()

/**
 * Chooses the person of a request. The first request for a course is made by `first`, and each later request by a new
 * person, unless the test names the person.
 */
function personOf(
  courseId: string,
  first: { email: string; phone: string },
  { email, phone }: Record<string, unknown>,
) {
  const key = `${courseId} ${first.email}`
  const count = email === undefined && phone === undefined ? (requestCounts.get(key) ?? 0) : 0
  requestCounts.set(key, count + 1)
  const address = typeof email === 'string' ? email : count === 0 ? first.email : `${count}.${first.email}`
  return { email: address, phone: address.toLowerCase() === first.email ? first.phone : phoneOf(address) }
}

/** Marks all earlier holds as proved, so that a test begins without unproved holds. */
export async function proveAll(app: TestApp): Promise<void> {
  const { clock } = app.deps
  await app.db.transaction(async (tx) => {
    for (const table of ['registration', 'shop_order'] as const) {
      await tx
        .updateTable(table as 'registration')
        .set({ proved_at: clock.now() })
        .where('proved_at', 'is', null)
        .execute()
    }
  })
}

/** Adds a course, by default with one batch ten days ahead and room for 20. `price` is in paise. */
export async function addCourse(app: TestApp, changes: Partial<ClassInput> = {}): Promise<AdminClass> {
  await proveAll(app)
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

/** Adds a course without a dated batch. */
export async function addUndatedCourse(app: TestApp): Promise<AdminClass> {
  const course = await addCourse(app)
  await app.db.transaction((tx) => tx.deleteFrom('batch').where('course_id', '=', course.id).execute())
  return course
}

/** Adds a course with three batches: the first is full, the second closed, the third open and dearer. */
export async function addThreeBatches(app: TestApp, changes: Partial<ClassInput> = {}) {
  const course = await addCourse(app, { capacity: 1, nextbatch: '2026-03-12', ...changes })
  const add = (day: string) =>
    app.db.transaction((tx) =>
      app.app.services.courses.addBatch(tx, { courseId: course.id, day, time: '14:00', capacity: 5 }, null),
    )
  const [closed, open] = [await add('2026-03-19'), await add('2026-03-26')]
  await enrol(app, course.id, { email: 'first@mail.example', phone: '9876500001' })
  await app.db.transaction(async (tx) => {
    const set = (id: string, values: object) =>
      tx.updateTable('batch').set(values).where('id', '=', id).execute()
    await set(closed.id, { is_closed: 1 })
    await set(open.id, { price_in_paise: 1_500_000 })
    await app.db.changes.mark(tx, 'courses')
  })
  const shown = (await app.http('GET', `/api/courses/${course.slug}`)).body
  return { course, shown, closedId: closed.id, openId: open.id, fullId: shown.batches[0].id as string }
}

/** The body that the enrolment dialog posts. */
export function enrolmentBody(courseId: string, changes: Record<string, unknown> = {}) {
  return {
    fullName: 'Meena Krishnan',
    ...personOf(courseId, { email: 'meena@mail.example', phone: '9876543210' }, changes),
    paymentMethod: 'UPI',
    courseId,
    ...changes,
  }
}

/** The stored request of an enrolment that waits until the link in the e-mail is opened. */
export function askedEnrolment(body: z.output<typeof enrolmentSchema>): SeatRequest {
  const { fullName: name, email, phone, others = [] } = body
  return { kind: 'enrolment', course: body, person: { name, email, phone }, seats: 1 + others.length, body }
}

/** The body that the event booking dialog posts. */
export function bookingBody(eventId: string, changes: Record<string, unknown> = {}) {
  // Each transaction id belongs to a different person by default.
  const { transactionId } = changes
  const email = String(
    changes['email'] ?? `${transactionId ? `${String(transactionId).slice(0, 30)}.` : ''}arun@mail.example`,
  )
  return {
    eventId,
    firstName: 'Arun',
    lastName: 'Raj',
    email,
    phone: email.toLowerCase() === 'arun@mail.example' ? '8765432109' : phoneOf(email),
    paymentMethod: 'online',
    paymentAmount: 12500,
    transactionId: 'TXN1772433000000',
    ...changes,
  }
}

/** The body that the event booking dialog posts to hold a seat. */
export function holdBody(eventId: string, changes: Record<string, unknown> = {}) {
  const { paymentMethod: _1, paymentAmount: _2, ...body } = bookingBody(eventId, changes)
  return body
}

/** Reads the holds, and the seats that were holds before. Requests that wait for the link in an e-mail are left out. */
export function wereHeld(db: Queryable) {
  return db
    .selectFrom('registration')
    .selectAll()
    .where((eb) =>
      eb.or([
        eb('held', 'is not', null),
        eb.and([eb('kind', '=', 'seat-hold'), eb('status', '!=', 'asked')]),
      ]),
    )
}

/** Holds a seat over HTTP, as the dialog does, and returns the hold. */
export async function hold(app: TestApp, eventId: string, changes: Record<string, unknown> = {}) {
  const { status, body, text } = await app.http('POST', '/api/seat-holds', {
    body: holdBody(eventId, changes),
  })
  if (status !== 201) throw new Error(`not held: ${status} ${text}`)
  return body.data as SeatHoldView
}

/** Enrols over HTTP and returns the receipt. */
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

/** Books an event over HTTP and returns the receipt. */
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

/** Counts the taken seats of a course's batches in two ways: by `batch.taken`, and by the rows. */
export async function seatCounts(app: TestApp, courseId: string) {
  const batches = await app.db.read
    .selectFrom('batch')
    .select(['taken', 'capacity'])
    .where('course_id', '=', courseId)
    .execute()
  const held = await app.db.read
    .selectFrom('registration')
    .select('seats')
    .where('course_id', '=', courseId)
    .where('status', 'in', ['held', 'pending', 'confirmed'])
    .execute()
  // An open offer of the waiting list takes a seat too.
  const offers = await app.db.read
    .selectFrom('waiting_list_entry')
    .innerJoin('batch', 'batch.id', 'waiting_list_entry.batch_id')
    .select('waiting_list_entry.id')
    .where('course_id', '=', courseId)
    .where('status', '=', 'offered')
    .execute()
  const live = held.reduce((sum, { seats }) => sum + seats, offers.length)
  return {
    taken: batches.reduce((sum, batch) => sum + batch.taken, 0),
    capacity: batches.reduce((sum, batch) => sum + (batch.capacity ?? 0), 0),
    live,
  }
}

/** Lists the messages queued about one record, as `template channel recipient`, sorted. */
export async function messagesAbout(app: TestApp, subjectId: string): Promise<string[]> {
  const rows = await app.db.read
    .selectFrom('outbox')
    .select(['template', 'channel', 'recipient'])
    .where('cause', 'like', `%${subjectId}%`)
    .execute()
  return rows.map(({ template, channel, recipient }) => `${template} ${channel} ${recipient}`).sort()
}
