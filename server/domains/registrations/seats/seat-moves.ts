import type { MovedPrice } from '../../../../contract/batches.ts'
import { DomainError, refusal } from '../../../../contract/errors.ts'
import { unprovedHoldHours } from '../../../../contract/seat-holds.ts'
import { decimalRupees } from '../../../../contract/words.ts'
import type { SeatKind, Tx } from '../../../db/schema.ts'
import type { Actor } from '../../../platform/audit.ts'
import { addMs } from '../../../platform/clock.ts'
import type { CoursesService } from '../../courses/courses.service.ts'
import type { Deps } from '../../deps.ts'
import type { PaymentsService } from '../../payments/payments.service.ts'
import { togetherOf } from '../../payments/settlement.service.ts'
import {
  factsOf,
  factsOfOne,
  factsOfParty,
  heldFacts,
  leftBatchOf,
  subjectOf,
  toStudent,
} from './seat-messages.ts'
import { findParty, isLive, type Party, partyOf } from './seat-parties.ts'
import { isNoRoom, isPlace, type SeatSteps } from './seat-steps.ts'
import { type MovedSeat, seatMoved } from './seats.letters.ts'
import { type Seat, updateSeat, wasConfirmed } from './seats.repository.ts'

type BatchRow = NonNullable<Awaited<ReturnType<CoursesService['lockBatch']>>>

/** From a batch to another one of its course, as staff asked for it. */
export interface Way {
  from: string
  to: string
  /** What becomes of the price where a seat costs otherwise there. */
  price?: MovedPrice | undefined
}

/** The same with both batches locked. */
export interface OpenWay {
  from: BatchRow
  to: BatchRow
  /** What is added to the price of each seat; below zero where a seat costs less there. */
  moreInPaise: number
}

interface Terms {
  holdHours: number
}

interface Pieces {
  steps: SeatSteps
  courses: CoursesService
  payments: PaymentsService
}

