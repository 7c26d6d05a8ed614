import fc from 'fast-check'
import { expect, test } from 'vitest'
import { freeSlug, slugOf } from './slug.ts'

test.each([
  ['Bridal Bouquets & More', 'bridal-bouquets-more'],
  ['  Café — Fleurs! ', 'cafe-fleurs'],
  ['../../etc/passwd', 'etc-passwd'],
  ['மலர் அலங்காரம்', 'malar-alankaram'],
  ['பூக்கள்: கொண்டாட்டம் 𝟮', 'pukkal-kontattam-2'],
  // This vowel is written in two parts.
  ['க\u0bc6\u0bbeத்து மாலை', 'kottu-malai'],
  ['திருமண மாலை for brides ௨௦௨௬', 'tirumana-malai-for-brides-2026'],
  ['ஔவை ஃ ஐந்து ஷங்கர்', 'auvai-k-aintu-sankar'],
  ['💐', 'class'],
])('the title “%s” becomes the slug “%s”', (title, slug) => expect(slugOf(title, 'class')).toBe(slug))

test('every title becomes a slug that the contract accepts', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), (title) => {
      expect(slugOf(title, 'class')).toMatch(/^[a-z0-9](?:[a-z0-9-]{0,78}[a-z0-9])?$/)
    }),
  )
})

test('a title whose slug is taken gets a slug with the first free number', () => {
  expect(freeSlug('rose', new Set())).toBe('rose')
  expect(freeSlug('rose', new Set(['rose', 'rose-3']))).toBe('rose-2')
  expect(freeSlug('rose', new Set(['rose', 'rose-2']))).toBe('rose-3')
})
