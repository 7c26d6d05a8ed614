import * as z from 'zod/mini'
import { DomainError, refusal } from '../../../contract/errors.ts'
import type { eventBookingBody } from '../../../contract/registrations/event-bookings.ts'
import { schoolDayOf } from '../../../contract/school-day.ts'
import type { Tx } from '../../db/schema.ts'
import {
  type Admission,
  admit,
  checkAddedPieces,
  checkUnprovedLimits,
  hasProved,
  lockPerson,
  NeedsConfirmation,
  type Requester,
  withinLimits,
} from './caps/holders.service.ts'
import { type Hold } from './holds/seat-holds.repository.ts'
import {
  findHoldOfCourse,
  getLockedHold,
  isLiveHold,
  markReplaced,
  resizeHold,
  seatIdOfHold,
} from './holds/seat-holds.service.ts'
import type { RegistrationDeps } from './registrations.deps.ts'
import { discountSeats, type NewSeat, placeSeats, type SeatTerms, tellNewSeats } from './seats/place-seats.ts'
import { endWithoutSeat } from './seats/seat-ends.ts'
import { getGroup, type SeatGroup } from './seats/seat-groups.ts'
import { findByTransaction } from './seats/seats.repository.ts'

type Body = z.output<typeof eventBookingBody>

interface Booking {
  deps: RegistrationDeps
  tx: Tx
  body: Body
  terms: SeatTerms
  requester: Requester
  /**
   * The stored request, if the visitor confirmed it by the link in an e-mail. The booking keeps the id and reference of
   * the request, because the visitor knows them already.
   */
  asked: Hold | undefined
  /** True if the page showed how to pay before it sent the booking. */
  mayHavePaid: boolean
  /** True if the school learns about payments only from the payer's report, so that staff must check the report. */
  takesWord: boolean
}

const kind = 'event-booking'

/**
 * Records that the payer reports a payment. Sending the booking counts as that report, because the page shows the QR
 * code before the booking is sent.
 */
async function recordPayersClaim({ deps, tx }: Booking, seat: SeatGroup, hold: Hold | null) {
  // The sum in the QR code counts, even if the price has changed since.
  const shown = hold && hold.amount_in_paise * hold.seats - seat.discount_in_paise
  await deps.payments.recordClaim(tx, seat, { reference: null, amountInPaise: shown ?? seat.amount_in_paise })
}

function place(
  { deps, tx, body, terms, takesWord }: Booking,
  course: { id: string; priceInPaise: number },
  seat: Pick<NewSeat, 'batch' | 'provedAt' | 'from' | 'others'>,
) {
  return placeSeats(deps, tx, course, terms, {
    ...seat,
    kind,
    name: `${body.firstName} ${body.lastName}`,
    email: body.email,
    phone: body.phone,
    question: body.specialRequirements || null,
    transaction_id: body.transactionId,
    isReported: takesWord,
  })
}

/** Returns a booking that was sent before. */
async function findBooked({ tx }: Booking, id: string) {
  return { seat: await getGroup(tx, id, kind), isNew: false }
}

async function tellBooked({ deps, tx, terms }: Booking, id: string) {
  return { seat: await tellNewSeats(deps, tx, id, terms), isNew: true }
}

/** Turns a live hold into a booking, at the price of the hold. The caller has locked the hold. */
async function completeLive(booking: Booking, hold: Hold, provedAt: string | null) {
  const { deps, tx, body } = booking
  const others = othersOf(body, hold)
  // The hold is resized before the booking's seats are written. Otherwise a seat that is given back would be counted
  // twice.
  const from = await resizeHold(deps, tx, hold.id, others.length + 1)
  const { id, isNew } = await place(booking, courseOf(hold), { batch: batchOf(hold), provedAt, from, others })
  if (!isNew) return findBooked(booking, id)
  await deps.courses.lockBatch(tx, hold.batch_id)
  await discountSeats(deps, tx, id, body.couponCode)
  return tellBooked(booking, id)
}

/**
 * Completes a live hold, and checks the limits for added seats. The coupon's limit is not checked if the page has
 * already shown how to pay the discounted price. @throws {NeedsConfirmation}
 */
async function completeMore(booking: Booking, hold: Hold, provedAt: string | null) {
  const { deps, tx, body, requester, terms, mayHavePaid } = booking
  const booked = await completeLive(booking, hold, provedAt)
  const { email, phone } = body
  const coupon = mayHavePaid ? null : body.couponCode
  const pieces = othersOf(body, hold).length + 1 - (hold.proved_at === null ? hold.seats : 0)
  const taken = { email, phone, provedAt, batchId: hold.batch_id, coupon }
  await checkAddedPieces(deps, tx, requester, taken, pieces, terms)
  return booked
}

