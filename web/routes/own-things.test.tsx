import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { PageAssetsProvider } from '../lib/page-context.tsx'
import { query } from '../lib/query.ts'
import OwnHere, { OwnEdge } from './own-things.tsx'

const today = '2026-03-02'
const seat = {
  id: 'seat-1',
  courseTitle: 'Ikebana',
  batch: '2026-03-12',
  status: 'pending',
  payment: { provider: 'upi', checking: false, upi: null },
}
const order = {
  id: 'order-1',
  ordernumber: 'ORD-1',
  status: 'confirmed',
  way: 'standard',
  day: '2026-03-05',
  slot: null,
  payment: { provider: 'upi', checking: false, upi: null },
  askedUntil: null,
  holdUntil: null,
  paymentstatus: 'paid',
  total: 580,
}

/** Renders the part in a browser that took these seats and orders, once the school has answered. */
function shown(
  part: ReactNode,
  { seats = [], orders = [] }: { seats?: object[]; orders?: object[] },
): string {
  const client = new QueryClient({ defaultOptions: { queries: { queryFn: () => null } } })
  for (const one of seats as (typeof seat)[])
    client.setQueryData(query('GET /api/enrollments/:id', { params: { id: one.id } }).queryKey, one as never)
  for (const one of orders as (typeof order)[])
    client.setQueryData(query('GET /api/orders/:id', { params: { id: one.id } }).queryKey, one as never)
  const ids = (rows: object[]) => rows.map((row) => (row as { id: string }).id)
  const at = Date.now()
  const kept: Record<string, string> = {
    seatsTaken: JSON.stringify({ by: 'null', ids: [...ids(seats), 'gone'] }),
    placedOrder: JSON.stringify({ by: 'null', orders: ids(orders).map((id) => ({ id, at })) }),
  }
  vi.stubGlobal('localStorage', { getItem: (name: string) => kept[name] ?? null })
  return renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <PageAssetsProvider value={{ siteUrl: 'https://malar.example', today } as never}>
        <MemoryRouter>{part}</MemoryRouter>
      </PageAssetsProvider>
    </QueryClientProvider>,
  )
}

describe('the orders and seats of this browser', () => {
  beforeEach(() => vi.stubGlobal('sessionStorage', { getItem: () => null }))
  afterEach(() => vi.unstubAllGlobals())

  test.each([
    [{}, 'Waiting for your payment'],
    [{ payment: { ...seat.payment, checking: true } }, 'We are checking your payment'],
    [{ status: 'confirmed' }, 'Your seat is confirmed'],
    [{ batch: 'Coming soon' }, 'Your place is reserved'],
  ])('a seat with %j is shown as “%s”', (changes, state) => {
    for (const part of [<OwnHere key="page" />, <OwnEdge key="edge" />]) {
      const html = shown(part, { seats: [{ ...seat, ...changes }] })
      expect(html).toContain('href="/payment?enrollment=seat-1"')
      expect(html).toContain(state)
    }
  })

  test.each(['expired', 'cancelled'])('a seat that is %s is not shown', (status) => {
    expect(shown(<OwnHere />, { seats: [{ ...seat, status }] })).not.toContain('Ikebana')
  })

  test.each([
    ['confirmed', 'Your order is confirmed', true],
    ['shipped', 'Your flowers are on their way', true],
    ['delivered', 'Your flowers have arrived', false],
    ['completed', 'Your flowers have arrived', false],
  ])(
    'an order that is %s is listed as “%s” (also in the strip at the bottom of the home page: %s)',
    (status, state, isOnEdge) => {
      const orders = [{ ...order, status }]
      const html = shown(<OwnHere />, { orders })
      expect(html).toContain('href="/orders/order-1"')
      expect(html).toContain(state)
      expect(shown(<OwnEdge />, { orders }).includes(state)).toBe(isOnEdge)
    },
  )

  test('the strip at the bottom of the home page shows no cancelled order and no class that has begun', () => {
    const html = shown(<OwnEdge />, {
      orders: [{ ...order, status: 'cancelled', endedBy: 'customer' }],
      seats: [{ ...seat, status: 'confirmed', batch: '2026-03-01' }],
    })
    expect(html).not.toContain('href')
  })

  test.each([
    [500, true],
    [404, false],
  ])('a failed load of an order with the status %i is reported: %s', (status, isSaid) => {
    const client = new QueryClient({ defaultOptions: { queries: { retryOnMount: false } } })
    const { queryKey } = query('GET /api/orders/:id', { params: { id: 'order-1' } })
    const error = Object.assign(new Error('Please try again in a minute.'), { status })
    client
      .getQueryCache()
      .build(client, { queryKey })
      .setState({ status: 'error', error, fetchStatus: 'idle' })
    const placed = JSON.stringify({ by: 'null', orders: [{ id: 'order-1', at: Date.now() }] })
    const getItem = (name: string) => (name === 'placedOrder' ? placed : null)
    vi.stubGlobal('localStorage', { getItem })
    const html = renderToStaticMarkup(
      <QueryClientProvider client={client}>
        <PageAssetsProvider value={{ siteUrl: 'https://malar.example', today } as never}>
          <MemoryRouter>
            <OwnHere />
          </MemoryRouter>
        </PageAssetsProvider>
      </QueryClientProvider>,
    )
    expect(html.includes('We couldn’t load your orders and seats')).toBe(isSaid)
    expect(html.includes('Please try again in a minute.')).toBe(isSaid)
    expect(html.includes('Try again</')).toBe(isSaid)
  })

  test('a browser without orders and seats says so', () => {
    vi.stubGlobal('localStorage', { getItem: () => null })
    const html = renderToStaticMarkup(
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { queryFn: () => null } } })}>
        <OwnHere />
      </QueryClientProvider>,
    )
    expect(html).toContain('This browser has no orders or seats.')
    expect(html).not.toContain('<ul')
    expect(html).not.toContain('Forget')
  })
})
