import type { SeatKind, Tx } from '../../../db/schema.ts'
import { addMs } from '../../../platform/clock.ts'
import type { CoursesService } from '../../courses/courses.service.ts'
import type { Deps } from '../../deps.ts'
import { factsOfParty, toStudent } from './seat-messages.ts'
import { findParty } from './seat-parties.ts'
import { dateFixed } from './seats.letters.ts'
import { findSeat, holdPlace, listPlaces } from './seats.repository.ts'

/** Places that were reserved before there was a date: nothing is to be paid for them until there is one. */
export function createSeatPlaces(
  { clock, ids, outbox }: Pick<Deps, 'clock' | 'ids' | 'outbox'>,
  courses: CoursesService,
) {
  return {
    /** The batch has got a day: everybody with a place is told it, and pays for it or lets it go. */
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
  }
}
