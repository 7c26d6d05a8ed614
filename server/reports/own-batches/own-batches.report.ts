import { type OwnBatch, type OwnStudent, ownBatch } from '../../../contract/catalogue/own-batches.ts'
import { refusal } from '../../../contract/errors.ts'
import { listLimitMax } from '../../../contract/primitives.ts'
import { listMeetings, staffBatches } from '../../domains/catalogue/index.ts'
import type { ReportDeps } from '../../domains/deps.ts'
import type { Caller } from '../../http/context.ts'
import { presented } from '../../platform/presented.ts'

type Asking = Pick<Caller, 'instructorId'>

export function createOwnBatchesReport({ db: { read }, clock }: Pick<ReportDeps, 'db' | 'clock'>) {
  /** Batches that name the instructor, either for the whole batch or for a session. */
  function batchesOf({ instructorId }: Asking) {
    return staffBatches(read)
      .where('course.deleted_at', 'is', null)
      .where(({ or, eb, exists, selectFrom }) =>
        or([
          eb('batch.instructor_id', '=', instructorId),
          exists(
            selectFrom('meeting')
              .select('meeting.id')
              .whereRef('meeting.batch_id', '=', 'batch.id')
              .where('meeting.instructor_id', '=', instructorId)
              .where('meeting.cancelled_at', 'is', null),
          ),
        ]),
      )
  }

  return {
    async list(caller: Asking): Promise<OwnBatch[]> {
      const rows = await batchesOf(caller)
        .orderBy('batch.starts_on', 'desc')
        .orderBy('batch.id')
        .limit(listLimitMax)
        .execute()
      const ids = rows.map(({ id }) => id)
      const meetings = Map.groupBy(await listMeetings(read, ids), ({ batch_id }) => batch_id)
      const today = clock.today()
      return rows.map((row) => {
        const last = row.ends_on ?? row.starts_on
        return presented(ownBatch, row, {
          courseTitle: row.course_title,
          day: row.starts_on,
          time: row.starts_at,
          endsOn: row.ends_on,
          room: row.room_name,
          isOver: last !== null && last < today,
          isCancelled: row.cancelled_at !== null,
          sessions: (meetings.get(row.id) ?? []).map((meeting) => ({
            id: meeting.id,
            day: meeting.held_on,
            from: meeting.starts_at,
            to: meeting.ends_at,
            room: meeting.room_name ?? row.room_name,
            topic: meeting.topic,
          })),
        })
      })
    },

    /** @throws `not_found`, also for a batch of another instructor */
    async students(caller: Asking, batchId: string): Promise<OwnStudent[]> {
      const own = await batchesOf(caller).where('batch.id', '=', batchId).executeTakeFirst()
      if (own === undefined) throw refusal('batch-unknown')
      const seats = await read
        .selectFrom('seat')
        .select(['id', 'name', 'phone', 'status', 'question'])
        .where('batch_id', '=', batchId)
        .where('status', 'in', ['pending', 'confirmed'])
        .limit(2 * listLimitMax)
        .execute()
      return seats
        .map(({ status, question, ...seat }) => ({ ...seat, isConfirmed: status === 'confirmed', question }))
        .sort((a, b) => a.name.localeCompare(b.name, 'en') || (a.id < b.id ? -1 : 1))
    },
  }
}
