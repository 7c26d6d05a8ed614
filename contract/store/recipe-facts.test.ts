import { describe, expect, test } from 'vitest'
import {
  bunchesToBuy,
  costInPaise,
  type FlowerSays,
  insideInWords,
  readStemsInFile,
  stemSum,
  stemsInFile,
} from './recipe-facts.ts'

const flower = (name: string, says: FlowerSays = 'count', plural: string | null = null, unit = 'stem') => ({
  name,
  says,
  plural,
  unit,
})

describe('the contents of a product as text', () => {
  test.each([
    ['12 roses, 5 stems of tuberose, greens', [12, 5, 1]],
    ['1 rose, 1 stem of tuberose, greens', [1, 1, 30]],
  ])('the contents of a product are written as “%s”', (words, [roses = 0, tuberoses = 0, greens = 0]) => {
    const stems = [
      { ...flower('Rose'), count: roses },
      { ...flower('Tuberose', 'measure'), count: tuberoses },
      { ...flower('Greens', 'name'), count: greens },
    ]
    expect(insideInWords(stems)).toBe(words)
  })

  test.each([
    ['2 lilies', flower('Lily')],
    ['2 irises', flower('Iris')],
    ['2 bird of paradise stems', flower('Bird of paradise', 'count', 'Bird of paradise stems')],
    [
      '2 strings of Madurai malli',
      { ...flower('Madurai malli', 'measure'), unit: 'string', name: 'Madurai malli' },
    ],
  ])('two stems of a flower are written as “%s” in the contents of a product', (words, one) => {
    expect(insideInWords([{ ...one, count: 2 }]).toLowerCase()).toBe(words.toLowerCase())
  })
})

describe('the cost of a recipe', () => {
  const rose = { bunchSize: 20, priceInPaise: 24_000 }
  test.each([
    ['twelve stems from a bunch of twenty', [{ ...rose, count: 12, waste: 0 }], 14_400],
    ['twelve stems and their waste', [{ ...rose, count: 12, waste: 10 }], 15_840],
    [
      'three flowers, rounded as one sum',
      [1, 1, 1].map(() => ({ count: 1, waste: 0, bunchSize: 3, priceInPaise: 100 })),
      100,
    ],
    ['no flowers', [], 0],
  ])('the cost of %s is calculated from the prices of bunches', (_, stems, paise) =>
    expect(costInPaise(stems)).toBe(paise),
  )
})

describe('the bunches to buy', () => {
  test.each([
    [0, 0, 0],
    [1, 0, 1],
    [20, 0, 1],
    [21, 0, 2],
    [21, 1, 1],
    [21, 40, 0],
  ])('a need of %i stems with %i in stock means %i bunches of 20 to buy', (needed, have, bunches) => {
    expect(bunchesToBuy({ needed, bunchSize: 20 }, have)).toBe(bunches)
  })

  test('the stems that ten orders need together are rounded up once, not for each order', () => {
    const sum = stemSum()
    for (let order = 0; order < 10; order++) sum.add(1, 10, 1)
    expect(sum.needed()).toBe(11)
    expect([...Array(10)].reduce((all) => all + Math.ceil(1.1), 0)).toBe(20)
  })
})

describe('the stems of a recipe in a file', () => {
  test('a recipe’s stems that are written to a file are read back unchanged', () => {
    const stems = [
      { flower: 'Rose', count: 12, waste: 10 },
      { flower: 'Bird of paradise', count: 3, waste: 0 },
    ]
    expect(stemsInFile(stems)).toBe('12 Rose +10%, 3 Bird of paradise')
    expect(readStemsInFile(stemsInFile(stems))).toEqual(stems)
  })

  test.each([
    ['12 × Rose + 10 %; 3 Fern', ['Rose', 'Fern']],
    ['12x Rose\n3 Fern', ['Rose', 'Fern']],
    ['Rose', null],
    ['12', null],
    ['12 Rose, many greens', null],
    ['', []],
  ])('a recipe’s stems %j in a file are read, or refused as a whole', (typed, names) => {
    expect(readStemsInFile(typed)?.map(({ flower: name }) => name) ?? null).toEqual(names)
  })
})
