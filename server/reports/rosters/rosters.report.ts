import { sql } from 'kysely'
import type { RosterBatch } from '../../../contract/catalogue/batches.ts'
import { refusal } from '../../../contract/errors.ts'
import { listLimitMax } from '../../../contract/primitives.ts'
import type { Roster, RosterSeat, SeatKind } from '../../../contract/registrations/rosters.ts'
import type { Morning } from '../../../contract/system/dashboard.ts'
import { presentStaffBatch, type StaffBatch, staffBatches } from '../../domains/catalogue/index.ts'
import type { ReadDatabase } from '../../domains/deps.ts'
import { debtsOfSeats, presentSeat } from '../../domains/registrations/index.ts'
import type { Clock } from '../../platform/clock.ts'
import { batchesOn, createDaySheet, presentDaySession, takingPlace } from './day-sheet.ts'

export function createRostersReport({ db, clock }: { db: ReadDatabase; clock: Clock }) {
  const presentBatch = (row: StaffBatch): RosterBatch =>
    presentStaffBatch(row, { now: clock.now(), today: clock.today() })

  async function rosterOf(row: StaffBatch): Promise<Roster> {
    const [held, waiting] = await Promise.all([seatsIn(db, row.id), waitingFor(db, row.id)])
    const seats = held.map(rosterSeat)
    const isGone = ({ status }: RosterSeat) => Number(status === 'expired' || status === 'cancelled')
    // People of one group are listed together, sorted by the payer's name.
    const by = ({ name, group }: RosterSeat) => group?.payer ?? name
    const isGuest = ({ group }: RosterSeat) => Number(group !== null && !group.isPayer)
    seats.sort(
      (a, b) =>
        isGone(a) - isGone(b) ||
        by(a).localeCompare(by(b), 'en') ||
        (a.group?.id ?? a.id).localeCompare(b.group?.id ?? b.id, 'en') ||
        isGuest(a) - isGuest(b) ||
        a.name.localeCompare(b.name, 'en'),
    )
    return {
      batch: presentBatch(row),
      seats,
      waiting: waiting.map(({ status, offer_until, proved_at, ...person }) => ({
        ...person,
        confirmed: proved_at !== null,
        offerUntil: status === 'offered' ? offer_until : null,
      })),
    }
  }

  async function getBatch(id: string): Promise<StaffBatch> {
    const row = await staffBatches(db.read).where('batch.id', '=', id).executeTakeFirst()
    if (!row) throw refusal('batch-unknown')
    return row
  }

  return {
    async listBatches(courseId: string): Promise<RosterBatch[]> {
      const rows = await staffBatches(db.read)
        .where('batch.course_id', '=', courseId)
        .orderBy('batch.starts_on', 'desc')
        .limit(listLimitMax)
        .execute()
      return rows.map(presentBatch).sort((a, b) => Number(a.day !== null) - Number(b.day !== null))
    },

    /**
     * Lists batches to which staff can add a seat: open batches first, and then by day. Batches without a date come
     * last.
     */
    async listComing(): Promise<(RosterBatch & { seatPrice: number })[]> {
      const today = clock.today()
      const rows = await takingPlace(db)
        .select('course.price_in_paise as course_price')
        .where((eb) =>
          eb.or([
            eb('batch.starts_on', 'is', null),
            eb('batch.starts_on', '>=', today),
            eb('batch.ends_on', '>=', today),
          ]),
        )
        .orderBy('batch.starts_on')
        .limit(listLimitMax)
        .execute()
      const isLater = ({ state, day }: RosterBatch) => Number(state !== 'open') + 2 * Number(day === null)
      return rows
        .map(({ course_price, ...row }) => ({
          ...presentBatch(row),
          seatPrice: Number(row.price_in_paise ?? course_price) / 100,
        }))
        .sort((a, b) => isLater(a) - isLater(b) || ((a.day ?? '') < (b.day ?? '') ? -1 : 1))
    },

    /** @throws `not_found` */
    async getRoster(batchId: string): Promise<Roster> {
      return rosterOf(await getBatch(batchId))
    },

    getDaySheet: createDaySheet({ db, clock }, rosterOf),

    async listTodaysClasses(): Promise<Morning['classesToday']> {
      const rows = await batchesOn(db, clock.today())
      return rows.map(({ row, sessions }) => {
        const held = sessions.map((session) => presentDaySession(session, row))
        return {
          id: row.id,
          courseId: row.course_id,
          courseTitle: row.course_title,
          from: held[0]?.from ?? row.starts_at,
          to: held.at(-1)?.to ?? null,
          room: held[0] ? held[0].room : row.room_name,
          instructor: held[0] ? held[0].instructor : (row.instructor_name ?? row.course_instructor),
          capacity: row.capacity,
          taken: row.taken,
        }
      })
    },

    /** Reads a seat with the batches to which it could be moved. @throws `not_found` */
    async getSeat(kind: SeatKind, id: string) {
      const row = await debtsOfSeats(db.read).where('id', '=', id).where('kind', '=', kind).executeTakeFirst()
      if (!row) throw refusal('roster-seat-unknown')
      const batch = await getBatch(row.batch_id)
      const all = await this.listBatches(batch.course_id)
      return {
        seat: rosterSeat(row),
        batch: presentBatch(batch),
        targets: all
          .filter((other) => other.id !== batch.id && !other.isOver && other.state !== 'cancelled')
          .reverse(),
      }
    },
  }
}

function rosterSeat(row: Awaited<ReturnType<typeof seatsIn>>[number]): RosterSeat {
  return { ...presentSeat(row), kind: row.kind, question: row.question, note: row.staff_note }
}

function seatsIn({ read }: ReadDatabase, batchId: string) {
  return debtsOfSeats(read)
    .where('batch_id', '=', batchId)
    .orderBy('kind')
    .orderBy('created_at')
    .limit(2 * listLimitMax)
    .execute()
}

function waitingFor({ read }: ReadDatabase, batchId: string) {
  return read
    .selectFrom('waiting_list_entry')
    .select(['id', 'full_name as name', 'email', 'phone', 'status', 'offer_until', 'proved_at'])
    .where('batch_id', '=', batchId)
    .where('status', 'in', ['offered', 'waiting'])
    .orderBy('status')
    .orderBy(sql`case when proved_at is null then 1 else 0 end`)
    .orderBy('place')
    .limit(listLimitMax)
    .execute()
}
