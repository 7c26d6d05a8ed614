import { type Expression, type SqlBool, sql } from 'kysely'
import type { BookedEvent, EventStudent, PeopleQuery, Student } from '../../../contract/people/students.ts'
import type { SeatKind } from '../../../contract/registrations/rosters.ts'
import { onDaysOf, type Page, type PageList, presentPage, readMergedPage, readPage } from '../../db/page.ts'
import type { Schema, SeatStatus } from '../../db/schema.ts'
import { findByWords, withSeatWords } from '../../db/search.ts'
import type { ReadDatabase } from '../../domains/deps.ts'

const active: SeatStatus[] = ['confirmed', 'pending']
/**
 * Lists exclude these statuses. A condition on the other statuses would make SQLite use the index of statuses, and so
 * read nearly all rows.
 */
const ended: SeatStatus[] = ['expired', 'cancelled']
const bookingsMax = 10_000

export function createStudentsReport({ db }: { db: ReadDatabase }) {
  return {
    /**
     * Lists one row for each e-mail address, or for each phone number without an e-mail address. The row is the latest
     * enrolment, or the record that staff entered.
     */
    async listStudents(query: PeopleQuery): Promise<Page<Student> & { total: number }> {
      const [people, total] = await Promise.all([listPeople(db, query), countPeople(db)])
      const ofPerson = await coursesOf(db, people.rows)
      const page = await presentPage(
        people,
        ({ is_by_hand, ...row }): Student => ({
          ...row,
          source: 'Call Students',
          otherCourses: Math.max(0, ofPerson(row.id).courses - 1),
          isByHand: is_by_hand === 1,
        }),
      )
      return { ...page, total }
    },

    /** Lists one row for each e-mail address with an event, or for each phone number without an e-mail address. */
    async listEventStudents(query: PeopleQuery): Promise<Page<EventStudent> & { total: number }> {
      const latest = latestSeats(db, 'event-booking').select([
        'seat.id',
        'seat.name',
        'seat.email',
        'seat.phone',
        'course.title',
        'seat.created_at',
      ])
      const found = await withSeatWords(db.read, latest, query.q)
      const [people, total] = await Promise.all([readPage(found, seatList, query), countBookings(db)])
      const ofPerson = await coursesOf(db, people.rows)
      const page = await presentPage(people, (row): EventStudent => {
        const { courses, lastDay } = ofPerson(row.id)
        return {
          ...row,
          source: 'Event Students',
          event_date: lastDay,
          otherEvents: Math.max(0, courses - 1),
        }
      })
      return { ...page, total }
    },

    /**
     * Lists dated batches of offered courses, with their bookings. A search finds batches by their bookings.
     */
    async listEvents(query: PeopleQuery): Promise<Page<BookedEvent> & { total: number }> {
      const filters = await bookingFilters(db, query)
      const [batches, total] = await Promise.all([listBatches(db, query, filters), countBookings(db)])
      const ids = batches.rows.map(({ id }) => id)
      const bookings = Map.groupBy(await listBookings(db, ids, filters), ({ batch_id }) => batch_id)
      const page = await presentPage(
        batches,
        (row): BookedEvent => ({
          id: row.id,
          courseId: row.course_id,
          title: row.title,
          event_date: row.starts_on ?? '',
          event_time: row.starts_at,
          bookings: (bookings.get(row.id) ?? []).map(({ batch_id: _, ...booking }) => ({
            ...booking,
            source: 'Event Students',
          })),
        }),
      )
      return { ...page, total }
    },
  }
}

async function countBookings({ read }: ReadDatabase): Promise<number> {
  const { total } = await read.selectNoFrom(entriesOf('bookings').as('total')).executeTakeFirstOrThrow()
  return Number(total)
}

/** Triggers maintain these counts (decision 0112). */
const entriesOf = (figure: Schema['seat_count']['figure']) =>
  sql<number>`(select cast(coalesce(sum(entries), 0) as bigint) from seat_count where figure = ${sql.lit(figure)})`

function activeBookings({ read }: ReadDatabase) {
  return read
    .selectFrom('seat')
    .where('seat.kind', '=', 'event-booking')
    .where('seat.status', 'not in', ended)
}

const newestFirst = (table: string): Pick<PageList<PeopleQuery>, 'sorts' | 'tie' | 'filters'> => ({
  sorts: { newest: ['desc', `${table}.created_at`], oldest: ['asc', `${table}.created_at`] },
  tie: [`${table}.id`],
  filters: onDaysOf(`${table}.created_at`),
})
const seatList: PageList<PeopleQuery> = newestFirst('seat')
const writtenList: PageList<PeopleQuery> = {
  ...newestFirst('student'),
  words: ['student.name', 'student.email', "coalesce(student.phone, '')", "coalesce(student.note, '')"],
}

/** Selects the latest seat of each person. A person without an e-mail address is identified by the phone number. */
function latestSeats({ read }: ReadDatabase, kind: SeatKind) {
  return read
    .selectFrom('seat')
    .innerJoin('course', 'course.id', 'seat.course_id')
    .where('seat.kind', '=', kind)
    .where('seat.status', 'not in', ended)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('seat as later')
            .select('later.id')
            .where('later.kind', '=', kind)
            .whereRef('later.email', '=', 'seat.email')
            .where(sql<SqlBool>`(seat.email <> '' or later.phone = seat.phone)`)
            .where('later.status', 'in', active)
            .where(
              sql<SqlBool>`(later.created_at, -later.group_place, later.id) > (seat.created_at, -seat.group_place, seat.id)`,
            ),
        ),
      ),
    )
}

