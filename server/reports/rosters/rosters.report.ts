import { sql } from 'kysely'
import { DomainError } from '../../../contract/errors.ts'
import { listLimitMax } from '../../../contract/primitives.ts'
import type { Roster, RosterBatch, RosterSeat, SeatKind } from '../../../contract/rosters.ts'
import { decimalRupees } from '../../../contract/words.ts'
import type { Database } from '../../db/open.ts'
import type { PaymentsService } from '../../domains/payments/payments.service.ts'
import type { Clock } from '../../platform/clock.ts'

export type RostersReport = ReturnType<typeof createRostersReport>

/** Who is in a batch, and who waits for it: for the team at its desk and on paper. */
export function createRostersReport(
  { db, clock }: { db: Database; clock: Clock },
  payments: PaymentsService,
) {
  const presentBatch = (row: BatchRow): RosterBatch => ({
    id: row.id,
    courseId: row.course_id,
    courseTitle: row.course_title,
    day: row.starts_on,
    time: row.starts_at,
    capacity: row.capacity,
    taken: row.taken,
    isOver: row.starts_on !== null && row.starts_on < clock.today(),
  })

  async function rosterOf(row: BatchRow): Promise<Roster> {
    const [enrolments, bookings, waiting] = await Promise.all([
      seatsIn(db, 'enrolment', row.id),
      seatsIn(db, 'event-booking', row.id),
      waitingFor(db, row.id),
    ])
    const seats = [
      ...(await presentSeats('enrolment', enrolments)),
      ...(await presentSeats('event-booking', bookings)),
    ]
    const isGone = ({ status }: RosterSeat) => Number(status === 'expired' || status === 'cancelled')
    seats.sort((a, b) => isGone(a) - isGone(b) || a.name.localeCompare(b.name, 'en'))
    return {
      batch: presentBatch(row),
      seats,
      waiting: waiting.map(({ id, full_name: name, email, phone, status, offer_until }) => ({
        id,
        name,
        email,
        phone,
        offerUntil: status === 'offered' ? offer_until : null,
      })),
    }
  }

  async function presentSeats(kind: SeatKind, rows: readonly SeatRow[]): Promise<RosterSeat[]> {
    const states = await payments.states(db.read, kind, rows)
    return rows.map((row) => ({
      kind,
      id: row.id,
      reference: row.reference,
      name: row.name,
      email: row.email,
      phone: row.phone,
      status: row.status,
      payment: states.get(row.id) ?? 'due',
      amount: decimalRupees(row.amount_in_paise),
      holdUntil: row.status === 'pending' ? row.hold_until : null,
      question: row.question,
      note: row.staff_note,
      created_at: row.created_at,
    }))
  }

  async function getBatch(id: string): Promise<BatchRow> {
    const row = await batches(db).where('batch.id', '=', id).executeTakeFirst()
    if (!row) throw new DomainError('not_found', { message: 'We could not find this batch.' })
    return row
  }

  return {
    /** The latest day first; the undated batch before them. */
    async listBatches(courseId: string): Promise<RosterBatch[]> {
      const rows = await batches(db)
        .where('batch.course_id', '=', courseId)
        .orderBy('batch.starts_on', 'desc')
        .limit(listLimitMax)
        .execute()
      return rows.map(presentBatch).sort((a, b) => Number(a.day !== null) - Number(b.day !== null))
    },

    /** @throws `not_found` */
    async getRoster(batchId: string): Promise<Roster> {
      return rosterOf(await getBatch(batchId))
    },

    /** The batches of one day, in the order of their hours. */
    async getDaySheet(asked: string | undefined) {
      const day = asked ?? clock.today()
      const rows = await batches(db)
        .where('batch.starts_on', '=', day)
        .where('course.deleted_at', 'is', null)
        .orderBy('batch.starts_at')
        .orderBy('course.title')
        .execute()
      const [previous, next] = await Promise.all([
        batches(db)
          .where('batch.starts_on', '<', day)
          .where('course.deleted_at', 'is', null)
          .orderBy('batch.starts_on', 'desc')
          .limit(1)
          .executeTakeFirst(),
        batches(db)
          .where('batch.starts_on', '>', day)
          .where('course.deleted_at', 'is', null)
          .orderBy('batch.starts_on')
          .limit(1)
          .executeTakeFirst(),
      ])
      return {
        day,
        rosters: await Promise.all(rows.map(rosterOf)),
        previousDay: previous?.starts_on ?? null,
        nextDay: next?.starts_on ?? null,
      }
    },

    /** A seat with the batches it could move to. @throws `not_found` */
    async getSeat(kind: SeatKind, id: string) {
      const row = await seats(db, kind).where('seat.id', '=', id).executeTakeFirst()
      if (!row) throw new DomainError('not_found', { message: 'We could not find this seat.' })
      const [[seat], batch] = await Promise.all([presentSeats(kind, [row]), getBatch(row.batch_id)])
      if (!seat) throw new Error('a seat that was just read is not there')
      const all = await this.listBatches(batch.course_id)
      return {
        seat,
        batch: presentBatch(batch),
        targets: all.filter((other) => other.id !== batch.id && !other.isOver).reverse(),
      }
    },
  }
}

type BatchRow = Awaited<ReturnType<ReturnType<typeof batches>['executeTakeFirstOrThrow']>>
type SeatRow = Awaited<ReturnType<ReturnType<typeof seats>['executeTakeFirstOrThrow']>>

function batches({ read }: Database) {
  return read
    .selectFrom('batch')
    .innerJoin('course', 'course.id', 'batch.course_id')
    .selectAll('batch')
    .select('course.title as course_title')
}

const columns = [
  'seat.id',
  'seat.batch_id',
  'seat.reference',
  'seat.email',
  'seat.phone',
  'seat.status',
  'seat.amount_in_paise',
  'seat.hold_until',
  'seat.staff_note',
  'seat.created_at',
] as const

function seats({ read }: Database, kind: SeatKind) {
  const isEnrolment = kind === 'enrolment'
  // For the types it is always the first table: what is read of them they share.
  return read
    .selectFrom(`${(isEnrolment ? 'enrolment' : 'event_booking') as 'enrolment'} as seat`)
    .select(columns)
    .select([
      sql<string>`${sql.raw(isEnrolment ? 'seat.full_name' : "seat.first_name || ' ' || seat.last_name")}`.as(
        'name',
      ),
      sql<string | null>`${sql.raw(isEnrolment ? 'seat.questions' : 'seat.special_requirements')}`.as(
        'question',
      ),
    ])
}

function seatsIn(db: Database, kind: SeatKind, batchId: string) {
  return seats(db, kind)
    .where('seat.batch_id', '=', batchId)
    .orderBy('seat.created_at')
    .limit(listLimitMax)
    .execute()
}

function waitingFor({ read }: Database, batchId: string) {
  return read
    .selectFrom('waiting_list_entry')
    .select(['id', 'full_name', 'email', 'phone', 'status', 'offer_until'])
    .where('batch_id', '=', batchId)
    .where('status', 'in', ['offered', 'waiting'])
    .orderBy('status')
    .orderBy('place')
    .limit(listLimitMax)
    .execute()
}
