import { type SqlBool, sql } from 'kysely'
import { listLimitMax } from '../../../contract/primitives.ts'
import type { BookedEvent, PeopleQuery, Student } from '../../../contract/students.ts'
import { decodeCursor, encodeCursor, searchPattern } from '../../db/cursor.ts'
import type { Database } from '../../db/open.ts'
import type { SeatStatus } from '../../db/schema.ts'

export type StudentsReport = ReturnType<typeof createStudentsReport>

const active: SeatStatus[] = ['confirmed', 'pending']
/** Bookings that one page of events carries. */
const bookingsMax = 10_000

/** Who learns here, out of both endpoints that take seats and of what staff wrote down (readings B10, B13). */
export function createStudentsReport({ db }: { db: Database }) {
  return {
    /** Everybody with a seat in a course by their latest enrolment, and whom staff wrote down; one row an address. */
    async listStudents(
      query: PeopleQuery,
    ): Promise<{ students: Student[]; total: number; next: string | null }> {
      const limit = query.limit ?? listLimitMax
      const [rows, total] = await Promise.all([listPeople(db, query, limit + 1), countPeople(db)])
      const page = rows.slice(0, limit)
      const last = rows.length > limit ? page.at(-1) : undefined
      return {
        students: page.map((row) => ({
          id: row.id,
          name: row.name,
          email: row.email,
          phone: row.phone,
          source: 'Call Students',
          course: row.course,
          isByHand: row.is_by_hand === 1,
          created_at: row.created_at,
        })),
        total,
        next: last ? encodeCursor([last.created_at, last.id]) : null,
      }
    },

    /** Dated batches of courses that are offered, each with its bookings; with a search those with a booking that fits. */
    async listEvents(
      query: PeopleQuery,
    ): Promise<{ events: BookedEvent[]; total: number; next: string | null }> {
      const limit = query.limit ?? listLimitMax
      const [rows, { total }] = await Promise.all([
        listBatches(db, query, limit + 1),
        db.read
          .selectFrom('seat')
          .select((eb) => eb.fn.countAll<number>().as('total'))
          .where('kind', '=', 'event-booking')
          .where('status', 'in', active)
          .executeTakeFirstOrThrow(),
      ])
      const page = rows.slice(0, limit)
      const last = rows.length > limit ? page.at(-1) : undefined
      const bookings = Map.groupBy(
        await listBookings(
          db,
          page.map(({ id }) => id),
          query.q ?? '',
        ),
        (booking) => booking.batch_id,
      )
      return {
        events: page.map((row) => ({
          id: row.id,
          courseId: row.course_id,
          title: row.title,
          event_date: row.starts_on ?? '',
          event_time: row.starts_at,
          bookings: (bookings.get(row.id) ?? []).map((booking) => ({
            id: booking.id,
            name: booking.name,
            email: booking.email,
            phone: booking.phone,
            source: 'Event Students',
            status: booking.status,
            created_at: booking.created_at,
          })),
        })),
        total,
        next: last ? encodeCursor([last.starts_on ?? '', last.id]) : null,
      }
    },
  }
}

function directionOf(query: PeopleQuery) {
  return query.sort === 'oldest' ? (['asc', '>'] as const) : (['desc', '<'] as const)
}

