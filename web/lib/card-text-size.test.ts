import { describe, expect, test } from 'vitest'
import { graphemesIn } from '../../contract/graphemes.ts'
import { cardTextSize } from './card-text-size.ts'

describe('the text size of a card message', () => {
  const tamil = 'பிறந்தநாள் வாழ்த்துக்கள் '
  test.each([
    ['a short line', 'Happy birthday!', 24],
    ['an empty message', '', 24],
  ])('the text of %s is large', (_, message, size) => expect(cardTextSize(message)).toBe(size))

  test('the longest allowed card message stays readable, also in Tamil', () => {
    const longest = [...'Word '.repeat(50)].join('')
    expect(graphemesIn(longest)).toBe(250)
    expect(cardTextSize(longest)).toBeGreaterThanOrEqual(11)
    expect(cardTextSize(tamil.repeat(15))).toBeGreaterThanOrEqual(11)
  })

  test('a card message of forty short lines fits on the card', () => {
    const size = cardTextSize(Array(40).fill('a').join('\n'))
    expect(40 * size * 1.4).toBeLessThanOrEqual(180)
  })
})
