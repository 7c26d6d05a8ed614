import type { SeatKind, Tx } from '../../../db/schema.ts'
import type { CouponsService } from '../../coupons/coupons.service.ts'
import type { Deps } from '../../deps.ts'
import type { SeatSteps } from './seat-steps.ts'
import { updateSeat } from './seats.repository.ts'

/** What a coupon takes off a seat. Its use is given back when the seat ends (`seats.service.ts`). */
export function createSeatCoupons(
  { clock }: Pick<Deps, 'clock'>,
  { getParty }: SeatSteps,
  coupons: CouponsService,
) {
  return {
    /**
     * Takes the discount off seats that were just written; what costs nothing then is confirmed at once. The caller has
     * locked the batch: the coupon comes after it. A code is used once for a group, and its discount is divided.
     * @throws `coupon_invalid`
     */
    async discount(tx: Tx, kind: SeatKind, id: string, code: string | undefined): Promise<void> {
      if (!code) return
      const { members, email, phone, course_id: courseId } = await getParty(tx, kind, id)
      const priceInPaise = Number(members[0].amount_in_paise)
      const taken = await coupons.apply(
        tx,
        { kind, id },
        { code, basket: { courseId, priceInPaise, seats: members.length }, customer: { email, phone } },
      )
      const isFree = taken.discountInPaise === priceInPaise * members.length
      for (const [n, seat] of members.entries()) {
        const discount = taken.shares[n] ?? 0
        await updateSeat(tx, seat, {
          amount_in_paise: priceInPaise - discount,
          discount_in_paise: discount,
          coupon_code: taken.code,
          ...(isFree && { status: 'confirmed', hold_until: null, confirmed_at: clock.now() }),
        })
      }
    },
  }
}
