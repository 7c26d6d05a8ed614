import * as z from 'zod/mini'
import { refusal } from '../../../contract/errors.ts'
import * as enrolments from '../../../contract/registrations/enrolments.ts'
import * as bookings from '../../../contract/registrations/event-bookings.ts'
import * as proofs from '../../../contract/registrations/proofs.ts'
import * as holds from '../../../contract/registrations/seat-holds.ts'
import * as waiting from '../../../contract/registrations/waiting-list.ts'
import { hasRight } from '../../../contract/rights.ts'
import { type BoundEndpoint, bind, type CallContext } from '../../http/context.ts'
import { bindOnce, bindOpen, bindPrepared } from '../../http/record-routes.ts'
import { runForNetwork } from '../../platform/asking-network.ts'
import { requireGroupSize } from '../school/index.ts'
import { askerOf, countMoreTaken, guarded, hasProved, lockPerson } from './caps/holders.service.ts'
import { enrol, viewSeats } from './enrolments.service.ts'
import { book, isBookingBegun } from './event-bookings.service.ts'
import { askedOf, askFirst, receiptOfAsked } from './holds/asked-seats.service.ts'
import { holdSeats, isHeld, readHold, releaseHold, viewHold } from './holds/seat-holds.service.ts'
import { mailOwnLinks, prove, proveSeatsByAccount } from './proofs/proofs.service.ts'
import type { RegistrationDeps } from './registrations.deps.ts'
import { addOthers, nameSeats } from './seats/add-seats.ts'
import type { Other } from './seats/place-seats.ts'
import { letSeatsGo } from './seats/seat-ends.ts'
import { getGroup, getSeatKind } from './seats/seat-groups.ts'
import { seatPayable } from './seats/seat-payable.ts'
import { presentReceipt } from './seats/seats.presenter.ts'
import {
  joinWaitingList,
  leaveWaitingList,
  takeOfferedSeat,
  viewPlace,
} from './waiting-list/waiting-list.service.ts'

/** Visitors ask for seats, hold, book, name, prove and give them back, and wait for one, by these endpoints. */
export function registrationRoutes(deps: RegistrationDeps): BoundEndpoint[] {
  const { school } = deps
  return [
    bind(enrolments.createEnrolment, ({ body }, context) => createEnrolment(deps, body, context)),
    bindOpen(enrolments.getEnrolment, async ({ params }) =>
      viewSeats(deps, params.id, await school.current()),
    ),
    bind(enrolments.setEnrolmentStatus, ({ params }, context) => settleSeats(deps, params.id, context)),
    bindOnce(enrolments.letSeatGo, async (tx, { params }) => {
      const { id, reference, status } = await letSeatsGo(deps, tx, params.id)
      return { id, reference, status }
    }),
    bind(enrolments.addOthers, ({ params, body }, context) =>
      addToSeats(deps, params.id, body.others, context),
    ),
    bindOnce(enrolments.nameGuests, async (tx, { params, body }) => {
      const { id, members } = await nameSeats(deps, tx, params.id, body.names)
      return {
        id,
        seats: members.map(({ id, name, is_named }) => ({ id, name: is_named === 1 ? name : null })),
      }
    }),
    bind(bookings.createEventBooking, ({ body }, context) => createBooking(deps, body, context)),
    bind(holds.createSeatHold, ({ body }, context) => createHold(deps, body, context)),
    bindOpen(holds.getSeatHold, ({ params }) => viewHold(deps, params.id)),
    bindOnce(holds.releaseSeatHold, (tx, { params }) => releaseHold(deps, tx, params.id)),
    bindPrepared(proofs.proveByLink, school.current, (tx, terms, { body }) =>
      // Somebody who presses a letter's link reads that mailbox: what they are told counts for no network.
      runForNetwork(null, () => prove(deps, tx, body, terms)),
    ),
    bindOnce(proofs.mailOwnLinks, (tx, { body }) => mailOwnLinks(deps, tx, body)),
    bindOnce(waiting.joinWaitingList, (tx, { body }, context) =>
      joinWaitingList(deps, tx, body, askerOf(context, {})),
    ),
    bindOpen(waiting.getWaitingPlace, ({ params }) => viewPlace(deps, params.token)),
    bindPrepared(waiting.takeOfferedSeat, school.current, (tx, terms, { params, body }) =>
      runForNetwork(null, () => takeOfferedSeat(deps, tx, params.token, body.batch, terms)),
    ),
    bindOnce(waiting.leaveWaitingList, (tx, { params }) => leaveWaitingList(deps, tx, params.token)),
  ]
}