/**
 * Returns when the address of the booking's person was proved, or null. A person who did not make the hold is checked
 * first, like for a new hold.
 */
async function findProof({ deps, tx, body, requester }: Booking, hold: Hold) {
  if (isSamePerson(hold, body)) {
    const isProved = hold.proved_at === null && (await hasProved(tx, requester, body.email))
    return isProved ? deps.clock.now() : hold.proved_at
  }
  const known = [...requester.known, hold.id]
  return (await admit(deps, tx, { ...requester, known }, wantedOf(body, hold.batch_id))).provedAt
}

/**
 * Completes an expired hold: its seats were given back, so they are sold and counted again. If `mayHavePaid` and no
 * seat is left, the booking stays without a seat and waits for staff, so that no payment is lost.
 */
async function completeLate(booking: Booking, hold: Hold) {
  const { deps, tx, body, terms, mayHavePaid, asked } = booking
  const nullIfNoSeat = async <T>(found: Promise<T>): Promise<T | null> => {
    try {
      return await found
    } catch (error) {
      if (mayHavePaid && isNoSeat(error)) return null
      throw error
    }
  }
  // A hold with a proved address proves the booking of the same person.
  const hasLetter = hold.proved_at !== null && isSamePerson(hold, body)
  const requester = hasLetter ? { ...booking.requester, hasLetter } : booking.requester
  const isCounted = hold.proved_at === null && schoolDayOf(Date.parse(hold.created_at)) === deps.clock.today()
  const others = othersOf(body, hold)
  const seats = others.length + 1
  const wanted = { ...wantedOf(body, hold.batch_id), seats }
  const late = async ({ provedAt, own, pieces }: Admission) => {
    const kept = own && (await getLockedHold(deps, tx, own.id))
    if (kept && isLiveHold(deps, kept)) return completeMore(booking, kept, provedAt)
    // The batch is locked before its offer is read, so that the offer cannot change until the seats are taken.
    await deps.courses.lockBatch(tx, hold.batch_id)
    const named = { courseId: hold.course_id, batchId: hold.batch_id }
    const offer = await nullIfNoSeat(deps.courses.batchForSale(tx, named))
    const seat = { batch: batchOf(hold), provedAt, from: asked ?? hold, others }
    const { id, isNew } = await place(booking, offer?.course ?? courseOf(hold), seat)
    if (!isNew) return findBooked(booking, id)
    const taken = offer && (await nullIfNoSeat(deps.courses.takeSeat(tx, hold.batch_id, seats)))
    await discountSeats(deps, tx, id, body.couponCode)
    await markReplaced(tx, hold, id)
    const takenNow = {
      ...wanted,
      coupon: body.couponCode,
      provedAt,
      pieces: seats,
      total: pieces + seats,
      // The network's limit has counted an expired hold on the day on which it was taken.
      counted: hold.status === 'expired' && isCounted ? hold.seats : 0,
    }
    const checkLimits = () => checkUnprovedLimits(deps, tx, requester, takenNow, terms).then(() => true)
    if (taken && (await nullIfNoSeat(checkLimits()))) return tellBooked(booking, id)
    const unseated = await endWithoutSeat(deps, tx, id)
    if (taken) await deps.courses.releaseSeat(tx, hold.batch_id, seats)
    return { seat: unseated, isNew }
  }
  return withinLimits(deps, tx, requester, wanted, null, late)
}

async function bookHeld(booking: Booking, { id }: Hold) {
  const { deps, tx, body } = booking
  // Every step locks the person before hold and batch, so that no two steps deadlock.
  await lockPerson(deps, tx, body)
  const hold = await getLockedHold(deps, tx, id)
  // The hold has a seat if an earlier request of the same browser has completed it.
  const known = seatIdOfHold(hold)
  if (known !== null) return findBooked(booking, known)
  if (!isLiveHold(deps, hold)) return completeLate(booking, hold)
  return completeMore(booking, hold, await findProof(booking, hold))
}

