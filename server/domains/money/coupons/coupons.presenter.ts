import { type Coupon, type CouponUse, coupon, couponFields } from '../../../../contract/money/coupons.ts'
import { presented } from '../../../platform/presented.ts'
import { readFields } from '../../../platform/record-fields.ts'
import type { CouponRow, listUses } from './coupons.repository.ts'

export function presentCoupon(row: CouponRow, today: string): Coupon {
  return presented(coupon, row, {
    ...readFields(couponFields, row),
    state: stateOf(row, today),
    credit: row.credit_kind,
  })
}

function stateOf(row: CouponRow, today: string): Coupon['state'] {
  if (row.is_active === 0) return 'off'
  if (row.ends_on !== null && row.ends_on < today) return 'over'
  if (row.uses_max !== null && row.uses >= row.uses_max) return 'used-up'
  return row.starts_on !== null && row.starts_on > today ? 'to-come' : 'running'
}

export function presentUse(row: Awaited<ReturnType<typeof listUses>>[number]): CouponUse {
  return {
    id: row.id,
    kind: row.subject,
    reference: row.reference ?? row.number ?? '',
    name: row.seat_name ?? row.customer_name ?? '',
    discount: row.discount_in_paise / 100,
    usedAt: row.used_at,
    givenBackAt: row.given_back_at,
  }
}
