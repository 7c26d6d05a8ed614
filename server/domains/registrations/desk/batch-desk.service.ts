import type * as z from 'zod/mini'
import type { cancelBody } from '../../../../contract/batches.ts'
import type { Actor } from '../../../platform/audit.ts'
import type { CoursesService } from '../../courses/courses.service.ts'
import type { Deps } from '../../deps.ts'
import type { SchoolService } from '../../school/school.service.ts'
import type { SeatHoldsService } from '../holds/seat-holds.service.ts'
import type { SeatsService } from '../seats/seats.service.ts'
import type { WaitingListService } from '../waiting-list/waiting-list.service.ts'

export type BatchDeskService = ReturnType<typeof createBatchDeskService>

interface Services {
  courses: CoursesService
  school: SchoolService
  seatHolds: SeatHoldsService
  seats: SeatsService
  waitingList: WaitingListService
}

/** How a batch ends: what it means to those who have a seat in it, pay for one just now, or wait for one. */
export function createBatchDeskService(
  { db }: Deps,
  { courses, school, seatHolds, seats, waitingList }: Services,
) {
  return {
    /**
     * Everybody is told why, once. With `moveTo` whoever finds room there is moved, at the price that `price` says where a
     * seat costs otherwise there; of the others, what was paid waits for staff, as that of any cancelled seat. A second call
     * changes nothing.
     * @throws `not_found`, `conflict`
     */
    cancel: (
      id: string,
      { reason, moveTo, price, version }: z.output<typeof cancelBody> & { version?: number },
      by: Actor,
    ) =>
      db.transaction(async (tx) => {
        // Steps on seats, holds and offers lock their row before the batch: so does this, or the two would deadlock.
        await seats.lockIn(tx, id)
        await seatHolds.lockIn(tx, id)
        await waitingList.lockIn(tx, id)
        await courses.endBatch(tx, id, { reason, version }, by)
        await seatHolds.endIn(tx, id)
        const ended = await waitingList.endIn(tx, id, reason)
        const terms = await school.holdTimes(tx)
        const { paidInPaise, ...counts } = await seats.cancelIn(tx, { id, reason, moveTo, price }, terms, by)
        return { id, ...counts, paidAmount: paidInPaise / 100, waiting: ended }
      }),

    /** @throws `not_found`; `in_use` while seats are taken */
    remove: (id: string, by: Actor) =>
      db.transaction(async (tx) => {
        await waitingList.lockIn(tx, id)
        await courses.removeBatch(tx, id, by)
        await waitingList.endIn(tx, id, null)
      }),
  }
}
