import { DomainError, refusal } from '../../../../contract/errors.ts'
import { decimalRupees } from '../../../../contract/words.ts'
import type { SeatKind, Tx } from '../../../db/schema.ts'
import type { Actor } from '../../../platform/audit.ts'
import { isLive } from './seat-parties.ts'
import type { SeatSteps } from './seat-steps.ts'
import type { Seat } from './seats.repository.ts'

/** Another price for one student. */
export function createSeatPrices({ getParty, record, reprice, confirmPaid, tellConfirmed }: SeatSteps) {
  return {
    /**
     * What came beyond the new price waits for staff; a held seat for which nothing is due any more is confirmed.
     * @throws `not_found`; `conflict` for a seat that ended, or whose price is no longer `before`
     */
    async setPrice(
      tx: Tx,
      kind: SeatKind,
      id: string,
      { price, reason, before }: { price: number; reason: string; before?: number | undefined },
      by: Actor,
    ): Promise<Seat> {
      const party = await getParty(tx, kind, id)
      const seat = party.members.find((one) => one.id === id) ?? party
      if (!isLive(seat)) throw refusal('seat-price-ended')
      const was = Number(seat.amount_in_paise)
      if (before !== undefined && before !== was) throw new DomainError('conflict')
      await reprice(tx, seat, price)
      await record(tx, seat, by, { price: decimalRupees(was) }, { price: decimalRupees(price), reason })
      const seated = await confirmPaid(tx, await getParty(tx, kind, id))
      if (seated) await tellConfirmed(tx, seated)
      const after = await getParty(tx, kind, id)
      return after.members.find((one) => one.id === id) ?? after
    },
  }
}