/** How seats go to another batch: one, or those of a batch that does not take place. */
export function createSeatMoves(
  { clock, ids, outbox }: Pick<Deps, 'clock' | 'ids' | 'outbox'>,
  { steps, courses, payments }: Pieces,
) {
  /** `at` names the field that is wrong. @throws `conflict`, also where staff have to say what becomes of the price */
  async function openWay(tx: Tx, way: Way, at: { at?: 'moveTo' } = {}): Promise<OpenWay> {
    // Locks are taken in one order, so that two moves that cross do not deadlock.
    const locked = new Map<string, BatchRow>()
    for (const id of [way.from, way.to].sort()) {
      const batch = await courses.lockBatch(tx, id)
      if (batch) locked.set(id, batch)
    }
    const [from, to] = [locked.get(way.from), locked.get(way.to)]
    const isSame = from === to || from?.course_id !== to?.course_id
    if (!from || !to || isSame || !courses.takesPlace(to)) throw refusal('move-impossible', at)
    const { priceInPaise: hereInPaise } = await courses.priceOfSeat(tx, from)
    const { priceInPaise: thereInPaise } = await courses.priceOfSeat(tx, to)
    const more = thereInPaise - hereInPaise
    if (more !== 0 && way.price === undefined) {
      throw refusal('move-price-differs', { at: 'price', facts: { hereInPaise, thereInPaise } })
    }
    return { from, to, moreInPaise: way.price === 'new' ? more : 0 }
  }

  /** Counted from now, as for whoever asks there now; never shorter than it was, but for the beginning of the batch. */
  function holdThere(seat: Seat, to: BatchRow, { holdHours }: Terms): string | null {
    if (seat.status !== 'pending' || to.starts_on === null) return null
    const isShort = seat.proved_at === null && !isPlace(seat)
    const hours = isShort ? Math.min(holdHours, unprovedHoldHours) : holdHours
    const anew = addMs(clock.now(), hours * 60 * 60_000)
    const until = seat.hold_until !== null && seat.hold_until > anew ? seat.hold_until : anew
    // Staff may want somebody in a batch that has begun.
    return courses.beforeStart({ ...to, joins_late: 1 }, until)
  }

  /** @throws `batch_full` where there is no room for all of them; `not_found` */
  async function shift(
    tx: Tx,
    seats: readonly Seat[],
    { from, to, moreInPaise }: OpenWay,
    terms: Terms,
    by: Actor | null,
  ): Promise<void> {
    await courses.takeSeat(tx, to.id, seats.length)
    for (const seat of seats) {
      await updateSeat(tx, seat, { batch_id: to.id, hold_until: holdThere(seat, to, terms) })
      const was = Number(seat.amount_in_paise)
      const price = Math.max(0, was + moreInPaise)
      if (price !== was) await steps.reprice(tx, seat, price)
      await steps.record(
        tx,
        seat,
        by,
        { batch: courses.batchText(seat), price: decimalRupees(was) },
        { batch: courses.batchText(to), price: decimalRupees(price) },
      )
    }
    await courses.releaseSeat(tx, from.id, seats.length)
  }

  /** What the letter says of the money of these seats, and how long they are held. */
  async function standingOf(tx: Tx, party: Party, seats: Party['members'], terms: Terms) {
    const [{ status, hold_until: own }] = seats
    const states = await payments.listStates(tx, party.kind, seats)
    const sum = (name: 'due_in_paise' | 'unseated_in_paise') =>
      states.reduce((all, row) => all + Number(row[name]), 0)
    const priced = {
      amountInPaise: seats.reduce((all, seat) => all + Number(seat.amount_in_paise), 0),
      payId: party.id,
    }
    if (status === 'confirmed') {
      const receipts = await payments.receiptRefs(tx, party.kind, seats)
      const sums = { restInPaise: sum('due_in_paise'), backInPaise: sum('unseated_in_paise') }
      return { ...priced, ...sums, receipts, stands: 'confirmed' as const }
    }
    if (own === null) return { ...priced, stands: 'place' as const }
    // What was taken in one go is paid in one go: the first hold that ends counts.
    const hold_until = party.hold_until ?? own
    const held = { ...priced, ...heldFacts({ ...party, hold_until }, steps.longerHold(party, terms)) }
    if (togetherOf(states) === 'checking') return { ...held, stands: 'checking' as const }
    // The link pays for all that were taken in one go.
    const dueInPaise = await steps.restOf(tx, party)
    return { ...held, stands: 'held' as const, dueInPaise }
  }

  /** One letter, to whoever took the seats. `here` are they as they were. */
  async function tellMoved(
    tx: Tx,
    { kind, id }: Pick<Party, 'kind' | 'id'>,
    here: readonly Seat[],
    { reason, terms }: { reason?: string; terms: Terms },
  ): Promise<void> {
    const [first] = here
    const party = await findParty(tx, kind, id)
    const [one, ...more] = party?.members.filter((seat) => here.some(({ id }) => id === seat.id)) ?? []
    if (!party || !first || !one) throw new Error('a seat that was just moved is not there')
    // It may cost nothing there, or no more than was paid.
    const moved = partyOf([one, ...more])
    const seats = ((await steps.confirmPaid(tx, moved)) ?? moved).members
    const [now, ...others] = seats
    const was = here.reduce((sum, seat) => sum + Number(seat.amount_in_paise), 0)
    const standing = await standingOf(tx, party, seats, terms)
    // Where a group stays in part, what was told before is true of those that stay.
    const isAll = party.members.every((seat) => !isLive(seat) || seats.some(({ id }) => id === seat.id))
    if (isAll) await outbox.withdraw(tx, subjectOf(now))
    const facts: MovedSeat = {
      ...(others.length === 0 ? factsOfOne(party, now) : factsOfParty(party, seats)),
      batchId: now.batch_id,
      batch: factsOf(now).batch,
      sessions: await courses.sessionsAhead(tx, now.batch_id),
      from: factsOf(first).batch,
      ...leftBatchOf(party, here),
      ...(reason !== undefined && { reason }),
      ...standing,
      ...(was !== standing.amountInPaise && { wasInPaise: was }),
    }
    // What staff did: no stranger can cause many of these.
    await outbox.tell(tx, { ...toStudent(now, `moved:${ids.id()}`, seatMoved(facts)), isOwed: true })
  }

  /** One that expired or was cancelled, whose money waits for staff, is confirmed in its new batch. */
  async function moveEnded(tx: Tx, party: Party, seat: Seat, way: OpenWay, terms: Terms, by: Actor | null) {
    // Who has read before that the seat is confirmed reads now that it is moved.
    const isFirst = !(await wasConfirmed(tx, seat.id))
    await courses.takeSeat(tx, way.to.id)
    const was = Number(seat.amount_in_paise)
    const changes = { batch_id: way.to.id, status: 'confirmed' as const, confirmed_at: clock.now() }
    await updateSeat(tx, seat, changes)
    await steps.retakeCoupon(tx, seat)
    const now = Math.max(0, was + way.moreInPaise)
    await steps.reprice(tx, seat, now)
    const before = { batch: courses.batchText(seat), status: seat.status, price: decimalRupees(was) }
    const after = { batch: courses.batchText(way.to), status: 'confirmed', price: decimalRupees(now) }
    await steps.record(tx, seat, by, before, after)
    if (!isFirst) return tellMoved(tx, party, [seat], { terms })
    await outbox.withdraw(tx, subjectOf(seat))
    const moved = await steps.getLocked(tx, seat.kind, seat.id)
    await outbox.tell(tx, await steps.confirmed(tx, { ...partyOf([moved]), name: party.name }))
  }

  return {
    openWay,

    /**
     * One that expired or was cancelled, whose money waits for staff, is confirmed in its new batch. A held one is held as if
     * it were asked for there now.
     * @throws `conflict` if it is not in `from` or not held any more, or `to` is over or of another course, or costs
     * otherwise and nobody said which price it has; `batch_full`
     */
    async move(tx: Tx, kind: SeatKind, id: string, way: Way, terms: Terms, by: Actor | null): Promise<Seat> {
      const party = await steps.getParty(tx, kind, id)
      const seat = party.members.find((one) => one.id === id) ?? party
      if (seat.batch_id === way.to) return seat
      if (seat.batch_id !== way.from) throw new DomainError('conflict')
      const hasEnded = seat.status === 'expired' || seat.status === 'cancelled'
      const isLate = hasEnded && (await payments.moneyOf(tx, seat)).state === 'attention'
      if (seat.status === 'cancelled' && !isLate) throw refusal('seat-cancelled', { facts: { kind } })
      if (seat.status === 'expired' && !isLate) throw refusal('seat-hold-over')
      const open = await openWay(tx, way)
      if (isLate) await moveEnded(tx, party, seat, open, terms, by)
      else {
        await shift(tx, [seat], open, terms, by)
        await tellMoved(tx, party, [seat], { terms })
      }
      return steps.getLocked(tx, kind, id)
    },

    /** Several of one party, with one letter that says why; false if there is no room for all of them. */
    async moveTogether(
      tx: Tx,
      party: Party,
      here: readonly Seat[],
      { way, reason, terms }: { way: OpenWay; reason: string; terms: Terms },
      by: Actor | null,
    ): Promise<boolean> {
      try {
        await shift(tx, here, way, terms, by)
      } catch (error) {
        if (isNoRoom(error)) return false
        throw error
      }
      await tellMoved(tx, party, here, { reason, terms })
      return true
    },
  }
}
