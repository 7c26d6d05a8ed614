import fc from 'fast-check'
import { expect, test } from 'vitest'
import { alike } from './folded.fixture.ts'
import { folded } from './folded.ts'

test.each(alike)('%j and its other spellings are folded to the same text', (first, ...others) => {
  for (const other of others) expect(folded(other)).toBe(folded(first ?? ''))
})

test.each([
  ['மலர்', 'மலார்'],
  ['பூ', 'பு'],
  ['மல்', 'மல'],
  ['rose', 'roses'],
])('%j and %j are folded to different texts', (one, other) => {
  expect(folded(one)).not.toBe(folded(other))
})

test('folding turns ASCII capitals into small letters, and treats composed and decomposed characters alike', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary-ascii' }), fc.string({ unit: 'grapheme' }), (ascii, text) => {
      expect(folded(ascii)).toBe(ascii.toLowerCase())
      expect(folded(text.normalize('NFC'))).toBe(folded(text.normalize('NFD')))
    }),
  )
})
