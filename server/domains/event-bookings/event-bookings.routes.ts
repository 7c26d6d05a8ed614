import { createEventBooking, markEventBookingPaid } from '../../../contract/event-bookings.ts'
import type { BoundEndpoint } from '../../http/context.ts'
import { bindChange, bindPrepared } from '../../http/record-routes.ts'
import type { SchoolService } from '../school/school.service.ts'
import { presentReceipt, type SeatsService } from '../seats/seats.service.ts'
import type { EventBookingsService } from './event-bookings.service.ts'

export function eventBookingsRoutes(
  bookings: EventBookingsService,
  seats: SeatsService,
  school: SchoolService,
): BoundEndpoint[] {
  return [
    bindPrepared(createEventBooking, school.current, async (tx, terms, { body }) =>
      presentReceipt(await bookings.book(tx, body, terms)),
    ),
    bindChange(markEventBookingPaid, async (id, body, by) => {
      const { status } = await seats.markPaid('event-booking', id, body, by)
      return { id, status }
    }),
  ]
}
