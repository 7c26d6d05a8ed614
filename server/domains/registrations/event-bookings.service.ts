import * as z from 'zod/mini'
import { DomainError, refusal } from '../../../contract/errors.ts'
import type { eventBookingBody } from '../../../contract/registrations/event-bookings.ts'
import { schoolDayOf } from '../../../contract/school-day.ts'
import type { Tx } from '../../db/schema.ts'
import {
  type Admitted,
  type Asker,
  AskFirst,
  admit,
  countMoreTaken,
  countTaken,
  hasProved,
  judged,
  lockPerson,
} from './caps/holders.service.ts'
import { type Hold } from './holds/seat-holds.repository.ts'
import {
  findHoldOfCourse,
  getLockedHold,
  handOver,
  isLiveHold,
  resizeHold,
  seatOfHold,
} from './holds/seat-holds.service.ts'
import type { RegistrationDeps } from './registrations.deps.ts'
import { discountSeats, placeSeats, type SeatTerms, welcomeSeats } from './seats/place-seats.ts'
import { endUnseated } from './seats/seat-ends.ts'
import { getGroup, type SeatGroup } from './seats/seat-groups.ts'
import { findByTransaction } from './seats/seats.repository.ts'

type Body = z.output<typeof eventBookingBody>

/** `isNew` is false for a booking that was sent before. */
interface Begun {
  seat: SeatGroup
  isNew: boolean
}

const kind = 'event-booking'

/** The row of a seat that was asked for by mail: its receipt names the id and the reference already. */
interface FromAsk {
  asked?: Hold | undefined
}

function seatOf(deps: RegistrationDeps, body: Body) {
  return {
    kind,
    name: `${body.firstName} ${body.lastName}`,
    email: body.email,
    phone: body.phone,
    question: body.specialRequirements || null,
    transaction_id: body.transactionId,
    isReported: deps.payments.provider.takesPayersWord,
  } as const
}

/**
 * The page shows the QR code before it posts: the booking is their word that the money is on its way. Somebody who has
 * not paid yet still finds the code on the payment page, until they press "I have paid" there.
 */
async function takeWord(deps: RegistrationDeps, tx: Tx, seat: SeatGroup, hold: Hold | null): Promise<void> {
  // The sum that the QR code showed counts, whatever a seat costs since.
  const shown = hold && hold.amount_in_paise * hold.seats - seat.discount_in_paise
  await deps.payments.recordClaim(tx, seat, { reference: null, amountInPaise: shown ?? seat.amount_in_paise })
}

/** Turns a live hold into a booking, at the price that was shown with it. The caller has locked it. */
async function completeLive(
  deps: RegistrationDeps,
  tx: Tx,
  hold: Hold,
  provedAt: string | null,
  body: Body,
  terms: SeatTerms,
): Promise<Begun> {
  const course = { id: hold.course_id, priceInPaise: Number(hold.amount_in_paise) }
  const others = othersOf(body, hold)
  // The hold is resized before the seats are written: a seat that goes back would else be counted twice, as the hold's
  // and as theirs.
  const from = await resizeHold(deps, tx, hold.id, others.length + 1)
  const seat = { ...seatOf(deps, body), batch: batchOf(hold), provedAt, from, others }
  const { id, isNew } = await placeSeats(deps, tx, course, terms, seat)
  if (!isNew) return { seat: await getGroup(tx, kind, id), isNew }
  await deps.courses.lockBatch(tx, hold.batch_id)
  await discountSeats(deps, tx, kind, id, body.couponCode)
  return { seat: await welcomeSeats(deps, tx, kind, id, terms), isNew }
}

/**
 * Completes a live hold, and judges what the booking takes beyond it. Its code is not judged if the page has shown
 * how to pay already: the price with the code was asked for while the seats were held. @throws {AskFirst}
 */
async function completeMore(
  deps: RegistrationDeps,
  tx: Tx,
  hold: Hold,
  provedAt: string | null,
  body: Body,
  terms: SeatTerms,
  asker: Asker,
  { mayHavePaid }: { mayHavePaid: boolean },
): Promise<Begun> {
  const begun = await completeLive(deps, tx, hold, provedAt, body, terms)
  const { email, phone } = body
  const coupon = mayHavePaid ? null : body.couponCode
  const pieces = othersOf(body, hold).length + 1 - (hold.proved_at === null ? hold.seats : 0)
  await countMoreTaken(
    deps,
    tx,
    asker,
    { email, phone, provedAt, batchId: hold.batch_id, coupon },
    pieces,
    terms,
  )
  return begun
}

