import { DomainError, refusal } from '../../../contract/errors.ts'
import type { Queryable } from '../../db/open.ts'
import type { SeatKind, Tx } from '../../db/schema.ts'
import type { Actor } from '../../platform/audit.ts'
import { addMs } from '../../platform/clock.ts'
import type { CouponsService } from '../coupons/coupons.service.ts'
import type { CoursesService } from '../courses/courses.service.ts'
import type { Deps } from '../deps.ts'
import type { PaymentsService } from '../payments/payments.service.ts'
import type { SchoolService } from '../school/school.service.ts'
import { createSeatCoupons } from './seat-coupons.ts'
import { confirmedMessage, factsOf, schoolNotice, standingMessages, toStudent } from './seat-messages.ts'
import { createSeatMoney } from './seat-money.ts'
import { createSeatSteps, payableOf } from './seat-steps.ts'
import { holdExpired, seatCancelled, seatMoved } from './seats.letters.ts'
import { presentReceipt } from './seats.presenter.ts'
import type { Seat, SeatRow, TransactionKey } from './seats.repository.ts'
import * as repository from './seats.repository.ts'

export type { Seat }
export { payableOf, presentReceipt }
export type SeatsService = ReturnType<typeof createSeatsService>

export type SeatTerms = Pick<Awaited<ReturnType<SchoolService['current']>>, 'holdHours'>

export type NewSeat = Pick<SeatRow, 'kind' | 'batch_id' | 'name' | 'email' | 'phone'> &
  Partial<Pick<SeatRow, 'question' | 'payment_method' | 'transaction_id'>>

const holdsARound = 100
const referenceTries = 20

/**
 * Held → confirmed, or held → expired (→ confirmed if late money finds room), or cancelled. Every step locks the seat's
 * row first and then the batch's: no two deadlock.
 */
