import type * as z from 'zod/mini'
import { courseDefaults } from '../../../contract/course-facts.ts'
import type { EnrolmentView, enrolmentBody } from '../../../contract/enrolments.ts'
import { DomainError, refusal } from '../../../contract/errors.ts'
import { decimalRupees } from '../../../contract/words.ts'
import type { Tx } from '../../db/schema.ts'
import type { PaymentMeans } from '../../platform/payments/provider.ts'
import type { CoursesService } from '../courses/courses.service.ts'
import type { Deps } from '../deps.ts'
import type { PaymentsService } from '../payments/payments.service.ts'
import {
  payableOf,
  presentReceipt,
  type Seat,
  type SeatsService,
  type SeatTerms,
} from '../seats/seats.service.ts'

export type EnrolmentsService = ReturnType<typeof createEnrolmentsService>

export function createEnrolmentsService(
  { db }: Deps,
  courses: CoursesService,
  seats: SeatsService,
  payments: PaymentsService,
) {
  return {
    /** Holds a seat of the next batch; price and title are ours. @throws `not_found`, `batch_changed`, `batch_full`, `coupon_invalid` */
    async enrol(tx: Tx, body: z.output<typeof enrolmentBody>, terms: SeatTerms): Promise<Seat> {
      const course = await courses.getCourseForSale(tx, body.courseId)
      const batch = course.next ?? (await courses.ensureSeatBatch(tx, course.id))
      requireSameBatch(body.batch, batch.starts_on, course.nextbatch)
      await courses.takeSeat(tx, batch.id)
      const { id } = await seats.begin(tx, course, terms, {
        kind: 'enrolment',
        batch_id: batch.id,
        name: body.fullName,
        email: body.email,
        phone: body.phone,
        question: body.questions || null,
        payment_method: body.paymentMethod,
      })
      await seats.discount(tx, 'enrolment', id, body.couponCode)
      const seat = await seats.welcome(tx, 'enrolment', id)
      // Staff may have moved the batch between our look and our seat; from the seat on they wait for us.
      requireSameBatch(body.batch, seat.starts_on, course.nextbatch)
      return seat
    },

    /**
     * Enrols somebody of the waiting list on a seat that is taken already. The caller has locked the batch, and ends the
     * offer in the same transaction. @throws `not_found`, `batch_changed`
     */
    async enrolOffered(
      tx: Tx,
      offer: {
        courseId: string
        batchId: string
        person: { name: string; email: string; phone: string }
        batch: string
      },
      terms: SeatTerms,
    ): Promise<Seat> {
      const course = await courses.getCourseForSale(tx, offer.courseId)
      const { id } = await seats.begin(tx, course, terms, {
        ...offer.person,
        kind: 'enrolment',
        batch_id: offer.batchId,
        payment_method: 'UPI',
      })
      const seat = await seats.welcome(tx, 'enrolment', id)
      requireSameBatch(offer.batch, seat.starts_on, course.nextbatch)
      return seat
    },

    async view(id: string): Promise<EnrolmentView> {
      const seat = await seats.get(db.read, 'enrolment', id)
      const [means, money] = await Promise.all([
        payments.provider.begin(payableOf(seat)),
        payments.moneyOf(db.read, seat),
      ])
      return presentEnrolment(seat, means, money.state === 'checking')
    },
  }
}

function presentEnrolment(seat: Seat, means: PaymentMeans, checking: boolean): EnrolmentView {
  const isOpen = seat.status === 'pending' || seat.status === 'expired'
  return {
    ...presentReceipt(seat),
    courseTitle: seat.course_title,
    fullname: seat.name,
    batch: seat.starts_on ?? courseDefaults.nextbatch,
    ...(seat.coupon_code !== null && {
      coupon: {
        code: seat.coupon_code,
        price: decimalRupees(seat.amount_in_paise + seat.discount_in_paise),
        discount: decimalRupees(seat.discount_in_paise),
      },
    }),
    // Nobody is told how to pay for what is paid or cancelled.
    payment: { provider: means.provider, checking, upi: isOpen && 'upi' in means ? means.upi : null },
  }
}

/**
 * The seat must be in the batch that the page showed: `given`, its day or text. `card` is what the course's card shows
 * now, the day of a past batch if none is to come. @throws `batch_changed`
 */
function requireSameBatch(given: string | undefined, startsOn: string | null, card: string): void {
  const named = given?.trim()
  if (!named) return
  const { nextbatch: comingSoon } = courseDefaults
  const isSame =
    startsOn === null
      ? named.toLowerCase() === comingSoon.toLowerCase() || dayOf(named) === card
      : dayOf(named) === startsOn
  if (isSame) return
  if (startsOn === null) throw new DomainError('batch_changed', { details: { nextbatch: comingSoon } })
  throw refusal('batch-moved', { facts: { day: startsOn }, details: { nextbatch: startsOn } })
}

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
/** A day as pages show it, `Thu, 12 March 2026`: browsers differ in commas and in how they shorten a name. */
const dayAsShown = /^(?:[a-z]+\.?,? )?(\d{1,2}) ([a-z]{3})[a-z]*\.?,? (\d{4})$/i

/** The school day of a text as pages show it; other text as it is. */
function dayOf(named: string): string {
  const [, day, month = '', year] = dayAsShown.exec(named) ?? []
  const index = months.indexOf(month.toLowerCase())
  if (day === undefined || index < 0) return named
  return `${year}-${String(index + 1).padStart(2, '0')}-${day.padStart(2, '0')}`
}
