import { expect, test } from 'vitest'
import { base32, stepOfCode, totpAt, totpUri } from './totp.ts'

/** The test values of RFC 6238, appendix B (SHA-1), cut to six digits. */
const secret = Buffer.from('12345678901234567890')

test.each([
  [59, '287082'],
  [1111111109, '081804'],
  [1111111111, '050471'],
  [1234567890, '005924'],
  [2000000000, '279037'],
  [20000000000, '353130'],
])('the code of the secret of RFC 6238 at %i seconds is %s', (seconds, code) => {
  expect(totpAt(secret, Math.floor(seconds / 30))).toBe(code)
})

/** The test values of RFC 4648, section 10, without padding. */
test.each([
  ['', ''],
  ['f', 'MY'],
  ['fo', 'MZXQ'],
  ['foo', 'MZXW6'],
  ['foob', 'MZXW6YQ'],
  ['fooba', 'MZXW6YTB'],
  ['foobar', 'MZXW6YTBOI'],
])('base32 writes the text %j as “%s”', (text, expected) => {
  expect(base32(Buffer.from(text))).toBe(expected)
})

test('a code is accepted if the clock differs by one step, and refused if it differs by two', () => {
  const at = 1_111_111_111_000
  const step = Math.floor(at / 30_000)
  for (const off of [-1, 0, 1]) expect(stepOfCode(secret, totpAt(secret, step + off), at)).toBe(step + off)
  for (const off of [-2, 2]) expect(stepOfCode(secret, totpAt(secret, step + off), at)).toBeNull()
  for (const none of ['', '12345', '1234567', 'abcdef', '०५०४७१'])
    expect(stepOfCode(secret, none, at)).toBeNull()
})

test('the otpauth address encodes the name of the school and the account, whatever characters they have', () => {
  expect(totpUri('MZXW6YTBOI', 'asha+x@mail.example', 'Malar & Co: Flowers')).toBe(
    'otpauth://totp/Malar%20%26%20Co%3A%20Flowers:asha%2Bx%40mail.example?secret=MZXW6YTBOI&issuer=Malar%20%26%20Co%3A%20Flowers&algorithm=SHA1&digits=6&period=30',
  )
})