/** Somebody who completes another person's hold is judged as that person was. */
async function provedAs(
  deps: RegistrationDeps,
  tx: Tx,
  hold: Hold,
  body: Body,
  asker: Asker,
): Promise<string | null> {
  if (isOfSame(hold, body)) {
    const isProved = hold.proved_at === null && (await hasProved(tx, asker, body.email))
    return isProved ? deps.clock.now() : hold.proved_at
  }
  const known = [...asker.known, hold.id]
  return (await admit(deps, tx, { ...asker, known }, wantedOf(body, hold.batch_id))).provedAt
}

/**
 * The seats of the hold went back: they are asked for, sold and counted anew. Nobody's money is lost: if `mayHavePaid`
 * and no seat is left, the booking waits for staff.
 */
async function completeLate(
  deps: RegistrationDeps,
  tx: Tx,
  hold: Hold,
  body: Body,
  terms: SeatTerms,
  asker: Asker,
  { mayHavePaid, asked }: FromAsk & { mayHavePaid: boolean },
): Promise<Begun> {
  const orNone = async <T>(found: Promise<T>): Promise<T | null> => {
    try {
      return await found
    } catch (error) {
      if (mayHavePaid && isNoSeat(error)) return null
      throw error
    }
  }
  const who = lateAsker(hold, body, asker)
  const isCounted = hold.proved_at === null && schoolDayOf(Date.parse(hold.created_at)) === deps.clock.today()
  const others = othersOf(body, hold)
  const wanted = { ...wantedOf(body, hold.batch_id), seats: others.length + 1 }
  const late = async ({ provedAt, own, pieces }: Admitted): Promise<Begun> => {
    const kept = own && (await getLockedHold(deps, tx, own.id))
    if (kept && isLiveHold(deps, kept))
      return completeMore(deps, tx, kept, provedAt, body, terms, asker, { mayHavePaid })
    // The batch is locked before its offer is read: if the offer changed after the seats are taken, they could not go
    // back.
    await deps.courses.lockBatch(tx, hold.batch_id)
    const offer = await orNone(
      deps.courses.batchForSale(tx, { courseId: hold.course_id, batchId: hold.batch_id }),
    )
    const course = offer?.course ?? { id: hold.course_id, priceInPaise: Number(hold.amount_in_paise) }
    const seat = { ...seatOf(deps, body), batch: batchOf(hold), provedAt, from: asked ?? hold }
    const { id, isNew } = await placeSeats(deps, tx, course, terms, { ...seat, others })
    if (!isNew) return { seat: await getGroup(tx, kind, id), isNew }
    const taken = offer && (await orNone(deps.courses.takeSeat(tx, hold.batch_id, wanted.seats)))
    await discountSeats(deps, tx, kind, id, body.couponCode)
    await handOver(tx, hold, id)
    const taking = {
      ...wanted,
      coupon: body.couponCode,
      provedAt,
      pieces: wanted.seats,
      total: pieces + wanted.seats,
      // A hold that ended by itself was counted on the day on which it was taken.
      counted: hold.status === 'expired' && isCounted ? hold.seats : 0,
    }
    const judged = async () => {
      await countTaken(deps, tx, who, taking, terms)
      return true
    }
    if (taken && (await orNone(judged())))
      return { seat: await welcomeSeats(deps, tx, kind, id, terms), isNew }
    const unseated = await endUnseated(deps, tx, kind, id)
    if (taken) await deps.courses.releaseSeat(tx, hold.batch_id, wanted.seats)
    return { seat: unseated, isNew }
  }
  return judged(deps, tx, who, wanted, late, null)
}

/** A proof of the hold is still a proof for the same person. */
function lateAsker(hold: Hold, body: Body, asker: Asker): Asker {
  return hold.proved_at !== null && isOfSame(hold, body) ? { ...asker, hasLetter: true } : asker
}

async function bookHeld(
  deps: RegistrationDeps,
  tx: Tx,
  { id }: Hold,
  body: Body,
  terms: SeatTerms,
  asker: Asker,
  how: FromAsk & { mayHavePaid: boolean },
): Promise<Begun> {
  // The person is locked before hold and batch, as everywhere.
  await lockPerson(deps, tx, body)
  const hold = await getLockedHold(deps, tx, id)
  // Another request of the same browser was first.
  const known = seatOfHold(hold)
  if (known !== null) return { seat: await getGroup(tx, kind, known), isNew: false }
  if (!isLiveHold(deps, hold)) return completeLate(deps, tx, hold, body, terms, asker, how)
  return completeMore(deps, tx, hold, await provedAs(deps, tx, hold, body, asker), body, terms, asker, how)
}