/** Counts the courses of the people on one page, and finds the latest date of their batches. */
async function coursesOf({ read }: ReadDatabase, people: readonly { id: string }[]) {
  const rows = await read
    .selectFrom('seat')
    .innerJoin('seat as other', (join) =>
      join
        .onRef('other.kind', '=', 'seat.kind')
        .onRef('other.email', '=', 'seat.email')
        .on(sql<SqlBool>`(seat.email <> '' or other.phone = seat.phone)`)
        .on('other.status', 'in', active),
    )
    .innerJoin('batch', 'batch.id', 'other.batch_id')
    .select('seat.id')
    .select([
      sql<number>`count(distinct other.course_id)`.as('courses'),
      sql<string | null>`max(batch.starts_on)`.as('last_day'),
    ])
    .where('seat.id', 'in', ['', ...people.map(({ id }) => id)])
    .groupBy('seat.id')
    .execute()
  const byId = new Map(rows.map((row) => [row.id, row]))
  return (id: string) => {
    const row = byId.get(id)
    return { courses: Number(row?.courses ?? 0), lastDay: row?.last_day ?? null }
  }
}

async function listPeople(db: ReadDatabase, query: PeopleQuery) {
  const enrolled = latestSeats(db, 'enrolment').select([
    'seat.id',
    'seat.name',
    'seat.email',
    'seat.phone',
    'course.title as course',
    'seat.created_at',
    sql<number>`0`.as('is_by_hand'),
    sql<number>`0`.as('version'),
  ])
  const written = db.read
    .selectFrom('student')
    .select([
      'student.id',
      'student.name',
      'student.email',
      // The two queries are joined by a union, so their columns need the same types.
      sql<string>`student.phone`.as('phone'),
      sql<string>`student.note`.as('course'),
      'student.created_at',
      sql<number>`1`.as('is_by_hand'),
      'student.version',
    ])
    .where('student.deleted_at', 'is', null)
    .where(hasNoSeat)
  const parts = [
    { rows: await withSeatWords(db.read, enrolled, query.q), list: seatList },
    { rows: written, list: writtenList },
  ]
  return readMergedPage(db.read, parts, query)
}

const hasNoSeat = sql<SqlBool>`not exists (select 1 from enrolled_person where key = student.email and student.email <> '')`

/**
 * One statement counts both parts, so that a student whom staff entered and who enrols at this moment counts once.
 */
async function countPeople({ read }: ReadDatabase): Promise<number> {
  const { total } = await read
    .selectFrom('student')
    .select(sql<number>`count(*) + ${entriesOf('people')}`.as('total'))
    .where('deleted_at', 'is', null)
    .where(hasNoSeat)
    .executeTakeFirstOrThrow()
  return Number(total)
}

const bookedOn = onDaysOf('seat.created_at')

async function bookingFilters({ read }: ReadDatabase, { q = '', from, to }: PeopleQuery) {
  const words = q.trim() === '' ? null : await findByWords(read, 'booking', q)
  const filters: Expression<SqlBool>[] = [
    ...(words === null ? [] : [words.fits]),
    ...(from === undefined ? [] : [bookedOn.from(from)]),
    ...(to === undefined ? [] : [bookedOn.to(to)]),
  ]
  return { filters, isOneOfFew: words?.isOneOfFew ?? null }
}

const eventList: PageList<PeopleQuery> = {
  sorts: { newest: ['desc', 'batch.starts_on'], oldest: ['asc', 'batch.starts_on'] },
  tie: ['batch.id'],
}

type BookingFilters = Awaited<ReturnType<typeof bookingFilters>>

function listBatches(db: ReadDatabase, query: PeopleQuery, { filters, isOneOfFew }: BookingFilters) {
  const booked = activeBookings(db).where((seat) => seat.and(filters))
  const batches = db.read
    .selectFrom('batch')
    .innerJoin('course', 'course.id', 'batch.course_id')
    .select(['batch.id', 'batch.course_id', 'batch.starts_on', 'batch.starts_at', 'course.title'])
    .where('course.deleted_at', 'is', null)
    .where('batch.deleted_at', 'is', null)
    .where('batch.starts_on', 'is not', null)
    .$if(isOneOfFew !== null, (rows) =>
      rows.where('batch.id', 'in', booked.where(isOneOfFew ?? sql.lit(true)).select('seat.batch_id')),
    )
    .$if(isOneOfFew === null && filters.length > 0, (rows) =>
      rows.where((eb) => eb.exists(booked.select('seat.id').where('seat.batch_id', '=', eb.ref('batch.id')))),
    )
  return readPage(batches, eventList, query)
}

async function listBookings(db: ReadDatabase, batchIds: readonly string[], { filters }: BookingFilters) {
  if (batchIds.length === 0) return []
  const rows = activeBookings(db)
    .select(['id', 'batch_id', 'name', 'email', 'phone', 'status', 'created_at'])
    .where('batch_id', 'in', batchIds)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(bookingsMax)
  return rows.where((eb) => eb.and(filters)).execute()
}
