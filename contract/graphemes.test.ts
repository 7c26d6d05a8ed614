import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { beginningOf, graphemesIn, shortened, shortenedAtWord } from './graphemes.ts'

const bold = '𝗕𝗿𝗶𝗱𝗮𝗹'
const family = '\u{1f469}\u200d\u{1f469}\u200d\u{1f467}'
const flag = '\u{1f1ee}\u{1f1f3}'

describe('cutting a text between characters', () => {
  test.each([
    ['Bridal', 3, 'Bri'],
    ['Bridal', 6, 'Bridal'],
    ['', 3, ''],
    [bold, 3, '𝗕𝗿𝗶'],
    [bold, 6, bold],
    // A vowel sign belongs to its letter.
    ['பூக்கள்', 2, 'பூக்'],
    ['e\u0301te\u0301', 1, 'e\u0301'],
    [`${family}${family}`, 1, family],
    [`${flag}${flag}`, 1, flag],
    ['a\r\nb', 2, 'a\r\n'],
  ])('the first characters of %j, %i at most, are %j', (text, max, beginning) => {
    expect(beginningOf(text, max)).toBe(beginning)
  })

  test.each([
    [bold, 50, 5, '𝗕𝗿'],
    [family, 50, 4, ''],
    ['பூக்கள்', 50, 3, 'பூ'],
  ])('the beginning of %j is also limited to a number of UTF-16 units', (text, max, lengthMax, beginning) => {
    expect(beginningOf(text, max, lengthMax)).toBe(beginning)
  })

  test('the beginning cut from any text is well formed, with no more characters and UTF-16 units than allowed', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.nat(20), fc.nat(40), (text, max, lengthMax) => {
        const beginning = beginningOf(text, max, lengthMax)
        expect(text.startsWith(beginning)).toBe(true)
        expect(beginning.isWellFormed()).toBe(true)
        expect(graphemesIn(beginning)).toBeLessThanOrEqual(max)
        expect(beginning.length).toBeLessThanOrEqual(lengthMax)
      }),
    )
  })
})

test.each([
  ['Garlands and torans', 8, 'Garlands…', 'Garlands…'],
  ['Garlands and torans', 11, 'Garlands an…', 'Garlands…'],
  ['Garlands and torans', 19, 'Garlands and torans', 'Garlands and torans'],
  ['Garlands', 3, 'Gar…', 'Gar…'],
  [`${bold} ${bold}`, 8, '𝗕𝗿𝗶𝗱𝗮𝗹 𝗕…', '𝗕𝗿𝗶𝗱𝗮𝗹…'],
])(
  'the text %j, cut to %i characters, becomes %j, and %j if it is cut at a word',
  (text, max, cut, words) => {
    expect(shortened(text, max)).toBe(cut)
    expect(shortenedAtWord(text, max)).toBe(words)
  },
)
