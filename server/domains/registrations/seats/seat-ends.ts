import type { MovedPrice } from '../../../../contract/batches.ts'
import { DomainError, refusal } from '../../../../contract/errors.ts'
import type { SeatKind, Tx } from '../../../db/schema.ts'
import type { Actor } from '../../../platform/audit.ts'
import type { CoursesService } from '../../courses/courses.service.ts'
import type { Deps } from '../../deps.ts'
import type { PaymentsService } from '../../payments/payments.service.ts'
import { factsOf, factsOfOne, factsOfParty, leftBatchOf, schoolNotice, toStudent } from './seat-messages.ts'
import type { createSeatMoves } from './seat-moves.ts'
import { findParty, isLive, type Party } from './seat-parties.ts'
import type { SeatSteps } from './seat-steps.ts'
import { batchCancelled, holdExpired, seatCancelled, seatLetGo, seatMissing } from './seats.letters.ts'
import { findKind, listEndedHolds, listLiveIn, lockSeatsIn, type Seat } from './seats.repository.ts'

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

const holdsARound = 100

/** How seats end: by the clock, by their person, by staff, or with a batch that does not take place. */
export function createSeatEnds(
  { db, clock, outbox }: Pick<Deps, 'db' | 'clock' | 'outbox'>,
  { steps, moves, courses, payments }: Pieces,
) {
  /** The holds of a group end at once, with one letter. */
  function expire(kind: SeatKind, id: string): Promise<boolean> {
    return db.transaction(async (tx) => {
      const now = clock.now()
      const isOver = ({ status, hold_until }: Seat) =>
        status === 'pending' && hold_until !== null && hold_until <= now
      const ended = (await steps.getParty(tx, kind, id)).members.filter(isOver)
      if (ended.length === 0) return false
      await steps.end(tx, ended, 'expire')
      const party = await steps.getParty(tx, kind, id)
      const isChecking = (await payments.moneyOf(tx, party)).state === 'checking'
      const words = holdExpired({ ...factsOfParty(party, ended), isChecking })
      await outbox.tell(tx, toStudent(party, 'hold-expired', words))
      return true
    })
  }

  return {
    /** Ends every hold whose time is up, and frees its seat. Several processes may run it at once. */
    async expireHolds(): Promise<number> {
      let count = 0
      let over: Awaited<ReturnType<typeof listEndedHolds>>
      do {
        over = await listEndedHolds(db.read, clock.now(), holdsARound)
        for (const { kind, id } of over) if (await expire(kind, id)) count++
      } while (over.length === holdsARound)
      return count
    },

    /**
     * Its holder does not want it, nor what was taken with it. A second call changes nothing.
     * @throws `conflict` for one that is paid or reported as paid
     */
    async letGo(tx: Tx, id: string): Promise<Party> {
      const party = await steps.getParty(tx, (await findKind(tx, id)) ?? 'enrolment', id)
      if (party.status === 'cancelled' || party.status === 'expired') return party
      const live = party.members.filter(isLive)
      const states = await payments.listStates(tx, party.kind, live)
      if (live.some(({ status }) => status !== 'pending') || states.some(({ state }) => state !== 'due')) {
        throw refusal('seat-not-let-go')
      }
      await steps.end(tx, live, 'letGo')
      await outbox.tell(tx, toStudent(party, 'let-go', seatLetGo(factsOfParty(party))))
      return { ...party, status: 'cancelled', hold_until: null }
    },

    /** Seats were written although there are not so many left: their payer's money, if it comes, waits for staff. */
    async endUnseated(tx: Tx, kind: SeatKind, id: string): Promise<Party> {
      const party = await steps.getParty(tx, kind, id)
      if (party.status !== 'pending') throw new DomainError('batch_full')
      await steps.end(tx, party.members, 'unseat')
      const batchState = await courses.stateOfBatch(tx, party.batch_id)
      await outbox.tell(
        tx,
        toStudent(party, 'unseated', seatMissing({ ...factsOfParty(party), batchState })),
        schoolNotice(party, 'attention', 'Paid late, and no seat is left'),
      )
      return { ...party, status: 'expired' }
    },

    /** Frees the seat and tells who took it; what was paid waits for staff. A second call changes nothing. */
    async cancel(tx: Tx, kind: SeatKind, id: string, by: Actor | null = null): Promise<Seat> {
      const party = await steps.getParty(tx, kind, id)
      const seat = party.members.find((one) => one.id === id)
      if (!seat) throw refusal('seat-unknown', { facts: { kind } })
      if (seat.status === 'cancelled') return seat
      const event = seat.status === 'expired' ? 'cancelEnded' : 'cancel'
      const isPaid = await steps.end(tx, [seat], event, by)
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
    const isPaid = await steps.end(tx, here, 'cancel', by)
    const facts =
      here.length === 1
        ? factsOfOne(party, first)
        : { ...factsOfParty(party, here), batchId: first.batch_id, batch: factsOf(first).batch }
    const words = batchCancelled({ ...facts, ...leftBatchOf(party, here), isPaid, reason })
    await outbox.tell(tx, toStudent(first, 'cancelled', words))
  }
}
