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
  [{}, 'Payment due', true],
  [{ isChecking: true }, 'We are checking your payment', false],
  [{ status: 'confirmed' }, 'Confirmed', false],
  [{ status: 'cancelled', isChecking: true }, 'Cancelled', false],
])('in the buyer’s list an order with %j shows "%s", and a way to pay: %s', (changed, label, canBePaid) => {
  const html = renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { queryFn: () => null } } })}>
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
    'an available line is ordered again unchanged',
    {},
    [product({})],
    { items: [{ productId: 'roses', size: null, quantity: 2, answer: null }], missing: [] },
  ],
  ['a line of a deleted product is missing', {}, [], { items: [], missing: ['Roses'] }],
  [
    'a line without a product is missing',
    { productId: null },
    [product({})],
    { items: [], missing: ['Roses'] },
  ],
  [
    'a line of a sold-out product is missing',
    {},
    [product({ instock: false })],
    { items: [], missing: ['Roses'] },
  ],
  [
    'a line with a size is ordered again in that size',
    { size: 'Grand', answer: 'red' },
    [product({ sizes: [grand] })],
    { items: [{ productId: 'roses', size: 'grand-id', quantity: 2, answer: 'red' }], missing: [] },
  ],
  [
    'a line with a size that no longer exists is missing',
    { size: 'Deluxe' },
    [product({ sizes: [grand] })],
    { items: [], missing: ['Roses, Deluxe'] },
  ],
  [
    'a line without a size is missing if the product now has sizes',
    {},
    [product({ sizes: [grand] })],
    { items: [], missing: ['Roses'] },
  ],
])('when a buyer orders again, %s', (_, changed, products, again) => {
  expect(orderedAgain([{ ...line, ...changed }], products)).toMatchObject(again)
})
