import { describe, expect, test } from 'vitest'
import { phoneIn, plainPhone } from './phones.ts'

describe('a phone number as people write it', () => {
  test.each([
    ['98765 43210', '9876543210'],
    ['+91 98765 43210', '9876543210'],
    ['+91-(0)98765-43210', '9876543210'],
    ['091 98765 43210', '9876543210'],
    ['0091 98765.43210', '9876543210'],
    ['09876543210', '9876543210'],
    ['919876543210', '9876543210'],
    ['9198765432', '9198765432'],
    ['044 2345 6789', '04423456789'],
    ['+44 20 7946 0958', '+442079460958'],
    ['ask her mother', 'ask her mother'],
    ['', ''],
  ])('%s is kept as %s', (typed, kept) => {
    expect(plainPhone(typed)).toBe(kept)
  })

  test.each([
    ['+91 98765', '98765'],
    ['098765', '98765'],
    ['98765 4', '987654'],
    ['+91 98765 43210', '9876543210'],
    ['1234', null],
    ['MAL-12345', null],
    ['meena', null],
  ])('a search for %s looks for %s', (typed, digits) => {
    expect(phoneIn(typed)).toBe(digits)
  })
})
