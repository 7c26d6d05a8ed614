import type * as z from 'zod/mini'
import type { enrolmentBody } from '../../../../contract/enrolments.ts'
import { DomainError, refusal } from '../../../../contract/errors.ts'
import type { eventBookingBody } from '../../../../contract/event-bookings.ts'
import type { ownLinksBody, provedThing } from '../../../../contract/proofs.ts'
import type { seatHoldBody } from '../../../../contract/seat-holds.ts'
import type { Tx } from '../../../db/schema.ts'
import { authSecret } from '../../../platform/secret.ts'
import { createSignedLinks } from '../../../platform/signed-links.ts'
import type { Deps } from '../../deps.ts'
import type { OrdersService } from '../../orders/orders.service.ts'
import { byLetter } from '../caps/holders.service.ts'
import type { EnrolmentsService } from '../enrolments.service.ts'
import type { EventBookingsService } from '../event-bookings.service.ts'
import type { AskedSeat, AskedSeatsService } from '../holds/asked-seats.service.ts'
import type { SeatHoldsService } from '../holds/seat-holds.service.ts'
import type { SeatsService, SeatTerms } from '../seats/seats.service.ts'
import type { WaitingListService } from '../waiting-list/waiting-list.service.ts'
import { ownLinks } from './proofs.letters.ts'

export type ProofsService = ReturnType<typeof createProofsService>

type Proved = z.output<typeof provedThing>

interface Services {
  askedSeats: AskedSeatsService
  enrolments: EnrolmentsService
  eventBookings: EventBookingsService
  orders: OrdersService
  seatHolds: SeatHoldsService
  seats: SeatsService
  waitingList: WaitingListService
}

/** A press on a link that only a letter carries proves that its address is theirs. */
export function createProofsService(
  { clock, config, outbox, seal }: Pick<Deps, 'clock' | 'config' | 'outbox' | 'seal'>,
  services: Services,
) {
  const { askedSeats, enrolments, eventBookings, orders, seatHolds, seats, waitingList } = services
  const links = createSignedLinks(authSecret(config))

  /** Holds what was asked for, if there is a seat; a refusal names the course, whose page has other dates. */
  async function holdAsked(tx: Tx, id: string, terms: SeatTerms, completes: boolean): Promise<Proved> {
    const asked = await askedSeats.getPressed(tx, id)
    try {
      return await sendAnew(tx, asked, terms, completes)
    } catch (error) {
      if (!(error instanceof DomainError)) throw error
      const { details, ...options } = error.options
      throw new DomainError(error.code, { ...options, details: { ...details, courseId: asked.course_id } })
    }
  }

  /** What was asked, as if it were sent now. A repeat finds what it became. */
  async function sendAnew(tx: Tx, asked: AskedSeat, terms: SeatTerms, completes: boolean): Promise<Proved> {
    const { id } = asked
    const sent: unknown = JSON.parse(asked.body)
    const known = { id, reference: asked.reference }
    const isFirst = asked.pressed_at === null
    if (isFirst) await askedSeats.setPressed(tx, id)
    if (asked.kind === 'seat-hold') {
      const body = sent as z.output<typeof seatHoldBody>
      const hold = isFirst
        ? await seatHolds.take(tx, body, terms, byLetter, known)
        : await seatHolds.read(tx, id)
      if (hold.bookingId === null && !completes) {
        return { kind: 'seat-hold', id, holdUntil: hold.state === 'live' ? hold.until : null }
      }
      // Names of the others come later, by their links.
      const others = Array.from({ length: (body.seats ?? 1) - 1 }, () => ({ fullName: '' }))
      const booking = { ...body, others, holdId: id, paymentMethod: 'online' as const }
      const seat = await eventBookings.book(tx, booking, terms, byLetter, { hasWord: false })
      return { kind: 'event-booking', id: seat.id, holdUntil: seat.hold_until }
    }
    const { kind } = asked
    const seat = !isFirst
      ? await seats.get(tx, kind, id)
      : kind === 'enrolment'
        ? await enrolments.enrol(tx, sent as z.output<typeof enrolmentBody>, terms, byLetter, known)
        : await eventBookings.book(tx, sent as z.output<typeof eventBookingBody>, terms, byLetter, known)
    return { kind, id: seat.id, holdUntil: seat.hold_until }
  }

  return {
    /**
     * A repeat proves nothing more. @throws `not_found` for a link that is not ours; for a seat that was asked for what
     * holding it throws
     */
    async prove(
      tx: Tx,
      { token, completes = false }: { token: string; completes?: boolean | undefined },
      terms: SeatTerms,
    ): Promise<Proved> {
      const seatId = links.read('seat-proof', token)
      if (seatId !== null) {
        const { id, kind, hold_until } = await seats.prove(tx, seatId, terms)
        return { kind, id, holdUntil: hold_until }
      }
      const orderId = links.read('order-proof', token)
      if (orderId !== null) {
        const { id, hold_until } = await orders.prove(tx, orderId, terms)
        return { kind: 'order', id, holdUntil: hold_until }
      }
      if (links.read('waiting-list', token) !== null) {
        return { kind: 'waiting-list', ...(await waitingList.confirm(tx, token)) }
      }
      const askedId = links.read('asked-seat', token)
      if (askedId !== null) return holdAsked(tx, askedId, terms, completes)
      throw refusal('link-of-others')
    },

    /**
     * Mails an address the links of what it has now. Every address gets a letter, at most one an hour, so that neither
     * the answer nor the work tells which ones have something.
     */
    async mailLinks(tx: Tx, { email }: z.output<typeof ownLinksBody>): Promise<void> {
      const hour = clock.now().slice(0, 13)
      await outbox.tell(tx, {
        to: { email },
        cause: `own-links:${seal.fingerprint(`own links ${email}`)}:${hour}`,
        words: ownLinks({
          seats: await seats.listCurrentOf(tx, email),
          orders: await orders.listCurrentOf(tx, email),
        }),
      })
    },
  }
}
