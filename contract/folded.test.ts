import fc from 'fast-check'
import { expect, test } from 'vitest'
import { folded } from './folded.ts'

export const alike = [
  ['Rosé', 'rose', 'ROSE\u0301'],
  ['Florist’s choice', "florist's choice", 'florist‘s CHOICE', 'florist´s choice'],
  ['“Amma” box', '"amma" box'],
  // ொ and ோ in one sign and in two.
  ['கொத்து', 'க\u0bc6\u0bbeத்து'],
  ['தோரணம்', 'த\u0bc7\u0bbeரணம்'],
  // ௌ in one sign, in two, and as it is often typed; the letter ஔ too.
  ['கௌரி', 'க\u0bc6\u0bd7ரி', 'கெளரி'],
  ['ஔவை', '\u0b92\u0bd7வை', 'ஒளவை'],
  ['க்\u200cஷமா', 'க்ஷமா'],
  ['𝗕𝗿𝗶𝗱𝗮𝗹', 'bridal'],
  ['İzmir', 'izmir'],
]

test.each(alike)('%j and its like are one', (first, ...others) => {
  for (const other of others) expect(folded(other)).toBe(folded(first ?? ''))
})

test.each([
  ['மலர்', 'மலார்'],
  ['பூ', 'பு'],
  ['மல்', 'மல'],
  ['rose', 'roses'],
])('%j and %j are two', (one, other) => {
  expect(folded(one)).not.toBe(folded(other))
})

test('ASCII changes its capitals alone, and what is folded stays', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary-ascii' }), fc.string({ unit: 'grapheme' }), (ascii, text) => {
      expect(folded(ascii)).toBe(ascii.toLowerCase())
      expect(folded(text.normalize('NFC'))).toBe(folded(text.normalize('NFD')))
    }),
  )
})
