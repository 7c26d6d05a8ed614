import * as z from 'zod/mini'
import { refusal } from '../../../contract/errors.ts'
import type { SeatReceipt } from '../../../contract/registrations/enrolments.ts'
import * as enrolments from '../../../contract/registrations/enrolments.ts'
import * as bookings from '../../../contract/registrations/event-bookings.ts'
import * as proofs from '../../../contract/registrations/proofs.ts'
import * as holds from '../../../contract/registrations/seat-holds.ts'
import * as trials from '../../../contract/registrations/trials.ts'
import * as waiting from '../../../contract/registrations/waiting-list.ts'
import { hasRight } from '../../../contract/rights.ts'
import * as bind from '../../http/bind.ts'
import { type BoundEndpoint, type CallContext } from '../../http/context.ts'
import { runForNetwork } from '../../platform/asking-network.ts'
import { requireGroupSize } from '../school/index.ts'
import {
  checkAddedPieces,
  hasProved,
  lockPerson,
  requesterOf,
  withConfirmation,
} from './caps/holders.service.ts'
import { enrol, viewSeats } from './enrolments.service.ts'
import { book, isBookingBegun } from './event-bookings.service.ts'
import {
  askConfirmation,
  dialogRequest,
  presentRequest,
  type SeatRequest,
} from './holds/asked-seats.service.ts'
import { hasDialogHold, holdSeats, readHold, releaseHold, viewHold } from './holds/seat-holds.service.ts'
import { mailOwnLinks, prove, proveSeatsByAccount } from './proofs/proofs.service.ts'
import type { RegistrationDeps } from './registrations.deps.ts'
import { addOthers, nameSeats } from './seats/add-seats.ts'
import { cancelOwnSeats, seatKeyOf } from './seats/cancel-own.ts'
import { paySeatsAtSchool } from './seats/pay-at-school.ts'
import type { Other } from './seats/place-seats.ts'
import { letSeatsGo } from './seats/seat-ends.ts'
import { getGroup } from './seats/seat-groups.ts'
import { seatPayable } from './seats/seat-payable.ts'
import { presentReceipt } from './seats/seats.presenter.ts'
import { beginTrial, endTrial, tryEnrolment } from './trials/trials.service.ts'
import {
  joinWaitingList,
  leaveWaitingList,
  takeOfferedSeat,
  viewPlace,
} from './waiting-list/waiting-list.service.ts'

export function registrationRoutes(deps: RegistrationDeps): BoundEndpoint[] {
  const { school } = deps
  return [
    bind.whole(enrolments.createEnrolment, ({ body }, context) => createEnrolment(deps, body, context)),
    bind.open(enrolments.getEnrolment, async ({ params }) =>
      viewSeats(deps, params.id, await school.current()),
    ),
    bind.whole(enrolments.setEnrolmentStatus, ({ params }, context) => settleSeats(deps, params.id, context)),
    bind.once(enrolments.letSeatGo, async (tx, { params }) => {
      const { id, reference, status } = await letSeatsGo(deps, tx, params.id)
      return { id, reference, status }
    }),
    bind.prepared(enrolments.cancelSeats, school.current, (tx, { phone }, { params, body }, { caller }) =>
      cancelOwnSeats(deps, tx, params.id, body, { phone, by: caller }),
    ),
    bind.prepared(enrolments.paySeatAtSchool, school.current, async (tx, terms, { params }) => {
      const { id, hold_until, proved_at } = await paySeatsAtSchool(deps, tx, params.id, terms)
      return { id, holdUntil: hold_until, proved: proved_at !== null }
    }),
    bind.whole(enrolments.addOthers, ({ params, body }, context) =>
      addToSeats(deps, params.id, body.others, context),
    ),
    bind.once(enrolments.nameGuests, async (tx, { params, body }) => {
      const { id, members } = await nameSeats(deps, tx, params.id, body.names)
      return {
        id,
        seats: members.map(({ id, name, is_named }) => ({ id, name: is_named === 1 ? name : null })),
      }
    }),
    bind.whole(bookings.createEventBooking, ({ body }, context) => createBooking(deps, body, context)),
    bind.whole(holds.createSeatHold, ({ body }, context) => createHold(deps, body, context)),
    bind.open(holds.getSeatHold, ({ params }) => viewHold(deps, params.id)),
    bind.once(holds.releaseSeatHold, (tx, { params }) => releaseHold(deps, tx, params.id)),
    bind.prepared(proofs.proveByLink, school.current, (tx, terms, { body }) =>
      // The link was opened by the mailbox's reader, so the e-mails that follow count towards no network's limit.
      runForNetwork(null, () => prove(deps, tx, body, terms)),
    ),
    bind.once(proofs.mailOwnLinks, (tx, { body }) => mailOwnLinks(deps, tx, body)),
    bind.once(waiting.joinWaitingList, (tx, { body }, context) =>
      joinWaitingList(deps, tx, body, requesterOf(context)),
    ),
    bind.open(waiting.getWaitingPlace, ({ params }) => viewPlace(deps, params.token)),
    bind.prepared(
      waiting.takeOfferedSeat,
      () => termsNow(deps),
      (tx, terms, { params, body }) =>
        runForNetwork(null, async () => {
          await deps.policies.accept(tx, terms.accepted, body.terms)
          return takeOfferedSeat(deps, tx, params.token, body.batch, terms)
        }),
    ),
    bind.once(waiting.leaveWaitingList, (tx, { params }) => leaveWaitingList(deps, tx, params.token)),
    bind.own(trials.beginTrial, (by) => beginTrial(deps, by)),
    bind.own(trials.endTrial, (by, { body }) => endTrial(deps, body.trial, by)),
  ]
}

