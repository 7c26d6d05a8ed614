import { expect, test } from 'vitest'
import type { CouponQuote } from '../../contract/money/coupons.ts'
import { offerOf, unsettledOf } from './use-coupon.ts'

test.each([
  ['', false, false, null],
  ['  ', false, false, null],
  ['SAVE10', false, true, null],
  ['SAVE10', true, false, /checking your code/],
  // The cart changed after the code was checked, so the discount is not known yet.
  ['SAVE10', true, true, /checking your code/],
  ['SAVE10', false, false, /isn’t applied/],
])(
  'a typed coupon code "%s" (being checked: %s, applied: %s) stops the order unless its discount is known',
  (typed, isChecking, isApplied, expected) => {
    const sentence = unsettledOf(typed, isChecking, isApplied)
    if (expected === null) expect(sentence).toBeNull()
    else expect(sentence).toMatch(expected)
  },
)

const quote: CouponQuote = {
  code: 'SAVE10',
  kind: 'percent',
  offer: '10% off',
  discount: 100,
  price: 1000,
  toPay: 900,
  freeDelivery: false,
  deliveryDiscountMax: null,
  isPersonal: false,
}

test.each<[Partial<CouponQuote>, string]>([
  [{}, '10% off. You save ₹100.'],
  [{ offer: 'Free delivery', freeDelivery: true, discount: 0 }, 'Free delivery.'],
  [{ offer: 'Free delivery', freeDelivery: true, deliveryDiscountMax: 99 }, 'Free delivery, up to ₹99.'],
  [{ isPersonal: true }, '10% off. You save ₹100. We’ll check that you can use it when you order.'],
])('a coupon with the terms %j is described as: %s', (terms, expected) => {
  expect(offerOf({ ...quote, ...terms })).toBe(expected)
})
