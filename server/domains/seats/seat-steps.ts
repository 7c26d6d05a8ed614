import { DomainError, refusal } from '../../../contract/errors.ts'
import type { SeatKind, Tx } from '../../db/schema.ts'
import type { Actor, AuditFields } from '../../platform/audit.ts'
import type { Payable } from '../../platform/payments/provider.ts'
import type { CouponsService } from '../coupons/coupons.service.ts'
import type { CoursesService } from '../courses/courses.service.ts'
import type { Deps } from '../deps.ts'
import { confirmedMessage } from './seat-messages.ts'
import { lockSeat, type Seat, updateSeat } from './seats.repository.ts'

export type SeatSteps = ReturnType<typeof createSeatSteps>

export function createSeatSteps(
  { clock, outbox, audit }: Deps,
  courses: CoursesService,
  coupons: CouponsService,
) {
  /** A seat that is taken anew keeps the price that was agreed, also where the code has been used up meanwhile. */
  async function retakeCoupon(tx: Tx, seat: Seat): Promise<void> {
    if (seat.coupon_code !== null) await coupons.retake(tx, seat)
  }

  return {
    retakeCoupon,

    /** For a seat that has just ended. */
    async releaseCoupon(tx: Tx, seat: Seat): Promise<void> {
      if (seat.coupon_code !== null) await coupons.release(tx, seat)
    },

    async getLocked(tx: Tx, kind: SeatKind, id: string): Promise<Seat> {
      const seat = await lockSeat(tx, kind, id)
      if (!seat) throw refusal('seat-unknown', { facts: { kind } })
      return seat
    },

    async record(tx: Tx, seat: Seat, by: Actor | null, before: AuditFields, after: AuditFields) {
      const title = `${seat.name}, ${seat.course_title}`
      await audit.record(tx, { by, action: 'changed', kind: seat.kind, id: seat.id, title, before, after })
    },

    /** Takes an expired seat anew. False if there is none left, or the course is gone. */
    async confirm(tx: Tx, seat: Seat): Promise<boolean> {
      try {
        if (seat.status === 'expired') await courses.takeSeat(tx, seat.batch_id)
      } catch (error) {
        if (isNoRoom(error)) return false
        throw error
      }
      await retakeCoupon(tx, seat)
      await updateSeat(tx, seat, { status: 'confirmed', hold_until: null, confirmed_at: clock.now() })
      await outbox.tell(tx, confirmedMessage(seat))
      return true
    },
  }
}

export function payableOf(seat: Seat): Payable {
  return {
    reference: seat.reference,
    title: seat.course_title,
    amountInPaise: seat.amount_in_paise,
    payer: { name: seat.name, email: seat.email, phone: seat.phone },
  }
}

export function isOpen(seat: Seat): boolean {
  return seat.status === 'pending' || seat.status === 'expired'
}

function isNoRoom(error: unknown): boolean {
  return error instanceof DomainError && (error.code === 'batch_full' || error.code === 'not_found')
}
