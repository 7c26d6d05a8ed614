import { describe, expect, test } from 'vitest'
import { lowestTyped, sizeProblems, sizesIn, sizesInWords, sizesSent, sizesTyped } from './product-sizes.ts'

const typed = (...rows: [name: string, price: string, stems?: string, id?: string][]) =>
  JSON.stringify(rows.map(([name, price, stems = '', id]) => ({ name, price, stems, ...(id && { id }) })))

describe('the sizes in the product form', () => {
  test('product sizes that are loaded into the form and saved are sent back unchanged with their ids', () => {
    const sizes = [
      { id: 'S1', name: 'Standard', price: 900.5, stems: 12 },
      { id: 'S2', name: 'Grand', price: 1500, stems: null },
    ]
    expect(sizesSent(sizesTyped(sizes))).toEqual(sizes)
    expect(sizesInWords(sizesTyped(sizes))).toBe('Standard: 900.5: 12; Grand: 1500')
  })

  test('an empty row among the product sizes is neither sent nor refused', () => {
    expect(sizesSent(typed(['', ' '], [' Mini ', '300', ' 5']))).toEqual([
      { name: 'Mini', price: 300, stems: 5 },
    ])
    expect(sizeProblems(typed(['', '']))).toEqual({})
    expect(sizesIn(typed(['', '']))).toHaveLength(1)
  })

  const price = 'Enter a price of 0 or more for each size, with at most 2 decimal places'
  const stems = 'Enter the number of stems as a whole number from 1 to 9,999'
  test.each<[string, Record<string, string>]>([
    [typed(), {}],
    [typed(['Standard', '900', '12'], ['Grand', '1500.50']), {}],
    [typed(['', '900']), { '0.name': 'Enter a name for each size' }],
    [typed(['A', ''], ['', ''], ['B', '-1']), { '0.price': price, '2.price': price }],
    [typed(['A', '1.234', '0']), { '0.price': price, '0.stems': stems }],
    [typed(['A', '1', '1.5']), { '0.stems': stems }],
    [typed(['A; B', '1']), { '0.name': 'Leave out colons and semicolons' }],
    [typed(['A', '1'], ['a', '2']), { '': 'Two sizes have the same name. Change one of them.' }],
  ])('the sizes %s have the refusals %j', (text, problems) => expect(sizeProblems(text)).toEqual(problems))

  test.each([
    [typed(), null],
    [typed(['A', '']), null],
    [typed(['A', '900'], ['B', '85.50'], ['C', 'soon']), '85.50'],
  ])('the lowest price of the sizes %s is %j', (text, lowest) => expect(lowestTyped(text)).toBe(lowest))
})
