import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { OrderCard } from './own-orders.tsx'

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
