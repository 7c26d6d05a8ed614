import { beforeEach, describe, expect, test, vi } from 'vitest'
import { graphemesIn } from '../../../../contract/graphemes.ts'
import { cardTextSize } from './card-text-size.ts'
import { keepHave, readHave } from './have.ts'
import { linesOf, listForChat, totalOf } from './market-lines.ts'

const rose = { flowerId: 'r', name: 'Rose', unit: 'stem', bunchSize: 20, price: 240.5, needed: 41 }
const fern = { flowerId: 'f', name: 'Fern', unit: 'stem', bunchSize: 10, price: 50, needed: 3 }

describe('what to buy', () => {
  test.each([
    ['', 3, 721.5],
    ['1', 2, 481],
    ['41', 0, 0],
    ['100', 0, 0],
    ['-5', 3, 721.5],
    ['many', 3, 721.5],
  ])('with %j there: %i bunches', (typed, bunches, cost) => {
    expect(linesOf([rose], { r: typed })).toMatchObject([{ bunches, cost }])
  })

  test('to a chat: only what is to be bought, and the sum', () => {
    const lines = linesOf([rose, fern], { f: '3' })
    expect(totalOf(lines)).toBe(721.5)
    expect(listForChat('Market list for today', lines)).toBe(
      'Market list for today\n• Rose: 3 bunches (60 stems)\nAbout ₹721.50',
    )
    expect(listForChat('Market', linesOf([fern], { f: '9' }))).toBe('Market\nAll of it is there.')
  })
})

describe('what is there already', () => {
  beforeEach(() => {
    const stored = new Map<string, string>()
    vi.stubGlobal('localStorage', {
      getItem: (name: string) => stored.get(name) ?? null,
      setItem: (name: string, text: string) => stored.set(name, text),
      removeItem: (name: string) => stored.delete(name),
    })
  })

  test('is kept for the day, and gone on the next', () => {
    keepHave('2026-03-02', { r: '12' })
    expect(readHave('2026-03-02')).toEqual({ r: '12' })
    expect(readHave('2026-03-03')).toEqual({})
    expect(readHave('2026-03-02')).toEqual({})
  })
})

describe('the size of a card’s words', () => {
  const tamil = 'பிறந்தநாள் வாழ்த்துக்கள் '
  test.each([
    ['a short line', 'Happy birthday!', 24],
    ['nothing', '', 24],
  ])('%s is large', (_, message, size) => expect(cardTextSize(message)).toBe(size))

  test('the longest message, and the longest in Tamil, can be read', () => {
    const longest = [...'Word '.repeat(50)].join('')
    expect(graphemesIn(longest)).toBe(250)
    expect(cardTextSize(longest)).toBeGreaterThanOrEqual(11)
    expect(cardTextSize(tamil.repeat(15))).toBeGreaterThanOrEqual(11)
  })

  test('many short lines fit as well', () => {
    const size = cardTextSize(Array(40).fill('a').join('\n'))
    expect(40 * size * 1.4).toBeLessThanOrEqual(250)
  })
})
