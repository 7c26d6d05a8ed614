import type { MovedPrice } from '../../../contract/batches.ts'
import { refusal } from '../../../contract/errors.ts'
import type { SeatKind, Tx } from '../../db/schema.ts'
import type { Actor } from '../../platform/audit.ts'
import type { CoursesService } from '../courses/courses.service.ts'
import type { Deps } from '../deps.ts'
import type { PaymentsService } from '../payments/payments.service.ts'
import { factsOf, factsOfOne, factsOfParty, leftBatchOf, toStudent } from './seat-messages.ts'
import type { createSeatMoves } from './seat-moves.ts'
import { findParty, isLive, type Party } from './seat-parties.ts'
import type { SeatSteps } from './seat-steps.ts'
import { batchCancelled, seatCancelled } from './seats.letters.ts'
import { listLiveIn, lockSeatsIn, type Seat, updateSeat } from './seats.repository.ts'

/** A batch that does not take place. */
interface EndedBatch {
  id: string
  reason: string
  moveTo?: string | undefined
  /** What becomes of the price of those that are moved, where a seat costs otherwise there. */
  price?: MovedPrice | undefined
}

interface Pieces {
  steps: SeatSteps
  moves: ReturnType<typeof createSeatMoves>
  courses: CoursesService
  payments: PaymentsService
}

/** How seats are cancelled: one, or all of a batch that does not take place. */
export function createSeatEnds(
  { outbox }: Pick<Deps, 'outbox'>,
  { steps, moves, courses, payments }: Pieces,
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
      const facts = {
        ...factsOfOne(party, seat),
        ...leftBatchOf(party, [seat]),
        isPaid,
        ...(left > 0 && { seatsLeft: left }),
      }
      await outbox.tell(tx, toStudent(seat, 'cancelled', seatCancelled(facts)))
      return { ...seat, status: 'cancelled', hold_until: null }
    },

    lockIn: lockSeatsIn,

    /**
     * Ends the seats of a batch that does not take place, and tells everybody why: those that find room in `moveTo` are moved,
     * a group as a whole, the others are cancelled. Answers whose money waits now. The caller has locked the batches of the
     * course. @throws `conflict` if nobody can be moved there, or it costs otherwise there and nobody said which price they have
     */
    async cancelIn(tx: Tx, ended: EndedBatch, terms: { holdHours: number }, by: Actor | null) {
      const { id: from, moveTo: to, price, reason } = ended
      const live = await listLiveIn(tx, ended.id)
      const way =
        to === undefined || live.length === 0
          ? null
          : await moves.openWay(tx, { from, to, price }, { at: 'moveTo' })
      const left: { name: string; reference: string }[] = []
      const gone: typeof live = []
      for (const [id, rows] of Map.groupBy(live, (row) => row.group_id ?? row.id)) {
        const party = rows[0] && (await findParty(tx, rows[0].kind, id))
        const here = party?.members.filter((seat) => isLive(seat) && seat.batch_id === ended.id) ?? []
        if (!party || here.length === 0) continue
        if (way && (await moves.moveTogether(tx, party, here, { way, reason, terms }, by))) continue
        gone.push(...rows)
        await endParty(tx, party, here, { reason, by })
        if (way) left.push({ name: party.name, reference: party.reference })
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
    const words = batchCancelled({ ...facts, ...leftBatchOf(party, here), isPaid, reason })
    await outbox.tell(tx, toStudent(first, 'cancelled', words))
  }
}
