import { expect, test } from 'vitest'
import { popupDelay } from './when-free.ts'

test.each([
  ['drawn by the scripts', null, 60_000, 2_000],
  ['alive as it is loaded', 400, 400, 2_000],
  ['alive late', 400, 1_300, 1_100],
  ['alive when its time is almost over', 400, 2_300, 500],
  ['alive long after its time', 400, 9_000, 500],
])('the popup comes two seconds after the page is loaded: %s', (_, loadedAt, now, delay) => {
  expect(popupDelay(loadedAt, now)).toBe(delay)
})
