import { refusal } from '../../../contract/errors.ts'
import { listLimitMax } from '../../../contract/primitives.ts'
import type { Roster, RosterBatch, RosterSeat, SeatKind } from '../../../contract/rosters.ts'
import type { Database } from '../../db/open.ts'
import { seatPayment } from '../../domains/payments/payments.repository.ts'
import { presentSeat } from '../../domains/seats/seats.presenter.ts'
import type { Clock } from '../../platform/clock.ts'

export function createRostersReport({ db, clock }: { db: Database; clock: Clock }) {
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
    const [held, waiting] = await Promise.all([seatsIn(db, row.id), waitingFor(db, row.id)])
    const seats = held.map(rosterSeat)
    const isGone = ({ status }: RosterSeat) => Number(status === 'expired' || status === 'cancelled')
    seats.sort((a, b) => isGone(a) - isGone(b) || a.name.localeCompare(b.name, 'en'))
    return {
      batch: presentBatch(row),
      seats,
      waiting: waiting.map(({ status, offer_until, ...person }) => ({
        ...person,
        offerUntil: status === 'offered' ? offer_until : null,
      })),
    }
  }

  async function getBatch(id: string): Promise<BatchRow> {
    const row = await batches(db).where('batch.id', '=', id).executeTakeFirst()
    if (!row) throw refusal('batch-unknown')
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

    async getDaySheet(asked: string | undefined) {
      const day = asked ?? clock.today()
      const offered = batches(db).where('course.deleted_at', 'is', null)
      const rows = await offered
        .where('batch.starts_on', '=', day)
        .orderBy('batch.starts_at')
        .orderBy('course.title')
        .execute()
      const nearest = (side: '<' | '>') =>
        offered
          .where('batch.starts_on', side, day)
          .orderBy('batch.starts_on', side === '<' ? 'desc' : 'asc')
          .limit(1)
          .executeTakeFirst()
      const [previous, next] = await Promise.all([nearest('<'), nearest('>')])
      return {
        day,
        rosters: await Promise.all(rows.map(rosterOf)),
        previousDay: previous?.starts_on ?? null,
        nextDay: next?.starts_on ?? null,
      }
    },

    /** A seat with the batches it could move to. @throws `not_found` */
    async getSeat(kind: SeatKind, id: string) {
      const row = await seats(db).where('id', '=', id).where('kind', '=', kind).executeTakeFirst()
      if (!row) throw refusal('roster-seat-unknown')
      const batch = await getBatch(row.batch_id)
      const all = await this.listBatches(batch.course_id)
      return {
        seat: rosterSeat(row),
        batch: presentBatch(batch),
        targets: all.filter((other) => other.id !== batch.id && !other.isOver).reverse(),
      }
    },
  }
}

type BatchRow = Awaited<ReturnType<ReturnType<typeof batches>['executeTakeFirstOrThrow']>>
type SeatRow = Awaited<ReturnType<ReturnType<typeof seats>['executeTakeFirstOrThrow']>>

function rosterSeat(row: SeatRow): RosterSeat {
  return { ...presentSeat(row), kind: row.kind, question: row.question, note: row.staff_note }
}

function batches({ read }: Database) {
  return read
    .selectFrom('batch')
    .innerJoin('course', 'course.id', 'batch.course_id')
    .selectAll('batch')
    .select('course.title as course_title')
}

function seats({ read }: Database) {
  return read.selectFrom('seat').selectAll().select(seatPayment.as('payment'))
}

function seatsIn(db: Database, batchId: string) {
  return seats(db)
    .where('batch_id', '=', batchId)
    .orderBy('kind')
    .orderBy('created_at')
    .limit(2 * listLimitMax)
    .execute()
}

function waitingFor({ read }: Database, batchId: string) {
  return read
    .selectFrom('waiting_list_entry')
    .select(['id', 'full_name as name', 'email', 'phone', 'status', 'offer_until'])
    .where('batch_id', '=', batchId)
    .where('status', 'in', ['offered', 'waiting'])
    .orderBy('status')
    .orderBy('place')
    .limit(listLimitMax)
    .execute()
}
