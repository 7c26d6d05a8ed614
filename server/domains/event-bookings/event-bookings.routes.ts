import { createEventBooking, markEventBookingPaid } from '../../../contract/event-bookings.ts'
import { type BoundEndpoint, bind, requireCaller } from '../../http/context.ts'
import type { SchoolService } from '../school/school.service.ts'
import { presentReceipt, type SeatsService } from '../seats/seats.service.ts'
import type { EventBookingsService } from './event-bookings.service.ts'

export function eventBookingsRoutes(
  bookings: EventBookingsService,
  seats: SeatsService,
  school: SchoolService,
): BoundEndpoint[] {
  return [
    bind(createEventBooking, async ({ body }, { once }) => {
      const terms = await school.current()
      return once(async (tx) => ({
        success: true,
        data: presentReceipt(await bookings.book(tx, body, terms)),
      }))
    }),
    bind(markEventBookingPaid, async ({ params, body }, context) => {
      const { id, status } = await seats.markPaid('event-booking', params.id, body, requireCaller(context))
      return { success: true, data: { id, status } }
    }),
  ]
}
