import { DomainError, refusal } from '../../../contract/errors.ts'
import { decimalRupees } from '../../../contract/words.ts'
import type { SeatKind, Tx } from '../../db/schema.ts'
import type { Actor } from '../../platform/audit.ts'
import type { PaymentsService } from '../payments/payments.service.ts'
import { countedOf, isLive } from './seat-parties.ts'
import { isPlace, type SeatSteps } from './seat-steps.ts'
import { type Seat, updateSeat } from './seats.repository.ts'

/** Another price for one student. */
export function createSeatPrices(
  { getParty, record, confirm, tellConfirmed }: SeatSteps,
  payments: PaymentsService,
) {
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
      await updateSeat(tx, seat, { amount_in_paise: price })
      await payments.seatMoney(tx, seat)
      await payments.unseatMoney(tx, seat, price)
      await record(tx, seat, by, { price: decimalRupees(was) }, { price: decimalRupees(price), reason })
      const priced = await getParty(tx, kind, id)
      const states = await payments.listStates(tx, kind, countedOf(priced))
      const isDue = states.some(({ due_in_paise }) => Number(due_in_paise) > 0)
      if (priced.status === 'pending' && !isDue && !isPlace(priced)) {
        const seated = await confirm(tx, priced)
        if (seated) await tellConfirmed(tx, seated)
      }
      const after = await getParty(tx, kind, id)
      return after.members.find((one) => one.id === id) ?? after
    },
  }
}
