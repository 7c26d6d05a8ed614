import { expect, test } from 'vitest'
import { payLabel, sumsOf } from './ordered-lines.ts'

test.each<[string, number, number | null, number, string]>([
  ['the total, once a time is chosen', 570, 80, 0, 'Pay ₹650'],
  ['no amount before: a time may cost something', 570, null, 0, 'Pay'],
  ['no amount before, also where a code takes all', 570, null, 570, 'Pay'],
  ['what costs nothing to bring', 570, 0, 0, 'Pay ₹570'],
  ['nothing left to pay', 570, 0, 570, 'Order'],
])('the button says %s', (_, subtotal, fee, discount, label) => {
  expect(payLabel(sumsOf(subtotal, fee, discount))).toBe(label)
})
