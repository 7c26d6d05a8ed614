import type * as z from 'zod/mini'
import { DomainError, refusal } from '../../../contract/errors.ts'
import type { eventBookingBody } from '../../../contract/event-bookings.ts'
import { schoolDayOf } from '../../../contract/school-day.ts'
import type { Tx } from '../../db/schema.ts'
import type { CoursesService } from '../courses/courses.service.ts'
import type { Deps } from '../deps.ts'
import type { PaymentsService } from '../payments/payments.service.ts'
import { type Admitted, type Asker, AskFirst, type HoldersService } from './caps/holders.service.ts'
import type { Hold, SeatHoldsService } from './holds/seat-holds.service.ts'
import type { Party, SeatsService, SeatTerms } from './seats/seats.service.ts'

export type EventBookingsService = ReturnType<typeof createEventBookingsService>

type Body = z.output<typeof eventBookingBody>

/** `isNew` is false for a booking that was sent before. */
interface Begun {
  seat: Party
  isNew: boolean
}

const kind = 'event-booking'

/** Of a seat that was asked for: its receipt names them already. */
type Asked = Partial<Pick<Party, 'id' | 'reference'>>

export function createEventBookingsService(
  { clock }: Pick<Deps, 'clock'>,
  courses: CoursesService,
  seats: SeatsService,
  holders: HoldersService,
  holds: SeatHoldsService,
  payments: PaymentsService,
) {
  function seatOf(body: Body) {
    return {
      kind,
      name: `${body.firstName} ${body.lastName}`,
      email: body.email,
      phone: body.phone,
      question: body.specialRequirements || null,
      transaction_id: body.transactionId,
      isReported: payments.provider.takesPayersWord,
    } as const
  }

  /**
   * The page shows the QR code before it posts: the booking is their word that the money is on its way. Whoever has not
   * paid yet still finds the code on the payment page, until they press "I have paid" there.
   */
  async function takeWord(tx: Tx, seat: Party, hold: Hold | null): Promise<void> {
    // What its code showed, whatever a seat costs since.
    const shown = hold && Number(hold.amount_in_paise) * hold.seats - seat.discount_in_paise
    await payments.recordClaim(tx, seat, { reference: null, amountInPaise: shown ?? seat.amount_in_paise })
  }

  /** Turns a live hold into a booking, at the price that was shown with it. The caller has locked it. */
  async function complete(
    tx: Tx,
    hold: Hold,
    provedAt: string | null,
    body: Body,
    terms: SeatTerms,
  ): Promise<Begun> {
    const course = { id: hold.course_id, priceInPaise: Number(hold.amount_in_paise) }
    const others = othersOf(body, hold)
    // Before the seats are written: what is given back would else be counted twice, as the hold's and as theirs.
    await holds.resize(tx, hold.id, others.length + 1)
    const seat = { ...seatOf(body), batch: batchOf(hold), provedAt, reference: hold.reference, others }
    const { id, isNew } = await seats.begin(tx, course, terms, seat)
    if (!isNew) return { seat: await seats.get(tx, kind, id), isNew }
    await courses.lockBatch(tx, hold.batch_id)
    await seats.discount(tx, kind, id, body.couponCode)
    await holds.complete(tx, hold, id)
    return { seat: await seats.welcome(tx, kind, id, terms), isNew }
  }

  /**
   * The same, and judges what a booking takes more than its hold. Its code is not judged where the page has shown how to pay
   * already: the price with the code was asked for while the seats were held. @throws {AskFirst}
   */
  async function completeMore(
    tx: Tx,
    hold: Hold,
    provedAt: string | null,
    body: Body,
    terms: SeatTerms,
    asker: Asker,
    { mayHavePaid }: { mayHavePaid: boolean },
  ): Promise<Begun> {
    const begun = await complete(tx, hold, provedAt, body, terms)
    const { email, phone } = body
    const coupon = mayHavePaid ? null : body.couponCode
    const pieces = othersOf(body, hold).length + 1 - (hold.proved_at === null ? hold.seats : 0)
    await holders.countMore(
      tx,
      asker,
      { email, phone, provedAt, batchId: hold.batch_id, coupon },
      pieces,
      terms,
    )
    return begun
  }

  /** Whoever completes another person's hold is judged as that person was. */
  async function provedAs(tx: Tx, hold: Hold, body: Body, asker: Asker): Promise<string | null> {
    if (isOfSame(hold, body)) {
      const isProved = hold.proved_at === null && (await holders.isProved(tx, asker, body.email))
      return isProved ? clock.now() : hold.proved_at
    }
    const known = [...asker.known, hold.id]
    return (await holders.admit(tx, { ...asker, known }, wantedOf(body, hold.batch_id))).provedAt
  }

  /**
   * The seats of the hold went back: they are asked for, sold and counted anew. Nobody's money is lost: where `mayHavePaid`
   * and no seat is left, the booking waits for staff.
   */
  async function completeLate(
    tx: Tx,
    hold: Hold,
    body: Body,
    terms: SeatTerms,
    asker: Asker,
    { mayHavePaid, ...asked }: Asked & { mayHavePaid: boolean },
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
    const isCounted = hold.proved_at === null && schoolDayOf(Date.parse(hold.created_at)) === clock.today()
    const others = othersOf(body, hold)
    const wanted = { ...wantedOf(body, hold.batch_id), seats: others.length + 1 }
    const late = async ({ provedAt, own, pieces }: Admitted): Promise<Begun> => {
      const kept = own && (await holds.lock(tx, own.id))
      if (kept && holds.isLive(kept))
        return completeMore(tx, kept, provedAt, body, terms, asker, { mayHavePaid })
      // Before its offer is read: one that changed after the seats are taken could not give them back.
      await courses.lockBatch(tx, hold.batch_id)
      const offer = await orNone(
        courses.batchForSale(tx, { courseId: hold.course_id, batchId: hold.batch_id }),
      )
      const course = offer?.course ?? { id: hold.course_id, priceInPaise: Number(hold.amount_in_paise) }
      const seat = { reference: hold.reference, ...asked, ...seatOf(body), batch: batchOf(hold), provedAt }
      const { id, isNew } = await seats.begin(tx, course, terms, { ...seat, others })
      if (!isNew) return { seat: await seats.get(tx, kind, id), isNew }
      const taken = offer && (await orNone(courses.takeSeat(tx, hold.batch_id, wanted.seats)))
      await seats.discount(tx, kind, id, body.couponCode)
      await holds.complete(tx, hold, id)
      const taking = {
        ...wanted,
        coupon: body.couponCode,
        provedAt,
        pieces: wanted.seats,
        total: pieces + wanted.seats,
        // One that ended by itself was counted in the day in which it was taken.
        counted: hold.state === 'ended' && isCounted ? hold.seats : 0,
      }
      const judged = async () => {
        await holders.count(tx, who, taking, terms)
        return true
      }
      if (taken && (await orNone(judged()))) return { seat: await seats.welcome(tx, kind, id, terms), isNew }
      const unseated = await seats.endUnseated(tx, kind, id)
      if (taken) await courses.releaseSeat(tx, hold.batch_id, wanted.seats)
      return { seat: unseated, isNew }
    }
    return holders.judged(tx, who, wanted, late, null)
  }

  /** A proof of the hold is one still. */
  function lateAsker(hold: Hold, body: Body, asker: Asker): Asker {
    return hold.proved_at !== null && isOfSame(hold, body) ? { ...asker, hasLetter: true } : asker
  }

  async function bookHeld(
    tx: Tx,
    { id }: Hold,
    body: Body,
    terms: SeatTerms,
    asker: Asker,
    asked: Asked & { mayHavePaid: boolean },
  ): Promise<Begun> {
    // Of a person, a hold and a batch the person is locked first, as everywhere.
    await holders.lock(tx, body)
    const hold = await holds.lock(tx, id)
    // Somebody else of the same browser was first.
    if (hold.seat_id !== null) return { seat: await seats.get(tx, kind, hold.seat_id), isNew: false }
    if (!holds.isLive(hold)) return completeLate(tx, hold, body, terms, asker, asked)
    return completeMore(tx, hold, await provedAs(tx, hold, body, asker), body, terms, asker, asked)
  }

  async function bookAnew(tx: Tx, body: Body, terms: SeatTerms, asker: Asker, asked: Asked): Promise<Begun> {
    const offer = await courses.batchForSale(tx, { courseId: body.eventId, batchId: body.batchId })
    const { batch } = offer
    if (batch.starts_on === null) throw refusal('event-over')
    const { others = [] } = body
    const wanted = { ...wantedOf(body, batch.id), seats: others.length + 1, coupon: body.couponCode }
    const anew = async ({ provedAt, own }: Admitted): Promise<Begun> => {
      const kept = own && (await holds.lock(tx, own.id))
      if (kept?.seat_id) return { seat: await seats.get(tx, kind, kept.seat_id), isNew: false }
      if (kept && holds.isLive(kept)) return complete(tx, kept, provedAt, body, terms)
      const seat = { ...asked, ...seatOf(body), batch, provedAt, others }
      const { id, isNew } = await seats.begin(tx, offer.course, terms, seat)
      // The same booking was sent twice at once, and the other request was first.
      if (!isNew) return { seat: await seats.get(tx, kind, id), isNew }
      await courses.sellSeat(tx, offer, wanted.seats)
      await seats.discount(tx, kind, id, body.couponCode)
      return { seat: await seats.welcome(tx, kind, id, terms), isNew }
    }
    return holders.judged(tx, asker, wanted, anew, terms)
  }

  /** @throws `batch_changed` for a hold, or a booking, in another batch than the one that is named (reading M3) */
  async function findBegun(tx: Tx, { eventId: courseId, holdId, batchId, email, transactionId }: Body) {
    const hold = holdId === undefined ? null : await holds.find(tx, { id: holdId, courseId })
    const key = { course_id: courseId, email, transaction_id: transactionId }
    const id = hold?.seat_id ?? (await seats.findBooking(tx, key))
    const known = id ? await seats.get(tx, kind, id) : null
    // Staff may have moved a booking since its hold was completed.
    const there = hold?.seat_id ? hold : (known ?? hold)
    if (there?.starts_on && batchId !== undefined && batchId !== there.batch_id)
      throw refusal('seat-elsewhere', { facts: { day: there.starts_on } })
    return { hold, known }
  }

  return {
    /** Whether a seat is held for it already, or it was sent before. */
    async isBegun(tx: Tx, body: Body): Promise<boolean> {
      const { hold, known } = await findBegun(tx, body)
      if (known) return true
      return hold !== null && (holds.isLive(hold) || (hold.proved_at !== null && isOfSame(hold, body)))
    },

    /**
     * Books the seats that a hold keeps, else one in the named batch, else in the next dated one. The browser's
     * `transactionId` makes a repeat harmless; it proves no payment.
     * @throws `not_found`, `batch_changed`, `conflict` for an event without a date, `batch_full`, `coupon_invalid`,
     * `already_enrolled`, `limit_reached`
     * @param hasWord the page showed how to pay before: the booking is their word that they have paid
     */
    async book(
      tx: Tx,
      body: Body,
      terms: SeatTerms,
      asker: Asker,
      { hasWord = true, ...asked }: Asked & { hasWord?: boolean } = {},
    ): Promise<Party> {
      const { hold, known } = await findBegun(tx, body)
      if (known) return known
      const isFree = hold !== null && Number(hold.amount_in_paise) === 0
      const mayHavePaid = hasWord && !isFree && payments.provider.takesPayersWord
      const { seat, isNew } = await (hold
        ? bookHeld(tx, hold, body, terms, asker, { ...asked, mayHavePaid })
        : bookAnew(tx, body, terms, asker, asked))
      if (mayHavePaid && isNew && seat.status !== 'confirmed') await takeWord(tx, seat, hold)
      return seat
    },
  }
}

function wantedOf({ email, phone, eventId: courseId, transactionId }: Body, batchId: string) {
  return { email, phone, batchId, booking: { courseId, transactionId } }
}

function isOfSame(hold: Hold, { email, phone }: Body): boolean {
  return hold.email === email && hold.phone === phone
}

/** As many as were said, else as many as the hold kept. */
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
