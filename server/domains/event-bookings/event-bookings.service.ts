import type * as z from 'zod/mini'
import { refusal } from '../../../contract/errors.ts'
import type { eventBookingBody } from '../../../contract/event-bookings.ts'
import type { Tx } from '../../db/schema.ts'
import type { CoursesService } from '../courses/courses.service.ts'
import type { PaymentsService } from '../payments/payments.service.ts'
import type { Seat, SeatsService, SeatTerms } from '../seats/seats.service.ts'

export type EventBookingsService = ReturnType<typeof createEventBookingsService>

export function createEventBookingsService(
  courses: CoursesService,
  seats: SeatsService,
  payments: PaymentsService,
) {
  return {
    /**
     * Books a seat in the next dated batch. The browser's `transactionId` makes a repeat harmless; it proves no payment.
     * @throws `not_found`, `conflict` for an event that is over or has no date, `batch_full`, `coupon_invalid`
     */
    async book(tx: Tx, body: z.output<typeof eventBookingBody>, terms: SeatTerms): Promise<Seat> {
      const known = await seats.findBooking(tx, {
        course_id: body.eventId,
        email: body.email,
        transaction_id: body.transactionId,
      })
      if (known) return seats.get(tx, 'event-booking', known)
      const course = await courses.getCourseForSale(tx, body.eventId)
      const batch = course.next
      if (batch === null || batch.starts_on === null) throw refusal('event-over')
      const { id, isNew } = await seats.begin(tx, course, terms, {
        kind: 'event-booking',
        batch_id: batch.id,
        name: `${body.firstName} ${body.lastName}`,
        email: body.email,
        phone: body.phone,
        question: body.specialRequirements || null,
        transaction_id: body.transactionId,
      })
      // The same booking was sent twice at once, and the other request was first.
      if (!isNew) return seats.get(tx, 'event-booking', id)
      await courses.takeSeat(tx, batch.id)
      await seats.discount(tx, 'event-booking', id, body.couponCode)
      const seat = await seats.welcome(tx, 'event-booking', id)
      // The page shows the QR code before it posts: the booking is their word that the money is on its way.
      if (seat.status === 'pending' && payments.provider.takesPayersWord) {
        await payments.recordClaim(tx, seat, {
          reference: seat.reference,
          amountInPaise: seat.amount_in_paise,
        })
      }
      return seat
    },
  }
}
