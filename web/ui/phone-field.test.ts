import { expect, test } from 'vitest'
import { toPhoneDigits } from './phone-field.tsx'

test.each([
  ['98400 12345', '9840012345'],
  ['98-40-0x1', '984001'],
  ['98400123456', '9840012345'],
  ['+91 98400 12345', '9840012345'],
  ['919840012345', '9840012345'],
  ['0091 98400 12345', '9840012345'],
  ['098400 12345', '9840012345'],
  ['091 98400 12345', '9840012345'],
  // Ten digits that happen to begin with 91 are a number, not a country.
  ['9198400123', '9198400123'],
  // Eleven digits may become a longer number: they are never cut, and the form refuses them.
  ['91984001234', '91984001234'],
  ['\u202a+91 98400 54321\u202c', '9840054321'],
  // A spreadsheet may append `.0` to a phone number.
  ['9840012345.0', '9840012345'],
  ['+91 98400 12345.0', '9840012345'],
  ['+91-(0)98765-43210', '9876543210'],
  ['\uff19\uff18400 54321', '9840054321'],
  ['', ''],
])('the phone field turns the typed number %j into %j', (typed, digits) => {
  expect(toPhoneDigits(typed)).toBe(digits)
})

test.each(['98765 43210', '+91 98765 43210', '919876543210', '0091 98765 43210', '09876543210'])(
  'the phone field keeps the last digit of %j when it is typed character by character',
  (typed) => {
    let value = ''
    for (const sign of typed) value = toPhoneDigits(value + sign)
    expect(value).toBe('9876543210')
  },
)
