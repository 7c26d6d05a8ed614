import type * as z from 'zod/mini'
import { DomainError, refusal } from '../../../../contract/errors.ts'
import { type SeatHoldView, type seatHoldBody, silentHoldMinutes } from '../../../../contract/seat-holds.ts'
import { decimalRupees } from '../../../../contract/words.ts'
import { whileThere } from '../../../db/guards.ts'
import type { Tx } from '../../../db/schema.ts'
import { addMs } from '../../../platform/clock.ts'
import { mailboxOf } from '../../../platform/recipients.ts'
import type { CoursesService, Offer } from '../../courses/courses.service.ts'
import type { Deps } from '../../deps.ts'
import type { Asker, HoldersService, UnprovedTerms } from '../caps/holders.service.ts'
import type { AskedSeatsService } from './asked-seats.service.ts'
import {
  endHold,
  findHold,
  findLive,
  type Hold,
  insertHold,
  listLiveIn,
  listOver,
  lockHold,
  lockHoldsIn,
  setHoldProved,
  setSeat,
  setSeats,
} from './seat-holds.repository.ts'

export type { Hold }
export type SeatHoldsService = ReturnType<typeof createSeatHoldsService>

const holdsARound = 100
const referenceTries = 20

/**
 * A seat that is kept for a few minutes while somebody pays in the booking dialog: live → completed, ended or released.
 * Nobody is told of it. Every step locks the hold's row first and then the batch's, as steps on seats do.
 */
