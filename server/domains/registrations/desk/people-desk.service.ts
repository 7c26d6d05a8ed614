import { DomainError, refusal } from '../../../../contract/errors.ts'
import type { AddedSeat, NewSeat } from '../../../../contract/people.ts'
import { decimalRupees } from '../../../../contract/words.ts'
import type { Tx } from '../../../db/schema.ts'
import type { Actor } from '../../../platform/audit.ts'
import { requireRight } from '../../../platform/staff-rights.ts'
import type { BatchRow, CoursesService } from '../../courses/courses.service.ts'
import type { Deps } from '../../deps.ts'
import type { SeatsService } from '../seats/seats.service.ts'
import type { WaitingListService } from '../waiting-list/waiting-list.service.ts'

import { createPersonJoins } from './person-joins.ts'

export type PeopleDeskService = ReturnType<typeof createPeopleDeskService>

/** What staff hold is held until the batch begins. */
const untilItBegins = { holdHours: 24 * 366 }

type Staff = Actor & { role: string }

/** What staff do for somebody who calls or comes by. No cap of the site counts here. */
export function createPeopleDeskService(
  deps: Pick<Deps, 'clock' | 'ids' | 'audit'>,
  {
    courses,
    seats,
    waitingList,
  }: { courses: CoursesService; seats: SeatsService; waitingList: WaitingListService },
) {
  const { clock, audit } = deps

  /** One seat more than the batch has. @throws `forbidden` */
  async function takeBeyond(tx: Tx, batchId: string, reason: string, by: Staff): Promise<BatchRow> {
    requireRight(by, 'beyond-capacity')
    const { batch, before } = await courses.takeSeatBeyond(tx, batchId)
    if (before === null) return batch
    if (reason === '') throw refusal('seat-reason-missing', { at: 'reason' })
    const { title } = await courses.priceOfSeat(tx, batch)
    await audit.record(tx, {
      by,
      action: 'changed',
      kind: 'class',
      id: batch.course_id,
      title: `${title}, ${courses.batchText(batch)}`,
      before: { capacity: before },
      after: { capacity: batch.capacity, reason },
    })
    return batch
  }

  return {
    ...createPersonJoins(deps),

    /**
     * Gives somebody a seat, also in a batch that is closed or has begun. A place on the waiting list becomes the seat:
     * locked before the batch, as all steps on places are.
     * @throws `not_found`, `conflict`, `batch_full`, `validation_failed`; `forbidden` for a seat too many or another price
     */
    async addSeat(tx: Tx, body: NewSeat, by: Staff): Promise<AddedSeat> {
      const { batchId, reason = '', payment } = body
      const waiting = body.waitingId === undefined ? null : await waitingList.lockOpen(tx, body.waitingId)
      if (waiting && waiting.batchId !== batchId) throw refusal('waiting-elsewhere')
      if (waiting?.isInTurn === false && reason === '') throw refusal('seat-reason-missing', { at: 'reason' })
      const batch = waiting?.hasSeat
        ? await courses.lockBatch(tx, batchId)
        : body.beyondCapacity
          ? await takeBeyond(tx, batchId, reason, by)
          : await courses.takeSeat(tx, batchId)
      if (!batch) throw new DomainError('not_found')
      if (!courses.takesPlace(batch)) throw refusal('batch-over')
      const course = await courses.priceOfSeat(tx, batch)
      const priceInPaise = body.price ?? course.priceInPaise
      const isOtherPrice = priceInPaise !== course.priceInPaise
      if (isOtherPrice) requireRight(by, 'prices')
      if (isOtherPrice && reason === '') throw refusal('seat-reason-missing', { at: 'reason' })
      const { id } = await seats.begin(tx, { id: course.id, priceInPaise }, untilItBegins, {
        kind: 'enrolment',
        // Of a batch that has begun the seat is held until its last day.
        batch: { ...batch, joins_late: 1 },
        provedAt: clock.now(),
        name: body.name,
        email: body.email,
        phone: body.phone,
      })
      if (waiting) await waitingList.becomes(tx, waiting, id)
      if (payment !== 'later' && priceInPaise > 0) {
        const paid = { method: payment, reference: body.paymentReference }
        await seats.payAtDesk(tx, 'enrolment', id, paid, by)
      }
      const after = {
        price: decimalRupees(priceInPaise),
        payment,
        ...(isOtherPrice && { 'usual price': decimalRupees(course.priceInPaise) }),
        ...(reason !== '' && { reason }),
      }
      const told = { note: body.note ?? '', letter: body.letter, after }
      const { seat, letters, chats } = await seats.welcomeAtDesk(tx, 'enrolment', id, told, by)
      return { id, reference: seat.reference, status: seat.status, letters, chats }
    },
  }
}
