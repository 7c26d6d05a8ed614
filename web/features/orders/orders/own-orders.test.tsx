import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import type { Product } from '../../../../contract/store/products.ts'
import { OrderCard, orderedAgain } from './own-orders.tsx'

type Order = Parameters<typeof OrderCard>[0]['order']

const order: Order = {
  id: 'order-1',
  ordernumber: 'ORD-1',
  status: 'pending',
  createdat: '2026-03-02T06:00:00.000Z',
  day: '2026-03-05',
  total: 580,
  isChecking: false,
  lines: [],
}

test.each<[Partial<Order>, string, boolean]>([
  [{}, 'Waiting for payment', true],
  [{ isChecking: true }, 'We are checking your payment', false],
  [{ status: 'confirmed' }, 'Confirmed', false],
  [{ status: 'cancelled', isChecking: true }, 'Cancelled', false],
])('an own order that is %j says "%s"; it can be paid: %s', (changed, label, canBePaid) => {
  const html = renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>
        <OrderCard order={{ ...order, ...changed }} />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  expect(html).toContain(`>${label}<`)
  expect(html.includes('Pay now')).toBe(canBePaid)
})

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
