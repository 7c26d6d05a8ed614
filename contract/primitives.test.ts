import { describe, expect, test } from 'vitest'
import { rupees } from './primitives.ts'

describe('rupees', () => {
  const price = rupees('Enter a price')

  test.each([
    [0, 0],
    ['0', 0],
    [1, 100],
    ['19.5', 1950],
    ['19.99', 1999],
    [1.15, 115],
    [10_000_000, 1_000_000_000],
    ['9999999.99', 999_999_999],
  ])('%j are %i paise', (typed, paise) => expect(price.parse(typed)).toBe(paise))

  test.each([
    10_000_000.01,
    '10000000.01',
    10_000_001,
    -1,
    '-0.01',
    '1.005',
    1.005,
    '',
    ' ',
    '1e3',
    'ten',
    null,
  ])('%j is refused', (typed) => {
    const { success, error } = price.safeParse(typed)
    expect(success).toBe(false)
    expect(error?.issues[0]?.message).toBe('Enter a price')
  })
})
