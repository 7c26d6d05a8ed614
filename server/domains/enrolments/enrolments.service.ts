import type * as z from 'zod/mini'
import type { EnrolmentView, enrolmentBody } from '../../../contract/enrolments.ts'
import type { Tx } from '../../db/schema.ts'
import type { CoursesService } from '../courses/courses.service.ts'
import type { Deps } from '../deps.ts'
import type { PaymentsService } from '../payments/payments.service.ts'
import { payableOf, type Seat, type SeatsService, type SeatTerms } from '../seats/seats.service.ts'
import { presentEnrolment } from './enrolments.presenter.ts'
import { requireSameBatch } from './same-batch.ts'

export type EnrolmentsService = ReturnType<typeof createEnrolmentsService>

export function createEnrolmentsService(
  { db }: Deps,
  courses: CoursesService,
  seats: SeatsService,
  payments: PaymentsService,
) {
  return {
    /**
     * Takes a seat in the course's next batch and holds it until it is paid. Title, price and status are the
     * course's and ours, whatever the body says.
     * @throws `not_found`, `batch_changed`, `batch_full`
     */
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
      const seat = await seats.welcome(tx, 'enrolment', id)
      // Staff may have moved the batch between our look and our seat; from the seat on they wait for us.
      requireSameBatch(body.batch, seat.starts_on, course.nextbatch)
      return seat
    },

    /**
     * Makes an enrolment of a seat that is taken already, for somebody of the waiting list: like any
     * other from there on. The caller has locked the batch, and ends the offer in the same transaction.
     * @throws `not_found`, `batch_changed`
     */
    async enrolOffered(
      tx: Tx,
      offer: {
        courseId: string
        batchId: string
        person: { name: string; email: string; phone: string }
        /** The batch that the page showed. */
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

    /** What the payment page shows. @throws `not_found` */
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