async function createEnrolment(
  deps: RegistrationDeps,
  body: z.output<typeof enrolments.enrolmentBody>,
  context: CallContext<typeof enrolments.createEnrolment>,
) {
  const terms = await deps.school.current()
  const seats = 1 + (body.others?.length ?? 0)
  requireGroupSize(seats, terms)
  const asker = askerOf(context, body)
  const { fullName: name, email, phone } = body
  const wanted = { kind: 'enrolment', course: body, person: { name, email, phone }, seats, body } as const
  return guarded(deps.events, terms, (asks) =>
    context.once(async (tx) => {
      const asked = await askFirst(deps, tx, wanted, asks, asker)
      const data = asked ? receiptOfAsked(asked) : presentReceipt(await enrol(deps, tx, body, terms, asker))
      return { success: true, data }
    }),
  )
}

async function createBooking(
  deps: RegistrationDeps,
  body: z.output<typeof bookings.eventBookingBody>,
  context: CallContext<typeof bookings.createEventBooking>,
) {
  const terms = await deps.school.current()
  requireGroupSize(1 + (body.others?.length ?? 0), terms)
  const asker = askerOf(context, body)
  const answer = await guarded(deps.events, terms, (asks) =>
    context.once(async (tx) => {
      const asked = (await isBookingBegun(deps, tx, body))
        ? null
        : await askFirst(deps, tx, askedOf('event-booking', body), asks, asker)
      const data = asked ? receiptOfAsked(asked) : presentReceipt(await book(deps, tx, body, terms, asker))
      return { success: true, data }
    }),
  )
  const { id, reference, status } = answer.data
  if (status === 'cancelled') throw refusal('seat-cancelled', { facts: { kind: 'event-booking' } })
  // The refusal comes after the transaction: the booking stays, and with it the visitor's word that they have paid.
  if (body.holdId !== undefined && status === 'expired') {
    const { read } = deps.db
    const { batch_id } = await getGroup(read, 'event-booking', id)
    const batch = await deps.courses.stateOfBatch(read, batch_id)
    throw refusal('booking-without-seat', { facts: { reference, batch }, details: { id, reference } })
  }
  return answer
}

async function createHold(
  deps: RegistrationDeps,
  body: z.output<typeof holds.seatHoldBody>,
  context: CallContext<typeof holds.createSeatHold>,
) {
  const terms = await deps.school.current()
  requireGroupSize(body.seats ?? 1, terms)
  const asker = askerOf(context, body)
  return guarded(deps.events, terms, (asks) =>
    context.once(async (tx) => {
      const asked = (await isHeld(deps, tx, body))
        ? null
        : await askFirst(deps, tx, askedOf('seat-hold', body), { ...terms, ...asks }, asker)
      const data = asked
        ? await readHold(deps, tx, asked.id)
        : await holdSeats(deps, tx, body, { ...terms, ...asks }, asker)
      return { success: true, data }
    }),
  )
}

/** An admin's word settles seats; for anybody else the payment provider is asked. */
async function settleSeats(
  deps: RegistrationDeps,
  id: string,
  { caller, once }: CallContext<typeof enrolments.setEnrolmentStatus>,
) {
  const { db, school, settlement } = deps
  // The link to pay is the same for both kinds of seats.
  const payable = seatPayable(deps, await getSeatKind(db.read, id))
  const present = ({ id, reference, status }: Awaited<ReturnType<typeof payable.find>>) => ({
    success: true as const,
    data: { id, reference, status },
  })
  if (caller !== null && hasRight(caller.role, 'seat-payments'))
    return present(await settlement.markPaid(payable, id, {}, caller))
  const claim = await settlement.claim(payable, id, await school.current())
  return once(async (tx) => present(await settlement.finalise(tx, payable, id, claim)))
}

async function addToSeats(
  deps: RegistrationDeps,
  id: string,
  others: readonly Other[],
  context: CallContext<typeof enrolments.addOthers>,
) {
  const terms = await deps.school.current()
  const kind = await getSeatKind(deps.db.read, id)
  // Their payer has a letter already, whose link is the way to hold more.
  return guarded(deps.events, { confirmFirst: true }, () =>
    context.once(async (tx) => {
      const payer = await getGroup(tx, kind, id)
      // The person is locked before seat and batch, as everywhere.
      await lockPerson(deps, tx, payer)
      const asker = askerOf(context, {})
      const isStaff = context.caller?.usertype === 'admin'
      if (!isStaff && (await hasProved(tx, asker, payer.email)))
        await proveSeatsByAccount(deps, tx, kind, id, terms)
      const group = await addOthers(deps, tx, id, others, terms)
      const hold = { ...group, batchId: group.batch_id, provedAt: group.proved_at }
      await countMoreTaken(deps, tx, asker, hold, others.length, terms)
      return { success: true, data: presentReceipt(group) }
    }),
  )
}
