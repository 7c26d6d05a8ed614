import { type SqlBool, sql } from 'kysely'
import type * as z from 'zod/mini'
import { courseDefaults } from '../../../contract/course-facts.ts'
import { listLimitMax } from '../../../contract/primitives.ts'
import type {
  ClassRegistration,
  EventRegistration,
  OwnRegistration,
  registrationsQuery,
} from '../../../contract/registrations.ts'
import { decimalRupees } from '../../../contract/words.ts'
import { decodeCursor, encodeCursor, searchPattern } from '../../db/cursor.ts'
import type { Database } from '../../db/open.ts'
import type { PaymentSubject } from '../../db/schema.ts'
import { paymentStateOf } from '../../domains/payments/payments.repository.ts'
import type { PaymentsService } from '../../domains/payments/payments.service.ts'

export type RegistrationsQuery = z.output<typeof registrationsQuery>

export interface RegistrationsPage {
  eventClassEnrollments: EventRegistration[]
  classEnrollments: ClassRegistration[]
  next: string | null
}

export type RegistrationsReport = ReturnType<typeof createRegistrationsReport>

/** Everybody with a seat or without one any more, of both endpoints (B§2). */
export function createRegistrationsReport({ db }: { db: Database }, payments: PaymentsService) {
  return {
    /** One page over both kinds together: at most `limit` rows in the two lists. */
    async list(query: RegistrationsQuery): Promise<RegistrationsPage> {
      const { bookings, bookingStates, enrolments, enrolmentStates, inOrder, next } = await page(query)
      return {
        eventClassEnrollments: bookings.sort(inOrder).map((row) => ({
          ...presentSeat(row, bookingStates),
          name: `${row.first_name} ${row.last_name}`,
          event_title: row.course_title,
          event_date: row.starts_on,
          special_requirements: row.special_requirements,
          transaction_id: row.transaction_id,
        })),
        classEnrollments: enrolments.sort(inOrder).map((row) => ({
          ...presentSeat(row, enrolmentStates),
          name: row.full_name,
          course_title: row.course_title,
          batch: row.starts_on ?? courseDefaults.nextbatch,
          status_question: row.questions,
        })),
        next,
      }
    },

    /**
     * Seats of the user's own address, newest first. Anybody may sign up with any address, so there are none before
     * it is verified (R10).
     */
    async listOwn(
      userId: string,
      query: Pick<RegistrationsQuery, 'limit' | 'cursor'>,
    ): Promise<{ registrations: OwnRegistration[]; next: string | null }> {
      const user = await db.read
        .selectFrom('user')
        .select(['email', 'emailVerified'])
        .where('id', '=', userId)
        .executeTakeFirst()
      if (user?.emailVerified !== 1) return { registrations: [], next: null }
      const { bookings, bookingStates, enrolments, enrolmentStates, inOrder, next } = await page({
        ...query,
        email: user.email,
      })
      const own = (kind: PaymentSubject, states: typeof bookingStates) => (row: SeatRow) => {
        const { email: _, phone: __, ...seat } = presentSeat(row, states)
        return { ...seat, kind, title: row.course_title, batch: row.starts_on ?? courseDefaults.nextbatch }
      }
      return {
        registrations: [
          ...bookings.map(own('event-booking', bookingStates)),
          ...enrolments.map(own('enrolment', enrolmentStates)),
        ].sort(inOrder),
        next,
      }
    },
  }

  async function page(query: RegistrationsQuery & { email?: string }) {
    const limit = query.limit ?? listLimitMax
    const keys = await listKeys(db, query, limit + 1)
    const shown = keys.slice(0, limit)
    const last = keys.length > limit ? shown.at(-1) : undefined
    const place = new Map(shown.map(({ id }, index) => [id, index]))
    const inOrder = (a: { id: string }, b: { id: string }) => (place.get(a.id) ?? 0) - (place.get(b.id) ?? 0)
    const idsOf = (kind: PaymentSubject) => shown.filter((key) => key.kind === kind).map(({ id }) => id)
    const [bookings, enrolments] = await Promise.all([
      listBookings(db, idsOf('event-booking')),
      listEnrolments(db, idsOf('enrolment')),
    ])
    const [bookingStates, enrolmentStates] = await Promise.all([
      payments.states(db.read, 'event-booking', bookings),
      payments.states(db.read, 'enrolment', enrolments),
    ])
    const next = last ? encodeCursor([last.created_at, last.id]) : null
    return { bookings, bookingStates, enrolments, enrolmentStates, inOrder, next }
  }
}

