import { expect, test } from 'vitest'
import type { Product } from '../../../../contract/store/products.ts'
import { orderedAgain } from './own-orders.tsx'

const product = (changed: Partial<Product>) =>
  ({ id: 'roses', name: 'Roses', instock: true, sizes: [], ...changed }) as unknown as Product
const line = { productId: 'roses', name: 'Roses', size: null, answer: null, quantity: 2 }
const grand = { id: 'grand-id', name: 'Grand', price: 1999, stems: null }

test.each<[string, object, Product[], object]>([
  [
    'is taken up as it was',
    {},
    [product({})],
    { items: [{ productId: 'roses', size: null, quantity: 2, answer: null }], missing: [] },
  ],
  ['is not there any more', {}, [], { items: [], missing: ['Roses'] }],
  ['was never a product', { productId: null }, [product({})], { items: [], missing: ['Roses'] }],
  ['is sold out', {}, [product({ instock: false })], { items: [], missing: ['Roses'] }],
  [
    'has its size still',
    { size: 'Grand', answer: 'red' },
    [product({ sizes: [grand] })],
    { items: [{ productId: 'roses', size: 'grand-id', quantity: 2, answer: 'red' }], missing: [] },
  ],
  [
    'has lost its size',
    { size: 'Deluxe' },
    [product({ sizes: [grand] })],
    { items: [], missing: ['Roses, Deluxe'] },
  ],
  ['comes in sizes now', {}, [product({ sizes: [grand] })], { items: [], missing: ['Roses'] }],
])('a line that %s', (_, changed, products, again) => {
  expect(orderedAgain([{ ...line, ...changed }], products)).toMatchObject(again)
})
