import { describe, expect, test } from 'vitest'
import type { Product } from '../../../../contract/store/products.ts'
import { orderedAtOnce, sumsOf } from './ordered-lines.ts'

const sizes = [
  { id: 'small', name: 'Standard', price: 999.5, stems: 12 },
  { id: 'grand', name: 'Grand', price: 1999, stems: 30 },
]
const roses = {
  id: 'roses-id',
  slug: 'twelve-roses',
  name: 'Twelve roses',
  price: 999.5,
  instock: true,
  customLabel: 'Ribbon colour',
  sizes,
  pictures: [],
} as unknown as Product

describe('one product that is bought at once', () => {
  test.each<[string, string, object]>([
    ['by its size and number', 'size=grand&quantity=2', { size: 'grand', quantity: 2, total: 3998 }],
    ['without a size: the first one', 'quantity=3', { size: 'small', quantity: 3, total: 2998.5 }],
    ['of a size that is no more: the first one', 'size=gone', { size: 'small', quantity: 1, total: 999.5 }],
    ['of no number, a wrong one or too many: one', 'quantity=0', { quantity: 1, total: 999.5 }],
    ['too many: one', 'quantity=100', { quantity: 1 }],
    ['not a number: one', 'quantity=two', { quantity: 1 }],
  ])('%s', (_, search, { size, quantity, total }: { size?: string; quantity?: number; total?: number }) => {
    const { lines, subtotal, items } = orderedAtOnce(roses, new URLSearchParams(search))
    if (size !== undefined) expect(items?.[0]?.size).toBe(size)
    if (quantity !== undefined)
      expect([items?.[0]?.quantity, lines[0]?.quantity]).toEqual([quantity, quantity])
    if (total !== undefined) expect([lines[0]?.total, subtotal]).toEqual([total, total])
  })

  test('with its ribbon, and with none left', () => {
    const { lines, items } = orderedAtOnce(
      { ...roses, instock: false },
      new URLSearchParams('answer=%20red%20'),
    )
    expect(items?.[0]?.answer).toBe('red')
    expect(lines[0]).toMatchObject({ label: 'Ribbon colour', answer: 'red', most: 0 })
  })
})

test.each([
  [1741, 99, 0, 1840],
  [0.1, 0.2, 0, 0.3],
  [1000, null, 0, 1000],
  [1000, 99, 250.5, 848.5],
  [100, 0, 200, 0],
])('%d and a fee of %s less %d is %d', (subtotal, fee, discount, total) => {
  expect(sumsOf(subtotal, fee, discount).total).toBe(total)
})
