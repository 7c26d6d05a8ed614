import type { SeatKind, Tx } from '../../db/schema.ts'
import type { CouponsService } from '../coupons/coupons.service.ts'
import type { Deps } from '../deps.ts'
import type { SeatSteps } from './seat-steps.ts'
import { updateSeat } from './seats.repository.ts'

/** What a coupon takes off a seat. Its use is given back when the seat ends (`seats.service.ts`). */
export function createSeatCoupons(
  { clock }: Pick<Deps, 'clock'>,
  { getLocked }: SeatSteps,
  coupons: CouponsService,
) {
  return {
    /**
     * Takes the discount off a seat that was just written; one that costs nothing then is confirmed at once. The caller
     * has locked the batch: the coupon comes after it. @throws `coupon_invalid`
     */
    async discount(tx: Tx, kind: SeatKind, id: string, code: string | undefined): Promise<void> {
      if (!code) return
      const seat = await getLocked(tx, kind, id)
      const { course_id: courseId, amount_in_paise: priceInPaise, email, phone } = seat
      const taken = await coupons.apply(
        tx,
        { kind, id },
        { code, basket: { courseId, priceInPaise }, customer: { email, phone } },
      )
      const left = priceInPaise - taken.discountInPaise
      await updateSeat(tx, seat, {
        amount_in_paise: left,
        discount_in_paise: taken.discountInPaise,
        coupon_code: taken.code,
        ...(left === 0 && { status: 'confirmed', hold_until: null, confirmed_at: clock.now() }),
      })
    },
  }
}
