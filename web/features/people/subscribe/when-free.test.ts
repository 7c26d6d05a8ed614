import { expect, test } from 'vitest'
import { popupDelay } from './when-free.ts'

test.each([
  ['the scripts drew the page', null, 60_000, 2_000],
  ['the scripts started as the page was loaded', 400, 400, 2_000],
  ['the scripts started late', 400, 1_300, 1_100],
  ['the scripts started when the two seconds were almost over', 400, 2_300, 500],
  ['the scripts started long after the two seconds', 400, 9_000, 500],
])(
  'the popup opens two seconds after the load or half a second after the start, when %s',
  (_, loadedAt, now, delay) => {
    expect(popupDelay(loadedAt, now)).toBe(delay)
  },
)
