import { expect, test } from 'vitest'
import { unsettledOf } from './use-coupon.ts'

test.each([
  ['', false, false, null],
  ['  ', false, false, null],
  ['SAVE10', false, true, null],
  ['SAVE10', true, false, /being checked/],
  // Something else is in the cart now: what the code takes off is not known.
  ['SAVE10', true, true, /being checked/],
  ['SAVE10', false, false, /not used/],
])('a typed "%s", checking: %s, applied: %s', (typed, isChecking, isApplied, said) => {
  const sentence = unsettledOf(typed, isChecking, isApplied)
  if (said === null) expect(sentence).toBeNull()
  else expect(sentence).toMatch(said)
})
