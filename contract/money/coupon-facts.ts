import { formatRupees } from '../words.ts'
import * as text from './money.en.ts'

export const couponKinds = ['percent', 'rupees', 'free-delivery'] as const
export type CouponKind = (typeof couponKinds)[number]

/** `courses` without a list of courses means every course. */
export const couponScopes = ['all', 'store', 'categories', 'products', 'courses'] as const
export type CouponScope = (typeof couponScopes)[number]

export const discountedKinds = ['enrolment', 'event-booking', 'order'] as const
export type DiscountedKind = (typeof discountedKinds)[number]

/**
 * The source of a store credit. `given`: staff gave the credit. `rest`: the credit is the rest of a larger credit.
 * `returned`: the credit came back from an order that ended.
 */
export const creditKinds = ['given', 'rest', 'returned'] as const
export type CreditKind = (typeof creditKinds)[number]

export const couponKindWords: Record<CouponKind, string> = {
  percent: 'Percent off',
  rupees: 'Rupees off',
  'free-delivery': 'Free delivery',
}

export const couponScopeWords: Record<CouponScope, string> = {
  all: 'Everything',
  store: 'The whole store',
  categories: 'Some categories of the store',
  products: 'Some products',
  courses: 'Courses, all or some',
}

export const creditKindWords: Record<CreditKind, string> = {
  given: 'Given by the school',
  rest: 'Balance left from an order',
  returned: 'Returned from a cancelled order',
}

/** Writes `10% off`, `₹200 off` or `Free delivery`. */
export function offerText(coupon: {
  kind: CouponKind
  percent: number | null
  amount: number | null
}): string {
  if (coupon.kind === 'percent') return text.percentOff(coupon)
  if (coupon.kind === 'rupees') return text.amountOff({ amount: formatRupees(coupon.amount ?? 0) })
  return text.freeDelivery
}

/** Converts a code to the form in which it is stored: upper case, without blanks, with plain hyphens. */
export function plainCode(typed: string): string {
  return typed
    .toUpperCase()
    .replace(/\s/g, '')
    .replace(/[\u2010-\u2015\u2212]/g, '-')
}