export function createSeatHoldsService(
  { db, clock, ids }: Deps,
  courses: CoursesService,
  holders: HoldersService,
  askedSeats: AskedSeatsService,
) {
  /** The time is up, and the loop that writes so has not run yet. */
  const isOver = (hold: Hold): boolean => hold.state === 'live' && hold.hold_until <= clock.now()

  function presentHold(hold: Hold): SeatHoldView {
    const now = clock.now()
    const msLeft = Date.parse(hold.hold_until) - clock.ms()
    const state = isOver(hold) ? 'ended' : hold.state
    return {
      id: hold.id,
      reference: hold.reference,
      state,
      until: hold.hold_until,
      now,
      secondsLeft: state === 'live' ? Math.floor(msLeft / 1000) : 0,
      eventId: hold.course_id,
      batchId: hold.batch_id,
      batch: courses.batchText(hold),
      seats: hold.seats,
      amount: decimalRupees(hold.amount_in_paise * hold.seats),
      bookingId: hold.seat_id,
    }
  }

  async function getHold(id: string, find: (id: string) => Promise<Hold | undefined>): Promise<Hold> {
    const hold = await find(id)
    if (!hold) throw refusal('hold-unknown')
    return hold
  }

  /** Gives its seats back; false if it was not live any more. The caller has locked it. */
  async function end(tx: Tx, hold: Hold, state: 'ended' | 'released'): Promise<boolean> {
    if (!(await endHold(tx, hold.id, { state }))) return false
    await courses.releaseSeat(tx, hold.batch_id, hold.seats)
    return true
  }

  function expire(id: string): Promise<boolean> {
    return db.transaction(async (tx) => {
      const hold = await lockHold(tx, id)
      return hold !== undefined && isOver(hold) && end(tx, hold, 'ended')
    })
  }

  /** Nobody else completes or ends it until the transaction ends. One whose time is up has ended, whenever the loop runs. */
  async function lock(tx: Tx, id: string): Promise<Hold> {
    const hold = await getHold(id, (id) => lockHold(tx, id))
    return isOver(hold) && (await end(tx, hold, 'ended')) ? { ...hold, state: 'ended' } : hold
  }

  /**
   * A live hold keeps `seats` from now on; of another nothing changes. More are sold as any seats are, at one price with
   * those that are kept: `priceInPaise`, else that of the hold. @throws `batch_full`, `batch_changed`, `not_found`
   */
  async function resize(tx: Tx, id: string, seats: number, priceInPaise?: number): Promise<Hold> {
    const hold = await lock(tx, id)
    if (hold.state !== 'live' || hold.seats === seats) return hold
    const more = seats - hold.seats
    if (more > 0) {
      const named = { courseId: hold.course_id, batchId: hold.batch_id }
      const offer = await courses.batchForSale(tx, named)
      if (offer.course.priceInPaise !== (priceInPaise ?? Number(hold.amount_in_paise))) {
        throw refusal('batch-terms-changed', { details: { nextbatch: courses.batchText(hold) } })
      }
      await courses.sellSeat(tx, offer, more, hold.seats)
    }
    await setSeats(tx, id, seats)
    if (more < 0) await courses.releaseSeat(tx, hold.batch_id, -more)
    return { ...hold, seats }
  }

  /** The hold of this dialog, if it still stands in the batch that is named. */
  async function findOwn(tx: Tx, body: z.output<typeof seatHoldBody>): Promise<Hold | undefined> {
    const hold = await findLive(tx, keyOf(body))
    const isThere = hold && !isOver(hold) && (body.batchId ?? hold.batch_id) === hold.batch_id
    return isThere ? hold : undefined
  }

  /** Of one dialog one hold is live: before another is taken its seats go back. */
  async function leave(tx: Tx, id: string, next: { id: string }): Promise<void> {
    const hold = await getHold(id, (id) => lockHold(tx, id))
    // In one order, so that two dialogs that go from one batch to the other do not deadlock.
    for (const id of [hold.batch_id, next.id].sort()) await courses.lockBatch(tx, id)
    await end(tx, hold, isOver(hold) ? 'ended' : 'released')
  }

  return {
    resize,

    /**
     * A repeat, and another try of the same browser, find the hold that it has in the batch.
     * @throws `not_found`, `batch_changed` for a batch that is not sold, `conflict` for one without a date, `batch_full`,
     * `already_enrolled`, `limit_reached`
     */
    async take(
      tx: Tx,
      body: z.output<typeof seatHoldBody>,
      terms: UnprovedTerms,
      asker: Asker,
      asked?: { id: string; reference: string },
    ): Promise<SeatHoldView> {
      const { eventId: courseId, email, phone, transactionId, seats = 1 } = body
      const key = keyOf(body)
      // Before its seats are read, so that nobody changes them meanwhile.
      await holders.lock(tx, body)
      // What was asked for by mail is held anew: its press proves.
      const known = asked ? undefined : await findOwn(tx, body)
      if (known) {
        const resized = await resize(tx, known.id, seats)
        const isProved = known.proved_at === null && (await holders.isProved(tx, asker, email))
        const provedAt = isProved ? clock.now() : known.proved_at
        if (isProved) await setHoldProved(tx, known.id, clock.now())
        const hold = { ...known, batchId: known.batch_id, provedAt }
        await holders.countMore(tx, asker, hold, seats - known.seats, terms)
        return presentHold(resized)
      }
      const offer = await courses.batchForSale(tx, { courseId, batchId: body.batchId })
      const { batch } = offer
      if (batch.starts_on === null) throw refusal('event-over')
      const person = { email, phone, batchId: batch.id, booking: { courseId, transactionId }, seats }
      return holders.judged(
        tx,
        asker,
        person,
        async ({ provedAt, own }) => {
          const kept = own && (await resize(tx, own.id, seats))
          if (kept?.state === 'live') return presentHold(kept)
          const before = await findLive(tx, key)
          if (before && (asked || isOver(before) || before.batch_id !== batch.id))
            await leave(tx, before.id, batch)
          const now = clock.now()
          const row = {
            ...key,
            id: asked?.id ?? ids.id(),
            batch_id: batch.id,
            name: `${body.firstName} ${body.lastName}`,
            phone,
            mailbox: mailboxOf(email),
            amount_in_paise: offer.course.priceInPaise,
            seats,
            state: 'live' as const,
            hold_until: courses.beforeStart(batch, addMs(now, silentHoldMinutes * 60_000)),
            proved_at: provedAt,
            created_at: now,
          }
          for (let count = 0; count < referenceTries; count++) {
            const inserted = insertHold(tx, { ...row, reference: asked?.reference ?? ids.reference() })
            if (await whileThere(inserted, () => new DomainError('batch_full'))) {
              await courses.sellSeat(tx, offer, seats)
              return presentHold(await getHold(row.id, (id) => findHold(tx, id)))
            }
            // The same step was sent twice at once, and the other request was first.
            const live = await findLive(tx, key)
            if (live) return presentHold(await resize(tx, live.id, seats))
          }
          throw new Error(`no free reference in ${referenceTries} tries`)
        },
        terms,
      )
    },

    /** Takes the seats that are sold, or those that this browser's `own` hold keeps in the same batch. */
    async sellSeat(
      tx: Tx,
      offer: Offer,
      { own, seats }: { own: { id: string } | null; seats: number },
    ): Promise<{ batch: Offer['batch']; hold: Hold | null }> {
      const hold = own && (await resize(tx, own.id, seats, offer.course.priceInPaise))
      if (hold?.state !== 'live') return { batch: await courses.sellSeat(tx, offer, seats), hold: null }
      const batch = await courses.lockBatch(tx, hold.batch_id)
      return { batch: batch ?? offer.batch, hold }
    },

    /** Whether this dialog holds so many seats. */
    isHeld: async (tx: Tx, body: z.output<typeof seatHoldBody>): Promise<boolean> =>
      ((await findOwn(tx, body))?.seats ?? 0) >= (body.seats ?? 1),

    /** Inside a transaction. @throws `not_found` */
    read: async (tx: Tx, id: string): Promise<SeatHoldView> =>
      presentHold(await getHold(id, (id) => findHold(tx, id))),

    /** A seat that was asked for is seen by its id as well. @throws `not_found` */
    async view(id: string): Promise<SeatHoldView> {
      const hold = await findHold(db.read, id)
      const asked = hold ? null : await askedSeats.holdView(db.read, id)
      return asked ?? presentHold(await getHold(id, async () => hold))
    },

    /** Gives the seat back; a second call, and one for a booking, change nothing. @throws `not_found` */
    async release(tx: Tx, id: string): Promise<SeatHoldView> {
      const asked = await askedSeats.holdView(tx, id)
      if (asked && (await askedSeats.release(tx, id))) return { ...asked, state: 'released' }
      const hold = await lock(tx, id)
      return presentHold((await end(tx, hold, 'released')) ? { ...hold, state: 'released' } : hold)
    },

    /** The hold that a booking of this course completes. Nothing changes its person, course and batch. */
    async find(tx: Tx, { id, courseId }: { id: string; courseId: string }): Promise<Hold | null> {
      const hold = await findHold(tx, id)
      return hold?.course_id === courseId ? hold : null
    },

    lock,

    isLive: (hold: Hold): boolean => hold.state === 'live' && !isOver(hold),

    /** The booking `seatId` sits where the hold sat; of a hold that had ended it remembers what it became. */
    complete: (tx: Tx, hold: Pick<Hold, 'id'>, seatId: string): Promise<void> => setSeat(tx, hold.id, seatId),

    lockIn: lockHoldsIn,

    /** Ends the holds of a batch that does not take place: whoever pays late finds no seat. The caller has locked it. */
    async endIn(tx: Tx, batchId: string): Promise<void> {
      for (const { id, seats } of await listLiveIn(tx, batchId)) {
        if (await endHold(tx, id, { state: 'ended' })) await courses.releaseSeat(tx, batchId, seats)
      }
    },

    /** Ends every hold whose time is up, and frees its seat. Several processes may run it at once. */
    async expireHolds(): Promise<number> {
      let count = 0
      let over: string[]
      do {
        over = await listOver(db.read, clock.now(), holdsARound)
        for (const id of over) if (await expire(id)) count++
      } while (over.length === holdsARound)
      return count
    },
  }
}

function keyOf({ eventId, email, transactionId }: z.output<typeof seatHoldBody>) {
  return { course_id: eventId, email, transaction_id: transactionId }
}