async function bookNew(booking: Booking) {
  const { deps, tx, body, terms, requester, asked: from } = booking
  const offer = await deps.courses.batchForSale(tx, { courseId: body.eventId, batchId: body.batchId })
  const { batch } = offer
  if (batch.starts_on === null) throw refusal('event-over')
  const { others = [] } = body
  const wanted = { ...wantedOf(body, batch.id), seats: others.length + 1, coupon: body.couponCode }
  return withinLimits(deps, tx, requester, wanted, terms, async ({ provedAt, own }) => {
    const kept = own && (await getLockedHold(deps, tx, own.id))
    const known = kept && seatIdOfHold(kept)
    if (known) return findBooked(booking, known)
    if (kept && isLiveHold(deps, kept)) return completeLive(booking, kept, provedAt)
    const { id, isNew } = await place(booking, offer.course, { batch, provedAt, from, others })
    // The same booking was sent twice at once, and the other request has stored it first.
    if (!isNew) return findBooked(booking, id)
    await deps.courses.sellSeat(tx, offer, wanted.seats)
    await discountSeats(deps, tx, id, body.couponCode)
    return tellBooked(booking, id)
  })
}

/**
 * Finds the hold that the request completes, and the booking that it repeats. @throws `batch_changed` if the request
 * names another batch
 */
async function findEarlier(tx: Tx, { eventId: courseId, holdId, batchId, email, transactionId }: Body) {
  const hold = holdId === undefined ? null : await findHoldOfCourse(tx, holdId, courseId)
  const key = { course_id: courseId, email, transaction_id: transactionId }
  const id = (hold && seatIdOfHold(hold)) ?? (await findByTransaction(tx, key))
  const known = id ? await getGroup(tx, id, kind) : null
  // The batch of the completed hold is compared, because staff may have moved the booking since.
  const there = hold && seatIdOfHold(hold) !== null ? hold : (known ?? hold)
  if (there?.starts_on && batchId !== undefined && batchId !== there.batch_id)
    throw refusal('seat-elsewhere', { facts: { day: there.starts_on } })
  return { hold, known }
}

/** True if the booking has a held seat already, or was sent before. */
export async function isBookingBegun(deps: RegistrationDeps, tx: Tx, body: Body) {
  const { hold, known } = await findEarlier(tx, body)
  if (known) return true
  return hold !== null && (isLiveHold(deps, hold) || (hold.proved_at !== null && isSamePerson(hold, body)))
}

/**
 * Books the seats of a hold, or else seats in the named batch or in the next batch with a date. `transactionId`
 * identifies a repeated request; it proves no payment. If `hasWord` is true, the booking counts as the payer's report
 * of a payment. @throws `not_found`, `batch_changed`, `conflict` for an event without a date, `batch_full`,
 * `coupon_invalid`, `already_enrolled`, `limit_reached`
 */
export async function book(
  deps: RegistrationDeps,
  tx: Tx,
  body: Body,
  terms: SeatTerms,
  requester: Requester,
  { hasWord = true, asked }: { hasWord?: boolean; asked?: Hold } = {},
) {
  const { hold, known } = await findEarlier(tx, body)
  if (known) return known
  const isFree = hold !== null && Number(hold.amount_in_paise) === 0
  const { takesPayersWord } = await deps.payments.providerIn(tx)
  // The page showed no way to pay if the school has no UPI ID.
  const takesWord = takesPayersWord && terms.upiId !== ''
  const mayHavePaid = hasWord && !isFree && takesWord
  const booking = { deps, tx, body, terms, requester, asked, mayHavePaid, takesWord }
  const { seat, isNew } = await (hold ? bookHeld(booking, hold) : bookNew(booking))
  if (mayHavePaid && isNew && seat.status !== 'confirmed') await recordPayersClaim(booking, seat, hold)
  return seat
}

function wantedOf({ email, phone, eventId: courseId, transactionId }: Body, batchId: string) {
  return { email, phone, batchId, booking: { courseId, transactionId } }
}

function isSamePerson(hold: Hold, { email, phone }: Body): boolean {
  return hold.email === email && hold.phone === phone
}

/** Returns the guests that the booking names, or one unnamed guest for each further seat of the hold. */
function othersOf({ others }: Body, hold: Hold) {
  return others ?? Array.from({ length: hold.seats - 1 }, () => ({}))
}

/** Returns the course at the price that was shown with the hold. */
function courseOf({ course_id: id, amount_in_paise }: Hold) {
  return { id, priceInPaise: Number(amount_in_paise) }
}

function batchOf({ batch_id: id, starts_on, starts_at, ends_on, joins_late }: Hold) {
  return { id, starts_on, starts_at, ends_on, joins_late }
}

/**
 * True for an error that leaves a late booking without a seat: no seat is free, an unproved person reaches a limit, or
 * the batch or course is no longer sold.
 */
function isNoSeat(error: unknown): boolean {
  if (error instanceof NeedsConfirmation) return true
  return error instanceof DomainError && ['batch_full', 'batch_changed', 'not_found'].includes(error.code)
}