/**
 * Kind and id of one page over both tables. Each part is cut to the page before they are merged, and
 * the database alone compares: its order of ids need not be ours.
 */
function listKeys({ read }: Database, query: RegistrationsQuery & { email?: string }, limit: number) {
  const [direction, beyond] = query.sort === 'oldest' ? (['asc', '>'] as const) : (['desc', '<'] as const)
  const part = (kind: PaymentSubject, table: 'enrolment', words: string) => {
    let keys = read
      .selectFrom(`${table} as seat`)
      .select([sql.lit(kind).as('kind'), 'seat.id', 'seat.created_at'])
      .orderBy('seat.created_at', direction)
      .orderBy('seat.id', direction)
      .limit(limit)
    if (query.cursor !== undefined) {
      const [createdAt, id] = decodeCursor(query.cursor)
      keys = keys.where(sql<SqlBool>`(seat.created_at, seat.id) ${sql.raw(beyond)} (${createdAt}, ${id})`)
    }
    if (query.payment !== undefined) keys = keys.where(paymentStateOf(kind, 'seat.id'), '=', query.payment)
    if (query.email !== undefined) keys = keys.where('seat.email', '=', query.email)
    if (query.q?.trim()) {
      const all = [words, 'seat.email', 'seat.phone', 'seat.reference', 'course.title'].join(" || ' ' || ")
      keys = keys
        .innerJoin('course', 'course.id', 'seat.course_id')
        .where(sql<SqlBool>`lower(${sql.raw(all)}) like ${searchPattern(query.q)} escape '\\'`)
    }
    return read.selectFrom(keys.as('part')).selectAll()
  }
  // For the types both tables are the first one: what is read of them they share.
  return part('enrolment', 'enrolment', 'seat.full_name')
    .unionAll(
      part('event-booking', 'event_booking' as 'enrolment', "seat.first_name || ' ' || seat.last_name"),
    )
    .orderBy('created_at', direction)
    .orderBy('id', direction)
    .limit(limit)
    .execute()
}

function listBookings({ read }: Database, ids: string[]) {
  if (ids.length === 0) return Promise.resolve([])
  return read
    .selectFrom('event_booking as seat')
    .innerJoin('course', 'course.id', 'seat.course_id')
    .innerJoin('batch', 'batch.id', 'seat.batch_id')
    .selectAll('seat')
    .select(['course.title as course_title', 'batch.starts_on'])
    .where('seat.id', 'in', ids)
    .execute()
}

function listEnrolments({ read }: Database, ids: string[]) {
  if (ids.length === 0) return Promise.resolve([])
  return read
    .selectFrom('enrolment as seat')
    .innerJoin('course', 'course.id', 'seat.course_id')
    .innerJoin('batch', 'batch.id', 'seat.batch_id')
    .selectAll('seat')
    .select(['course.title as course_title', 'batch.starts_on'])
    .where('seat.id', 'in', ids)
    .execute()
}

type SeatRow = Awaited<ReturnType<typeof listBookings | typeof listEnrolments>>[number]

function presentSeat(row: SeatRow, states: Awaited<ReturnType<PaymentsService['states']>>) {
  return {
    id: row.id,
    reference: row.reference,
    email: row.email,
    phone: row.phone,
    status: row.status,
    payment: states.get(row.id) ?? ('due' as const),
    amount: decimalRupees(row.amount_in_paise),
    holdUntil: row.status === 'pending' ? row.hold_until : null,
    created_at: row.created_at,
  }
}
