import { describe, expect, test } from 'vitest'
import { anyPhonePattern, phoneIn, plainPhone } from './phones.ts'

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
    ['0044 20 7946 0958', '+442079460958'],
    // A spreadsheet may append `.0` to a phone number.
    ['9840012345.0', '9840012345'],
    ['919840012345.00', '9840012345'],
    ['+919840012345.0', '9840012345'],
    ['+91 98400 12345.0', '9840012345'],
    ['+91 (0)98400 12345.0', '9840012345'],
    ['98400.12340', '9840012340'],
    ['9.84001E+09', '9.84001E+09'],
    // A copied number may have invisible marks around or in it, or full-width digits.
    ['\u202a+91 98400 54321\u202c', '9840054321'],
    ['\u200e98400\u00ad54321\ufeff', '9840054321'],
    ['\u{ff19}8400 54321', '9840054321'],
    ['ask her mother', 'ask her mother'],
    ['', ''],
  ])('the phone number %s is stored as %s', (typed, kept) => {
    expect(plainPhone(typed)).toBe(kept)
  })

  test.each(['+91 98400 1234', '+91 98400 123450', '+91 (0)44 2345 6789', '5840012345'])(
    'the phone number %s is not accepted',
    (typed) => {
      expect(plainPhone(typed)).not.toMatch(anyPhonePattern)
    },
  )

  test.each([
    ['+91 98765', '98765'],
    ['098765', '98765'],
    ['98765 4', '987654'],
    ['+91 98765 43210', '9876543210'],
    ['0091 98765', '98765'],
    ['\u202a98765 43210', '9876543210'],
    ['1234', null],
    ['MAL-12345', null],
    ['meena', null],
  ])('a search for %s looks for the phone digits %s', (typed, digits) => {
    expect(phoneIn(typed)).toBe(digits)
  })
})
