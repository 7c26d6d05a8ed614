import { refusal } from '../../../contract/errors.ts'
import { createEventBooking, markEventBookingPaid } from '../../../contract/event-bookings.ts'
import { type BoundEndpoint, bind } from '../../http/context.ts'
import { bindChange } from '../../http/record-routes.ts'
import type { SettlementService } from '../payments/settlement.service.ts'
import type { SchoolService } from '../school/school.service.ts'
import { askerOf, type HoldersService, requireGroupSize } from './caps/holders.service.ts'
import type { EventBookingsService } from './event-bookings.service.ts'
import { type AskedSeatsService, askedOf } from './holds/asked-seats.service.ts'
import { presentReceipt, type SeatsService } from './seats/seats.service.ts'

export function eventBookingsRoutes(
  bookings: EventBookingsService,
  askedSeats: AskedSeatsService,
  holders: HoldersService,
  seats: SeatsService,
  settlement: SettlementService,
  school: SchoolService,
): BoundEndpoint[] {
  return [
    bind(createEventBooking, async ({ body }, context) => {
      const terms = await school.current()
      requireGroupSize(1 + (body.others?.length ?? 0), terms)
      const asker = askerOf(context, body)
      const answer = await holders.guarded(terms, (asks) =>
        context.once(async (tx) => {
          const asked = (await bookings.isBegun(tx, body))
            ? null
            : await askedSeats.askFirst(tx, askedOf('event-booking', body), asks, asker)
          const data = asked
            ? askedSeats.receiptOf(asked)
            : presentReceipt(await bookings.book(tx, body, terms, asker))
          return { success: true, data }
        }),
      )
      if (answer.data.status === 'cancelled') {
        throw refusal('seat-cancelled', { facts: { kind: 'event-booking' } })
      }
      // Not inside the transaction: the booking stays, and with it the visitor's word that they have paid.
      if (body.holdId !== undefined && answer.data.status === 'expired') {
        const { id, reference } = answer.data
        const batch = await seats.stateOfBatch(id)
        throw refusal('booking-without-seat', { facts: { reference, batch }, details: { id, reference } })
      }
      return answer
    }),
    bindChange(markEventBookingPaid, async (id, body, by) => {
      const { status } = await settlement.markPaid(seats.payables['event-booking'], id, body, by)
      return { id, status }
    }),
  ]
}