async function createEnrolment(
  deps: RegistrationDeps,
  body: z.output<typeof enrolments.enrolmentBody>,
  context: CallContext<typeof enrolments.createEnrolment>,
) {
  const trial = context.preview?.trial
  if (trial) return { success: true, data: await tryEnrolment(deps, body, trial) } as const
  const { fullName: name, email, phone, others = [] } = body
  const person = { name, email, phone }
  const request = { kind: 'enrolment', course: body, person, seats: 1 + others.length, body } as const
  const { terms, requester } = await prepare(deps, request, context)
  const { accepted } = terms
  const answer = await withConfirmation(deps.events, terms, (asks) =>
    context.once(async (tx) => {
      await deps.policies.accept(tx, accepted, body.terms)
      const asked = await askConfirmation(deps, tx, { ...request, accepted }, asks, requester)
      const data = asked
        ? presentRequest(asked)
        : presentReceipt(await enrol(deps, tx, body, terms, requester))
      return { success: true, data }
    }),
  )
  return withKey(deps, answer)
}

/**
 * Adds the browser's key to a response. The response that is stored for repeated calls has no key, so the database has
 * none.
 */
function withKey<Answer extends { data: SeatReceipt }>(deps: RegistrationDeps, answer: Answer) {
  return { ...answer, data: { ...answer.data, key: seatKeyOf(deps, answer.data.id) } }
}

async function createBooking(
  deps: RegistrationDeps,
  body: z.output<typeof bookings.eventBookingBody>,
  context: CallContext<typeof bookings.createEventBooking>,
) {
  const request = dialogRequest('event-booking', body)
  const { terms, requester } = await prepare(deps, request, context)
  const { accepted } = terms
  const answer = await withConfirmation(deps.events, terms, (asks) =>
    context.once(async (tx) => {
      await deps.policies.accept(tx, accepted, body.terms)
      const isBegun = await isBookingBegun(deps, tx, body)
      const asked = isBegun
        ? null
        : await askConfirmation(deps, tx, { ...request, accepted }, asks, requester)
      const data = asked
        ? presentRequest(asked)
        : presentReceipt(await book(deps, tx, body, terms, requester))
      return { success: true, data }
    }),
  )
  const { id, reference, status } = answer.data
  if (status === 'cancelled') throw refusal('seat-cancelled', { facts: { kind: 'event-booking' } })
  // The error is thrown after the transaction, so that the booking and the visitor's report of a payment are kept.
  if (body.holdId !== undefined && status === 'expired') {
    const { read } = deps.db
    const { batch_id } = await getGroup(read, id, 'event-booking')
    const batch = await deps.courses.stateOfBatch(read, batch_id)
    throw refusal('booking-without-seat', { facts: { reference, batch }, details: { id, reference } })
  }
  return withKey(deps, answer)
}

async function createHold(
  deps: RegistrationDeps,
  body: z.output<typeof holds.seatHoldBody>,
  context: CallContext<typeof holds.createSeatHold>,
) {
  const request = dialogRequest('seat-hold', body)
  const { terms, requester } = await prepare(deps, request, context)
  const { accepted } = terms
  return withConfirmation(deps.events, terms, (asks) =>
    context.once(async (tx) => {
      // The link of the e-mail can complete the booking, so the request keeps the terms that the dialog shows with it.
      if (asks.confirmFirst) await deps.policies.accept(tx, accepted, undefined)
      const isHeld = await hasDialogHold(deps, tx, body)
      const asked = isHeld ? null : await askConfirmation(deps, tx, { ...request, accepted }, asks, requester)
      const data = await (asked ? readHold(deps, tx, asked.id) : holdSeats(deps, tx, body, terms, requester))
      return { success: true, data }
    }),
  )
}

async function prepare(
  deps: RegistrationDeps,
  { seats, body }: SeatRequest,
  context: Pick<CallContext, 'caller' | 'network'>,
) {
  const terms = await termsNow(deps)
  requireGroupSize(seats, terms)
  return { terms, requester: requesterOf(context, body) }
}

/** Returns the settings that a new seat follows, with the text of the terms in force. */
async function termsNow({ school, policies }: RegistrationDeps) {
  return { ...(await school.current()), accepted: await policies.current('course-terms') }
}

/**
 * Confirms paid seats. Staff with the right `seat-payments` mark them paid; otherwise the payment provider is asked.
 */
async function settleSeats(
  deps: RegistrationDeps,
  id: string,
  { caller, once }: CallContext<typeof enrolments.setEnrolmentStatus>,
) {
  const { db, school, settlement } = deps
  const { kind } = await getGroup(db.read, id)
  const payable = seatPayable(deps, kind)
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
  // No further link is mailed if the limits refuse the payer: the link in the earlier e-mail proves the address, after
  // which more seats may be held.
  return withConfirmation(deps.events, { confirmFirst: true }, () =>
    context.once(async (tx) => {
      const payer = await getGroup(tx, id)
      // Every step locks the person before seat and batch, so that no two steps deadlock.
      await lockPerson(deps, tx, payer)
      const requester = requesterOf(context)
      const isStaff = context.caller?.usertype === 'admin'
      if (!isStaff && (await hasProved(tx, requester, payer.email)))
        await proveSeatsByAccount(deps, tx, id, terms)
      const group = await addOthers(deps, tx, id, others, terms)
      const hold = { ...group, batchId: group.batch_id, provedAt: group.proved_at }
      await checkAddedPieces(deps, tx, requester, hold, others.length, terms)
      return { success: true, data: presentReceipt(group) }
    }),
  )
}
