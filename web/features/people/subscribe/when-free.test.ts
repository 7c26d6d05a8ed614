import { expect, test } from 'vitest'
import { popupDelay } from './when-free.ts'

test.each([
  ['waits two seconds after scripts drew the page', null, 60_000, 2_000],
  ['waits two seconds if its script starts as the page is loaded', 400, 400, 2_000],
  ['opens two seconds after the load if its script starts late', 400, 1_300, 1_100],
  ['waits half a second if its script starts when the two seconds are almost over', 400, 2_300, 500],
  ['waits half a second if its script starts long after the load', 400, 9_000, 500],
])('the subscribe popup %s', (_, loadedAt, now, delay) => {
  expect(popupDelay(loadedAt, now)).toBe(delay)
})
