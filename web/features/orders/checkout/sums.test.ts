import { expect, test } from 'vitest'
import { payLabel, sumsOf } from './ordered-lines.ts'

test.each<[string, number, number | null, number, string]>([
  ['names the total once a time is chosen', 570, 80, 0, 'Pay ₹650'],
  ['names no amount before a time is chosen', 570, null, 0, 'Pay'],
  ['names no amount before a time is chosen, even if a code covers everything', 570, null, 570, 'Pay'],
  ['names the subtotal if the delivery is free', 570, 0, 0, 'Pay ₹570'],
  ['says “Place order” if nothing is left to pay', 570, 0, 570, 'Place order'],
])('the order button %s', (_, subtotal, fee, discount, label) => {
  expect(payLabel(sumsOf(subtotal, fee, discount))).toBe(label)
})
