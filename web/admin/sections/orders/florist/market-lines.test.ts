import { beforeEach, describe, expect, test, vi } from 'vitest'
import { keepHave, linesOf, listForChat, readHave, totalOf } from './market-lines.ts'

const rose = { flowerId: 'r', name: 'Rose', unit: 'stem', bunchSize: 20, price: 240.5, needed: 41 }
const fern = { flowerId: 'f', name: 'Fern', unit: 'stem', bunchSize: 10, price: 50, needed: 3 }

describe('the market list', () => {
  test.each([
    ['', 3, 721.5],
    ['1', 2, 481],
    ['41', 0, 0],
    ['100', 0, 0],
    ['-5', 3, 721.5],
    ['many', 3, 721.5],
  ])(
    'with %j typed as the stock of roses the market list has %i bunches of roses to buy',
    (typed, bunches, cost) => {
      expect(linesOf([rose], { r: typed })).toMatchObject([{ bunches, cost }])
    },
  )

  test('the market list as a chat message names only the flowers to buy and their total cost', () => {
    const lines = linesOf([rose, fern], { f: '3' })
    expect(totalOf(lines)).toBe(721.5)
    expect(listForChat('Market list for today', lines)).toBe(
      'Market list for today\n• Rose: 3 bunches (60 stems)\nAbout ₹721.50',
    )
    expect(listForChat('Market', linesOf([fern], { f: '9' }))).toBe('Market\nNothing to buy.')
  })
})

describe('the typed stock of flowers', () => {
  beforeEach(() => {
    const stored = new Map<string, string>()
    vi.stubGlobal('localStorage', {
      getItem: (name: string) => stored.get(name) ?? null,
      setItem: (name: string, text: string) => stored.set(name, text),
      removeItem: (name: string) => stored.delete(name),
    })
  })

  test('the typed stock is kept for its day, and deleted on the next day', () => {
    keepHave('2026-03-02', { r: '12' })
    expect(readHave('2026-03-02')).toEqual({ r: '12' })
    expect(readHave('2026-03-03')).toEqual({})
    expect(readHave('2026-03-02')).toEqual({})
  })
})