export function createSeatsService(
  deps: Deps,
  courses: CoursesService,
  coupons: CouponsService,
  payments: PaymentsService,
) {
  const { db, clock, ids, outbox } = deps
  const steps = createSeatSteps(deps, courses, coupons)
  const { getLocked, record } = steps

  return {
    async get(source: Queryable, kind: SeatKind, id: string): Promise<Seat> {
      const seat = await repository.findSeat(source, kind, id)
      if (!seat) throw refusal('seat-unknown', { facts: { kind } })
      return seat
    },

    findBooking: (tx: Tx, key: TransactionKey) => repository.findByTransaction(tx, key),

    /** Writes a seat: held, or confirmed if it is free. Answers the id of a booking that was sent before, if it was. */
    async begin(
      tx: Tx,
      course: { id: string; priceInPaise: number },
      { holdHours }: SeatTerms,
      seat: NewSeat,
    ): Promise<{ id: string; isNew: boolean }> {
      const isFree = course.priceInPaise === 0
      const now = clock.now()
      const row = {
        question: null,
        payment_method: null,
        transaction_id: null,
        ...seat,
        id: ids.id(),
        course_id: course.id,
        amount_in_paise: course.priceInPaise,
        status: isFree ? ('confirmed' as const) : ('pending' as const),
        hold_until: isFree ? null : addMs(now, holdHours * 60 * 60_000),
        confirmed_at: isFree ? now : null,
        created_at: now,
      }
      for (let count = 0; count < referenceTries; count++) {
        if (await repository.insertSeat(tx, { ...row, reference: ids.reference() }))
          return { id: row.id, isNew: true }
        const { transaction_id } = row
        const known = transaction_id && (await repository.findByTransaction(tx, { ...row, transaction_id }))
        if (known) return { id: known, isNew: false }
      }
      throw new Error(`no free reference in ${referenceTries} tries`)
    },

    /** Tells student and school of a new seat. The caller has locked the batch: the letters name its day. */
    async welcome(tx: Tx, kind: SeatKind, id: string): Promise<Seat> {
      const seat = await repository.findSeat(tx, kind, id)
      if (!seat) throw new Error('a seat that was just written is not there')
      const title = kind === 'enrolment' ? 'New enrolment' : 'New booking'
      await outbox.tell(tx, ...standingMessages(seat), schoolNotice(seat, 'received', title))
      return seat
    },

    ...createSeatCoupons(deps, steps, coupons),
    ...createSeatMoney(deps, steps, payments),

    /** Frees the seat and tells the student; what was paid waits for staff. A second call changes nothing. */
    async cancel(tx: Tx, kind: SeatKind, id: string, by: Actor | null = null): Promise<Seat> {
      const seat = await getLocked(tx, kind, id)
      if (seat.status === 'cancelled') return seat
      await repository.updateSeat(tx, seat, { status: 'cancelled', hold_until: null })
      if (seat.status !== 'expired') await courses.releaseSeat(tx, seat.batch_id)
      await steps.releaseCoupon(tx, seat)
      const isPaid = await payments.unseatMoney(tx, seat)
      await outbox.tell(tx, toStudent(seat, 'cancelled', seatCancelled({ ...factsOf(seat), isPaid })))
      await record(tx, seat, by, { status: seat.status }, { status: 'cancelled' })
      return { ...seat, status: 'cancelled', hold_until: null }
    },

    /**
     * An expired seat whose money waits for staff is confirmed in its new batch.
     * @throws `conflict` if it is not in `from` or not held any more, or `to` is over or of another course; `batch_full`
     */
    async move(
      tx: Tx,
      kind: SeatKind,
      id: string,
      { from, to }: { from: string; to: string },
      by: Actor | null,
    ): Promise<Seat> {
      const seat = await getLocked(tx, kind, id)
      if (seat.batch_id === to) return seat
      if (seat.batch_id !== from) throw new DomainError('conflict')
      const isLate = seat.status === 'expired' && (await payments.moneyOf(tx, seat)).state === 'attention'
      if (seat.status === 'cancelled') throw refusal('seat-cancelled', { facts: { kind } })
      if (seat.status === 'expired' && !isLate) throw refusal('seat-hold-over')
      // In one order, so that two moves that cross do not deadlock.
      const locked = new Map<string, Awaited<ReturnType<typeof courses.lockBatch>>>()
      for (const batchId of [from, to].sort()) {
        const batch = await courses.lockBatch(tx, batchId)
        if (batch) locked.set(batchId, batch)
      }
      const target = locked.get(to)
      if (!target || target.course_id !== seat.course_id || courses.isOver(target, clock.today())) {
        throw refusal('move-impossible')
      }
      await courses.takeSeat(tx, to)
      if (isLate) {
        await repository.updateSeat(tx, seat, {
          batch_id: to,
          status: 'confirmed',
          confirmed_at: clock.now(),
        })
        await steps.retakeCoupon(tx, seat)
        await payments.seatMoney(tx, seat)
      } else {
        await repository.updateSeat(tx, seat, { batch_id: to })
        await courses.releaseSeat(tx, from)
      }
      const moved = await getLocked(tx, kind, id)
      const told = isLate
        ? confirmedMessage(moved)
        : toStudent(moved, `moved:${ids.id()}`, seatMoved({ ...factsOf(moved), from: factsOf(seat).batch }))
      await outbox.tell(tx, told)
      await record(
        tx,
        seat,
        by,
        { batch: courses.batchText(seat), status: seat.status },
        { batch: courses.batchText(moved), status: moved.status },
      )
      return moved
    },

    /** @throws `conflict` if the note is no longer `before` */
    async setNote(
      tx: Tx,
      kind: SeatKind,
      id: string,
      { note, before }: { note: string; before: string | null },
      by: Actor | null,
    ): Promise<Seat> {
      const seat = await getLocked(tx, kind, id)
      if (seat.staff_note !== before) {
        const { staff_note: note } = seat
        throw refusal('seat-note-changed', { facts: { note }, details: { note } })
      }
      await repository.updateSeat(tx, seat, { staff_note: note || null })
      await record(tx, seat, by, { note: seat.staff_note }, { note: note || null })
      return { ...seat, staff_note: note || null }
    },

    /** Sends the student's last letters again; answers how many. @throws `conflict` for a seat without any */
    async repeatLetters(tx: Tx, kind: SeatKind, id: string, by: Actor | null): Promise<number> {
      const seat = await getLocked(tx, kind, id)
      const turn = ids.id()
      const messages = standingMessages(seat).map((told) => ({ ...told, turn }))
      if (messages.length === 0) throw refusal('seat-without-letters')
      const count = await outbox.tell(tx, ...messages)
      await record(tx, seat, by, {}, { letters: `sent again to ${seat.email}` })
      return count
    },

    /** Ends every hold whose time is up, and frees its seat. Several processes may run it at once. */
    async expireHolds(): Promise<number> {
      let count = 0
      let ended: Awaited<ReturnType<typeof repository.listEndedHolds>>
      do {
        ended = await repository.listEndedHolds(db.read, clock.now(), holdsARound)
        for (const { kind, id } of ended) if (await expire(kind, id)) count++
      } while (ended.length === holdsARound)
      return count
    },
  }

  function expire(kind: SeatKind, id: string): Promise<boolean> {
    return db.transaction(async (tx) => {
      if (!(await repository.endHold(tx, id, clock.now()))) return false
      const seat = await getLocked(tx, kind, id)
      await courses.releaseSeat(tx, seat.batch_id)
      await steps.releaseCoupon(tx, seat)
      const isChecking = (await payments.moneyOf(tx, seat)).state === 'checking'
      await outbox.tell(tx, toStudent(seat, 'hold-expired', holdExpired({ ...factsOf(seat), isChecking })))
      return true
    })
  }
}
