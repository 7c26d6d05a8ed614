import type { SeatKind } from '../../db/schema.ts'
import type { CoursesService } from '../courses/courses.service.ts'
import type { Deps } from '../deps.ts'
import type { PaymentsService } from '../payments/payments.service.ts'
import { factsOfParty, toStudent } from './seat-messages.ts'
import { byBatch } from './seat-parties.ts'
import type { SeatSteps } from './seat-steps.ts'
import { holdExpired } from './seats.letters.ts'
import { endHold, listEndedHolds, type Seat } from './seats.repository.ts'

interface Pieces {
  steps: SeatSteps
  courses: CoursesService
  payments: PaymentsService
}

const holdsARound = 100

/** How holds end whose time is up. */
export function createSeatExpiry(
  { db, clock, outbox }: Pick<Deps, 'db' | 'clock' | 'outbox'>,
  { steps, courses, payments }: Pieces,
) {
  /** Of a group all holds end at once, with one letter. */
  function expire(kind: SeatKind, id: string): Promise<boolean> {
    return db.transaction(async (tx) => {
      const seen = await steps.getParty(tx, kind, id)
      const ended: Seat[] = []
      for (const seat of seen.members) {
        if (await endHold(tx, seat.id, clock.now())) ended.push(seat)
      }
      if (ended.length === 0) return false
      for (const [batchId, seats] of byBatch(ended)) await courses.releaseSeat(tx, batchId, seats)
      const party = await steps.getParty(tx, kind, id)
      await steps.releaseCoupon(tx, party)
      const isChecking = (await payments.moneyOf(tx, party)).state === 'checking'
      await steps.takeBack(tx, party)
      const words = holdExpired({ ...factsOfParty(party, ended), isChecking })
      await outbox.tell(tx, toStudent(party, 'hold-expired', words))
      return true
    })
  }

  return {
    /** Ends every hold whose time is up, and frees its seat. Several processes may run it at once. */
    async expireHolds(): Promise<number> {
      let count = 0
      let ended: Awaited<ReturnType<typeof listEndedHolds>>
      do {
        ended = await listEndedHolds(db.read, clock.now(), holdsARound)
        for (const { kind, id } of ended) if (await expire(kind, id)) count++
      } while (ended.length === holdsARound)
      return count
    },
  }
}
