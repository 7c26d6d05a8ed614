import { refusal } from '../../../contract/errors.ts'
import type { SeatKind, Tx } from '../../db/schema.ts'
import type { Actor } from '../../platform/audit.ts'
import type { CoursesService } from '../courses/courses.service.ts'
import type { Deps } from '../deps.ts'
import type { PaymentsService } from '../payments/payments.service.ts'
import { factsOf, factsOfOne, factsOfParty, subjectOf, toStudent } from './seat-messages.ts'
import { findParty, isLive, type Party } from './seat-parties.ts'
import { isNoRoom, type SeatSteps } from './seat-steps.ts'
import { batchCancelled, seatCancelled, seatMoved } from './seats.letters.ts'
import { listLiveIn, lockSeatsIn, type Seat, updateSeat } from './seats.repository.ts'

type BatchRow = NonNullable<Awaited<ReturnType<CoursesService['lockBatch']>>>

/** A batch that does not take place. */
interface EndedBatch {
  id: string
  reason: string
  moveTo?: string | undefined
}

interface Pieces {
  steps: SeatSteps
  courses: CoursesService
  payments: PaymentsService
}

/** How seats are cancelled: one, or all of a batch that does not take place. */
export function createSeatEnds(
  { outbox, ids }: Pick<Deps, 'outbox' | 'ids'>,
  { steps, courses, payments }: Pieces,
) {
  /** Whether there is money to give back. The caller tells the student. */
  async function end(tx: Tx, seat: Seat, by: Actor | null): Promise<boolean> {
    await updateSeat(tx, seat, { status: 'cancelled', hold_until: null })
    if (seat.status !== 'expired') await courses.releaseSeat(tx, seat.batch_id)
    await steps.releaseCoupon(tx, seat)
    const isPaid = await payments.unseatMoney(tx, seat)
    await steps.takeBack(tx, seat)
    await steps.record(tx, seat, by, { status: seat.status }, { status: 'cancelled' })
    return isPaid
  }

  return {
    /** Frees the seat and tells who took it; what was paid waits for staff. A second call changes nothing. */
    async cancel(tx: Tx, kind: SeatKind, id: string, by: Actor | null = null): Promise<Seat> {
      const party = await steps.getParty(tx, kind, id)
      const seat = party.members.find((one) => one.id === id)
      if (!seat) throw refusal('seat-unknown', { facts: { kind } })
      if (seat.status === 'cancelled') return seat
      const isPaid = await end(tx, seat, by)
      const left = party.members.filter((one) => one.id !== id && isLive(one)).length
      const facts = { ...factsOfOne(party, seat), isPaid, ...(left > 0 && { seatsLeft: left }) }
      await outbox.tell(tx, toStudent(seat, 'cancelled', seatCancelled(facts)))
      return { ...seat, status: 'cancelled', hold_until: null }
    },

    lockIn: lockSeatsIn,

    /**
     * Ends the seats of a batch that does not take place, and tells everybody why: those that find room in `moveTo` are moved,
     * a group as a whole, the others are cancelled. Answers whose money waits now. The caller has locked the batches of the
     * course. @throws `conflict` if nobody can be moved there
     */
    async cancelIn(tx: Tx, ended: EndedBatch, by: Actor | null) {
      const live = await listLiveIn(tx, ended.id)
      const target =
        ended.moveTo === undefined || live.length === 0 ? null : await targetOf(tx, ended.id, ended.moveTo)
      const left: { name: string; reference: string }[] = []
      const gone: typeof live = []
      for (const [id, rows] of Map.groupBy(live, (row) => row.group_id ?? row.id)) {
        const party = rows[0] && (await findParty(tx, rows[0].kind, id))
        const here = party?.members.filter((seat) => isLive(seat) && seat.batch_id === ended.id) ?? []
        if (!party || here.length === 0) continue
        if (target && (await moveParty(tx, party, here, { target, reason: ended.reason, by }))) continue
        gone.push(...rows)
        await endParty(tx, party, here, { reason: ended.reason, by })
        if (target) left.push({ name: party.name, reference: party.reference })
      }
      let paid = 0
      let paidInPaise = 0
      for (const seat of gone) {
        const { unseated_in_paise } = await payments.moneyOf(tx, seat)
        if (unseated_in_paise > 0) paid++
        paidInPaise += unseated_in_paise
      }
      return { seats: gone.length, moved: live.length - gone.length, left, paid, paidInPaise }
    },
  }

  async function targetOf(tx: Tx, from: string, to: string): Promise<BatchRow> {
    const [batch, target] = [await courses.lockBatch(tx, from), await courses.lockBatch(tx, to)]
    const isSame = from === to || target?.course_id !== batch?.course_id
    if (!target || isSame || !courses.takesPlace(target)) throw refusal('move-impossible', { at: 'moveTo' })
    return target
  }

  /** One letter, to whoever took the seats. False if there is no room for all of them. */
  async function moveParty(
    tx: Tx,
    party: Party,
    here: readonly Seat[],
    { target, reason, by }: { target: BatchRow; reason: string; by: Actor | null },
  ): Promise<boolean> {
    const [first] = here
    if (!first) return true
    try {
      await courses.takeSeat(tx, target.id, here.length)
    } catch (error) {
      if (isNoRoom(error)) return false
      throw error
    }
    for (const seat of here) {
      const { hold_until } = seat
      await updateSeat(tx, seat, {
        batch_id: target.id,
        // Staff may want somebody in a batch that has begun.
        hold_until: hold_until && courses.beforeStart({ ...target, joins_late: 1 }, hold_until),
      })
      const to = { batch: courses.batchText(target) }
      await steps.record(tx, seat, by, { batch: courses.batchText(seat) }, to)
    }
    await courses.releaseSeat(tx, first.batch_id, here.length)
    await outbox.withdraw(tx, subjectOf(first))
    const moved = await findParty(tx, party.kind, party.id)
    const seats = moved?.members.filter(({ id }) => here.some((seat) => seat.id === id)) ?? []
    const [now] = seats
    if (!moved || !now) throw new Error('a seat that was just moved is not there')
    const facts = seats.length === 1 ? factsOfOne(moved, now) : factsOfParty(moved, seats)
    const words = seatMoved({
      ...facts,
      batchId: target.id,
      batch: factsOf(now).batch,
      sessions: await courses.sessionsAhead(tx, target.id),
      from: factsOf(first).batch,
      reason,
    })
    await outbox.tell(tx, toStudent(moved, `moved:${ids.id()}`, words))
    return true
  }

  /** One letter, to whoever took the seats. */
  async function endParty(
    tx: Tx,
    party: Party,
    here: readonly Seat[],
    { reason, by }: { reason: string; by: Actor | null },
  ): Promise<void> {
    const [first] = here
    if (!first) return
    let isPaid = false
    for (const seat of here) isPaid = (await end(tx, seat, by)) || isPaid
    const facts =
      here.length === 1
        ? factsOfOne(party, first)
        : { ...factsOfParty(party, here), batchId: first.batch_id, batch: factsOf(first).batch }
    await outbox.tell(tx, toStudent(first, 'cancelled', batchCancelled({ ...facts, isPaid, reason })))
  }
}