/** Each part is cut to the page before they are merged, so that a page costs the same however many there are. */
function listPeople({ read }: Database, query: PeopleQuery, limit: number) {
  const [direction, beyond] = directionOf(query)
  const search = query.q?.trim() ? searchPattern(query.q) : null
  const fits = (words: string) =>
    search === null ? sql<SqlBool>`1 = 1` : sql<SqlBool>`lower(${sql.raw(words)}) like ${search} escape '\\'`
  const after = query.cursor === undefined ? null : decodeCursor(query.cursor)
  const follows = (name: string) =>
    after === null
      ? sql<SqlBool>`1 = 1`
      : sql<SqlBool>`(${sql.ref(`${name}.created_at`)}, ${sql.ref(`${name}.id`)}) ${sql.raw(beyond)} (${after[0]}, ${after[1]})`
  const enrolled = read
    .selectFrom('seat')
    .innerJoin('course', 'course.id', 'seat.course_id')
    .select([
      'seat.id',
      'seat.name',
      'seat.email',
      'seat.phone',
      'course.title as course',
      'seat.created_at',
      sql<number>`0`.as('is_by_hand'),
    ])
    .where('seat.kind', '=', 'enrolment')
    .where('seat.status', 'in', active)
    // The latest of an address speaks for it.
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('seat as later')
            .select('later.id')
            .where('later.kind', '=', 'enrolment')
            .whereRef('later.email', '=', 'seat.email')
            .where('later.status', 'in', active)
            .where(sql<SqlBool>`(later.created_at, later.id) > (seat.created_at, seat.id)`),
        ),
      ),
    )
    .where(fits("seat.name || ' ' || seat.email || ' ' || seat.phone || ' ' || course.title"))
    .where(follows('seat'))
    .orderBy('seat.created_at', direction)
    .orderBy('seat.id', direction)
    .limit(limit)
  const written = read
    .selectFrom('student')
    .select([
      'student.id',
      'student.name',
      'student.email',
      // For the types both parts are the first one.
      sql<string>`student.phone`.as('phone'),
      sql<string>`student.note`.as('course'),
      'student.created_at',
      sql<number>`1`.as('is_by_hand'),
    ])
    .where('student.deleted_at', 'is', null)
    .where(hasNoSeat)
    .where(
      fits(
        "student.name || ' ' || student.email || ' ' || coalesce(student.phone, '') || ' ' || coalesce(student.note, '')",
      ),
    )
    .where(follows('student'))
    .orderBy('student.created_at', direction)
    .orderBy('student.id', direction)
    .limit(limit)
  return read
    .selectFrom(
      read
        .selectFrom(enrolled.as('enrolled'))
        .selectAll()
        .unionAll(read.selectFrom(written.as('written')).selectAll())
        .as('person'),
    )
    .selectAll()
    .orderBy('created_at', direction)
    .orderBy('id', direction)
    .limit(limit)
    .execute()
}

/** Of a written-down student: none of the enrolments has this address. */
const hasNoSeat = sql<SqlBool>`not exists (select 1 from seat where seat.kind = 'enrolment' and seat.email = student.email and seat.status in ('confirmed', 'pending'))`

async function countPeople({ read }: Database): Promise<number> {
  const [enrolled, written] = await Promise.all([
    read
      .selectFrom('seat')
      .where('kind', '=', 'enrolment')
      .select((eb) => eb.fn.count<number>('email').distinct().as('count'))
      .where('status', 'in', active)
      .executeTakeFirstOrThrow(),
    read
      .selectFrom('student')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('deleted_at', 'is', null)
      .where(hasNoSeat)
      .executeTakeFirstOrThrow(),
  ])
  return enrolled.count + written.count
}

const bookingWords = sql<string>`lower(seat.name || ' ' || seat.email || ' ' || seat.phone)`

function listBatches({ read }: Database, query: PeopleQuery, limit: number) {
  const [direction, beyond] = directionOf(query)
  let rows = read
    .selectFrom('batch')
    .innerJoin('course', 'course.id', 'batch.course_id')
    .select(['batch.id', 'batch.course_id', 'batch.starts_on', 'batch.starts_at', 'course.title'])
    .where('course.deleted_at', 'is', null)
    .where('batch.starts_on', 'is not', null)
    .orderBy('batch.starts_on', direction)
    .orderBy('batch.id', direction)
    .limit(limit)
  if (query.cursor !== undefined) {
    const [day, id] = decodeCursor(query.cursor)
    rows = rows.where(sql<SqlBool>`(batch.starts_on, batch.id) ${sql.raw(beyond)} (${day}, ${id})`)
  }
  if (query.q?.trim()) {
    const pattern = searchPattern(query.q)
    rows = rows.where((eb) =>
      eb.exists(
        eb
          .selectFrom('seat')
          .select('seat.id')
          .whereRef('seat.batch_id', '=', 'batch.id')
          .where('seat.kind', '=', 'event-booking')
          .where('seat.status', 'in', active)
          .where(sql<SqlBool>`${bookingWords} like ${pattern} escape '\\'`),
      ),
    )
  }
  return rows.execute()
}

function listBookings({ read }: Database, batchIds: readonly string[], search: string) {
  if (batchIds.length === 0) return Promise.resolve([])
  let rows = read
    .selectFrom('seat')
    .where('kind', '=', 'event-booking')
    .select(['id', 'batch_id', 'name', 'email', 'phone', 'status', 'created_at'])
    .where('batch_id', 'in', batchIds)
    .where('status', 'in', active)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(bookingsMax)
  if (search.trim() !== '') {
    rows = rows.where(sql<SqlBool>`${bookingWords} like ${searchPattern(search)} escape '\\'`)
  }
  return rows.execute()
}
