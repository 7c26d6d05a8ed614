import { refusal } from '../../../contract/errors.ts'
import type { SeatKind, Tx } from '../../db/schema.ts'
import { addMs } from '../../platform/clock.ts'
import type { CoursesService } from '../courses/courses.service.ts'
import type { Deps } from '../deps.ts'
import type { PaymentsService } from '../payments/payments.service.ts'
import { factsOfParty, toStudent } from './seat-messages.ts'
import { byBatch, findParty, isLive, type Party } from './seat-parties.ts'
import type { SeatSteps } from './seat-steps.ts'
import { dateFixed, seatLetGo } from './seats.letters.ts'
import { findKind, findSeat, holdPlace, listPlaces, updateSeat } from './seats.repository.ts'

/** Places that were reserved before there was a date: nothing is to be paid for them until there is one. */
export function createSeatPlaces(
  { clock, ids, outbox }: Pick<Deps, 'clock' | 'ids' | 'outbox'>,
  { getParty, record, releaseCoupon, takeBack }: SeatSteps,
  courses: CoursesService,
  payments: PaymentsService,
) {
  return {
    /** For `courses.onDated`: everybody with a place is told the day, and pays for it or lets it go. */
    async askToPay(tx: Tx, batchId: string, { holdHours }: { holdHours: number }): Promise<void> {
      const until = addMs(clock.now(), holdHours * 60 * 60_000)
      const dated = new Map<string, SeatKind>()
      for (const { kind, id, group_id } of await listPlaces(tx, batchId)) {
        const seat = await findSeat(tx, kind, id)
        // Staff may want somebody in a batch that has begun.
        const held = seat && courses.beforeStart({ ...seat, joins_late: 1 }, until)
        if (!held || !(await holdPlace(tx, id, held))) continue
        dated.set(group_id ?? id, kind)
      }
      for (const [id, kind] of dated) {
        const party = await findParty(tx, kind, id)
        if (!party?.hold_until) continue
        const words = dateFixed({
          ...factsOfParty(party),
          holdUntil: party.hold_until,
          enrolmentId: party.id,
        })
        // Moved to where there is no date, it may get one again.
        await outbox.tell(tx, toStudent(party, `dated:${ids.id()}`, words))
      }
    },

    /**
     * Its holder does not want it, nor what was taken with it. A second call changes nothing.
     * @throws `conflict` for one that is paid or reported as paid
     */
    async letGo(tx: Tx, id: string): Promise<Party> {
      const party = await getParty(tx, (await findKind(tx, id)) ?? 'enrolment', id)
      if (party.status === 'cancelled' || party.status === 'expired') return party
      const live = party.members.filter(isLive)
      const states = await payments.listStates(tx, party.kind, live)
      if (live.some(({ status }) => status !== 'pending') || states.some(({ state }) => state !== 'due')) {
        throw refusal('seat-not-let-go')
      }
      for (const seat of live) {
        await updateSeat(tx, seat, { status: 'cancelled', hold_until: null })
        await record(tx, seat, null, { status: seat.status }, { status: 'cancelled' })
      }
      for (const [batchId, seats] of byBatch(live)) await courses.releaseSeat(tx, batchId, seats)
      await releaseCoupon(tx, party)
      await takeBack(tx, party)
      await outbox.tell(tx, toStudent(party, 'let-go', seatLetGo(factsOfParty(party))))
      return { ...party, status: 'cancelled', hold_until: null }
    },
  }
}