async function bookAnew(
  deps: RegistrationDeps,
  tx: Tx,
  body: Body,
  terms: SeatTerms,
  asker: Asker,
  asked: Hold | undefined,
): Promise<Begun> {
  const offer = await deps.courses.batchForSale(tx, { courseId: body.eventId, batchId: body.batchId })
  const { batch } = offer
  if (batch.starts_on === null) throw refusal('event-over')
  const { others = [] } = body
  const wanted = { ...wantedOf(body, batch.id), seats: others.length + 1, coupon: body.couponCode }
  const anew = async ({ provedAt, own }: Admitted): Promise<Begun> => {
    const kept = own && (await getLockedHold(deps, tx, own.id))
    const known = kept && seatOfHold(kept)
    if (known) return { seat: await getGroup(tx, kind, known), isNew: false }
    if (kept && isLiveHold(deps, kept)) return completeLive(deps, tx, kept, provedAt, body, terms)
    const seat = { from: asked, ...seatOf(deps, body), batch, provedAt, others }
    const { id, isNew } = await placeSeats(deps, tx, offer.course, terms, seat)
    // The same booking was sent twice at once, and the other request was first.
    if (!isNew) return { seat: await getGroup(tx, kind, id), isNew }
    await deps.courses.sellSeat(tx, offer, wanted.seats)
    await discountSeats(deps, tx, kind, id, body.couponCode)
    return { seat: await welcomeSeats(deps, tx, kind, id, terms), isNew }
  }
  return judged(deps, tx, asker, wanted, anew, terms)
}

/** @throws `batch_changed` for a hold, or a booking, in another batch than the one that is named */
async function findBegun(tx: Tx, { eventId: courseId, holdId, batchId, email, transactionId }: Body) {
  const hold = holdId === undefined ? null : await findHoldOfCourse(tx, { id: holdId, courseId })
  const key = { course_id: courseId, email, transaction_id: transactionId }
  const id = (hold && seatOfHold(hold)) ?? (await findByTransaction(tx, key))
  const known = id ? await getGroup(tx, kind, id) : null
  // Staff may have moved a booking since its hold was completed.
  const there = hold && seatOfHold(hold) !== null ? hold : (known ?? hold)
  if (there?.starts_on && batchId !== undefined && batchId !== there.batch_id)
    throw refusal('seat-elsewhere', { facts: { day: there.starts_on } })
  return { hold, known }
}

/** True if a seat is held for the booking already, or it was sent before. */
export async function isBookingBegun(deps: RegistrationDeps, tx: Tx, body: Body): Promise<boolean> {
  const { hold, known } = await findBegun(tx, body)
  if (known) return true
  return hold !== null && (isLiveHold(deps, hold) || (hold.proved_at !== null && isOfSame(hold, body)))
}

/**
 * Books the seats that a hold keeps, else one in the named batch, else in the next dated one. The browser's
 * `transactionId` makes a repeat harmless; it proves no payment.
 * @throws `not_found`, `batch_changed`, `conflict` for an event without a date, `batch_full`, `coupon_invalid`,
 * `already_enrolled`, `limit_reached`
 * @param hasWord the page showed how to pay before: the booking is their word that they have paid
 */
export async function book(
  deps: RegistrationDeps,
  tx: Tx,
  body: Body,
  terms: SeatTerms,
  asker: Asker,
  { hasWord = true, asked }: FromAsk & { hasWord?: boolean } = {},
): Promise<SeatGroup> {
  const { hold, known } = await findBegun(tx, body)
  if (known) return known
  const isFree = hold !== null && Number(hold.amount_in_paise) === 0
  const mayHavePaid = hasWord && !isFree && deps.payments.provider.takesPayersWord
  const { seat, isNew } = await (hold
    ? bookHeld(deps, tx, hold, body, terms, asker, { asked, mayHavePaid })
    : bookAnew(deps, tx, body, terms, asker, asked))
  if (mayHavePaid && isNew && seat.status !== 'confirmed') await takeWord(deps, tx, seat, hold)
  return seat
}

function wantedOf({ email, phone, eventId: courseId, transactionId }: Body, batchId: string) {
  return { email, phone, batchId, booking: { courseId, transactionId } }
}

function isOfSame(hold: Hold, { email, phone }: Body): boolean {
  return hold.email === email && hold.phone === phone
}

/** The others whom the booking names, else as many as the hold kept. */
function othersOf({ others }: Body, hold: Hold) {
  return others ?? Array.from({ length: hold.seats - 1 }, () => ({}))
}

function batchOf({ batch_id: id, starts_on, starts_at, ends_on, joins_late }: Hold) {
  return { id, starts_on, starts_at, ends_on, joins_late }
}

/** No seat is left for them, or its batch or course is not sold any more. */
function isNoSeat(error: unknown): boolean {
  if (error instanceof AskFirst) return true
  return error instanceof DomainError && ['batch_full', 'batch_changed', 'not_found'].includes(error.code)
}
