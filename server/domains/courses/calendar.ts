import { addDays, addMs } from '../../platform/clock.ts'
import type { Deps } from '../deps.ts'
import { roomOf } from './batch-facts.ts'
import { listCalendarBatches, listCalendarMeetings } from './calendar.repository.ts'

/** How long past batches and deletions stay in the calendar that people subscribe to. */
const calendarDaysBack = 90

export type CalendarBatch = Awaited<
  ReturnType<ReturnType<typeof createCalendar>['listCalendarBatches']>
>[number]

/** What calendar files show. */
export function createCalendar({ db, clock }: Pick<Deps, 'db' | 'clock'>) {
  return {
    /** What was deleted or cancelled stays for a while as cancelled, so that subscribers hear of it. */
    async listCalendarBatches(batchId?: string) {
      const today = clock.today()
      const rows = await listCalendarBatches(db.read, {
        from: addDays(today, -calendarDaysBack),
        today,
        deletedSince: addMs(clock.now(), -calendarDaysBack * 24 * 60 * 60_000),
        ...(batchId === undefined ? {} : { batchId }),
      })
      const ids = rows.map(({ id }) => id)
      const meetingsOf = Map.groupBy(await listCalendarMeetings(db.read, ids), ({ batch_id }) => batch_id)
      return rows.map(({ course_deleted_at, cancelled_at, deleted_at, room_name, room_address, ...row }) => {
        const isCancelled = [course_deleted_at, cancelled_at, deleted_at].some((at) => at !== null)
        const room = roomOf({ room_name, room_address })
        return {
          ...row,
          room,
          isCancelled,
          meetings: (meetingsOf.get(row.id) ?? []).map((one) => ({
            id: one.id,
            day: one.held_on,
            from: one.starts_at,
            to: one.ends_at,
            topic: one.topic,
            room: roomOf(one) ?? room,
            sequence: one.sequence,
            updatedAt: one.updated_at,
            isCancelled: isCancelled || one.cancelled_at !== null,
          })),
        }
      })
    },
  }
}
