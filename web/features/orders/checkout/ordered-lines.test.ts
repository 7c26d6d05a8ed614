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

describe('a product that is bought without the cart', () => {
  test.each<[string, string, object]>([
    [
      'has the size and quantity of the address',
      'size=grand&quantity=2',
      { size: 'grand', quantity: 2, total: 3998 },
    ],
    [
      'has the first size if the address names none',
      'quantity=3',
      { size: 'small', quantity: 3, total: 2998.5 },
    ],
    [
      'has the first size if the named size no longer exists',
      'size=gone',
      { size: 'small', quantity: 1, total: 999.5 },
    ],
    ['has the quantity 1 if the address says 0', 'quantity=0', { quantity: 1, total: 999.5 }],
    ['has the quantity 1 if the address says too many', 'quantity=100', { quantity: 1 }],
    ['has the quantity 1 if the address says no number', 'quantity=two', { quantity: 1 }],
  ])(
    'a product that is bought without the cart %s',
    (_, search, { size, quantity, total }: { size?: string; quantity?: number; total?: number }) => {
      const { lines, subtotal, items } = orderedAtOnce(roses, new URLSearchParams(search))
      if (size !== undefined) expect(items?.[0]?.size).toBe(size)
      if (quantity !== undefined)
        expect([items?.[0]?.quantity, lines[0]?.quantity]).toEqual([quantity, quantity])
      if (total !== undefined) expect([lines[0]?.total, subtotal]).toEqual([total, total])
    },
  )

  test('a sold-out product that is bought without the cart has the maximum 0, and keeps the answer in the address', () => {
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
])(
  'an order with a subtotal of %d, a delivery fee of %s and a discount of %d has a total of %d',
  (subtotal, fee, discount, total) => {
    expect(sumsOf(subtotal, fee, discount).total).toBe(total)
  },
)
