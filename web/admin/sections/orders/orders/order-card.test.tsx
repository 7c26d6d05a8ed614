import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { orderStatuses } from '../../../../../contract/orders/order-facts.ts'
import type { Order } from '../../../../../contract/orders/orders.ts'
import { item } from './order.fixture.ts'
import {
  countMissing,
  moreItemsText,
  OrderCard,
  paymentTone,
  StatusBadge,
  statusTone,
} from './order-card.tsx'

test('the badge of each order status and payment status has its intended colour', () => {
  expect(orderStatuses.map(statusTone)).toEqual([
    'neutral',
    'outline',
    'outline',
    'outline',
    'leaf',
    'leaf',
    'rose',
  ])
  expect((['pending', 'paid', 'failed', 'refunded'] as const).map(paymentTone)).toEqual([
    'neutral',
    'leaf',
    'leaf',
    'leaf',
  ])
})

test.each([
  [0, null],
  [2, null],
  [3, '+1 more items'],
  [7, '+5 more items'],
])('an order card with %i items has the note on further items: %s', (count, text) => {
  expect(moreItemsText(Array.from({ length: count }))).toBe(text)
})

test('the missing pieces of all items of an order are added up', () => {
  const item = {
    productId: null,
    productName: '',
    quantity: 9,
    unitPrice: 1,
    totalPrice: 9,
    picture: null,
    size: null,
    answer: null,
  }
  expect(countMissing({ items: [] })).toBe(0)
  expect(
    countMissing({
      items: [
        { ...item, missing: 2 },
        { ...item, missing: 0 },
        { ...item, missing: 3 },
      ],
    }),
  ).toBe(5)
})

const order = {
  id: 'order-1',
  ordernumber: 'MF-4711',
  customername: 'Kavitha Raman',
  email: 'kavitha@mail.example',
  phone: '9840012345',
  items: [1, 2, 3, 4].map(item),
  total: 123456.5,
  paymentmethod: 'UPI',
  paymentstatus: 'pending',
  status: 'shipped',
  createdat: '2026-03-02T06:30:00.000Z',
  day: null,
  slot: null,
  recipientName: null,
} as unknown as Order

test('an order card shows the first two items, the number of further items, the total and the buyer’s contact', () => {
  const client = new QueryClient({ defaultOptions: { queries: { queryFn: () => null } } })
  const words = renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <MemoryRouter>
        <OrderCard
          item={order}
          selectBox={null}
          actions={null}
          onView={() => {}}
          onUpdate={() => {}}
          onMarkPaid={undefined}
        />
      </MemoryRouter>
    </QueryClientProvider>,
  )
    .replace(/<wbr\/?>/g, '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
  for (const text of [
    'MF-4711',
    'Kavitha Raman',
    'shipped',
    '1 × Bouquet 1',
    '2 × Bouquet 2',
    '+2 more items',
    '₹1,23,456.50',
    'kavitha@mail.example',
    '9840012345',
    'UPI',
    'pending',
  ])
    expect(words).toContain(text)
  expect(words).not.toContain('Bouquet 3')
})

test.each([
  [null, 'cancelled'],
  ['2026-03-03T06:30:00.000Z', 'not confirmed'],
])('the status of a cancelled order that its buyer may confirm until %s is "%s"', (askedUntil, words) => {
  const badge = renderToStaticMarkup(<StatusBadge status="cancelled" askedUntil={askedUntil} />)
  expect(badge.replace(/<[^>]*>/g, '')).toBe(words)
})
