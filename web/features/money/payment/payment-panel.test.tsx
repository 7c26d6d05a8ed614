import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { prerender } from 'react-dom/static'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import type { EnrolmentView } from '../../../../contract/registrations/enrolments.ts'
import { seatPayable } from './payables.tsx'
import { PaymentPanel } from './payment-panel.tsx'

const seat: EnrolmentView = {
  id: 'seat-1',
  reference: 'MAL-7K3F-9QXD',
  courseTitle: 'Ikebana',
  fullname: 'Meena Krishnan',
  batch: '2026-03-12',
  batchId: 'batch-1',
  startTime: '10:00',
  room: null,
  amount: '12500.00',
  status: 'pending',
  holdUntil: '2026-03-04T06:30:00.000Z',
  proved: true,
  reported: false,
  payment: { provider: 'simulator', checking: false, upi: null },
}
const upi = { id: 'malar@bank', name: 'Malar', uri: 'upi://pay?pa=malar@bank' }
const byCard = 'Secure payment powered by a card payment provider'
const byUpi = 'You pay the school’s UPI id directly'

/** The page of a browser with scripts, with what is loaded later. */
async function shown(changes: Partial<EnrolmentView>): Promise<string> {
  const { prelude } = await prerender(
    <QueryClientProvider
      client={new QueryClient({ defaultOptions: { queries: { queryFn: () => null, enabled: false } } })}
    >
      <MemoryRouter>
        <PaymentPanel payable={seatPayable({ ...seat, ...changes }, seat.amount)} />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  return (await new Response(prelude).text()).replaceAll(/<noscript>.*?<\/noscript>/gs, '')
}

test.each([
  ['simulator', null, byCard, byUpi],
  ['razorpay', null, byCard, byUpi],
  ['upi', upi, byUpi, byCard],
] as const)('the page says that %s takes the money (M8)', async (provider, means, said, unsaid) => {
  const html = await shown({ payment: { provider, checking: false, upi: means } })
  expect(html).toContain(said)
  expect(html).not.toContain(unsaid)
  expect(html).toContain('Pay Now')
  expect(html.includes('This is a demonstration.')).toBe(provider === 'simulator')
})

test('the page offers no way to pay by UPI while the school has no account, and names no other way', async () => {
  const html = await shown({ payment: { provider: 'upi', checking: false, upi: null } })
  expect(html).toContain('Nothing can be paid on this page now.')
  expect(html).not.toMatch(/Pay Now|Secure payment|directly/)
})

test.each([
  ['confirmed', false],
  ['cancelled', false],
  ['pending', true],
] as const)(
  'the page of a seat that is %s (payment being checked: %s) says no way to pay',
  async (status, checking) => {
    const html = await shown({ status, payment: { ...seat.payment, checking }, reported: checking })
    expect(html).toContain('MAL-7K3F-9QXD')
    expect(html).not.toContain(byCard)
    expect(html).not.toContain(byUpi)
  },
)

test.each([
  ['a booking alone says so', false, true],
  ['somebody pressed "I have paid"', true, false],
] as const)(
  'the page may say how to pay while a payment is checked because %s',
  async (_, reported, says) => {
    const html = await shown({ payment: { provider: 'upi', checking: true, upi }, reported })
    expect(html.includes('Have you paid already?')).toBe(says)
    expect(html.includes(byUpi)).toBe(says)
    expect(html.includes('We are checking your payment')).toBe(!says)
  },
)

test.each([
  ['waits for it', {}, true],
  ['has no UPI id any more', { payment: { provider: 'upi', checking: true, upi: null } }, false],
  ['is confirmed', { status: 'confirmed' }, false],
  ['is cancelled', { status: 'cancelled' }, false],
] as const)(
  '"I have paid" can be taken back only while the seat waits for the money: the seat %s',
  async (_, changes, can) => {
    const html = await shown({
      payment: { provider: 'upi', checking: true, upi },
      reported: true,
      ...changes,
    })
    expect(html.includes('I have not paid yet')).toBe(can)
  },
)

test.each([
  ['unpaid', false, true],
  ['its payment being checked', true, false],
])('only an unpaid seat can be let go: %s', async (_, checking, can) => {
  const html = await shown({ payment: { provider: 'upi', checking, upi }, reported: false })
  expect(html.includes('I cannot come: let it go')).toBe(can)
})

test('the page of a seat that is no longer held shows no way to pay', async () => {
  const html = await shown({
    status: 'expired',
    holdUntil: null,
    ended: { at: '2026-03-04T06:30:00.000Z', courseId: 'ikebana', batch: 'open' },
  })
  expect(html).toContain('This seat is no longer ')
  expect(html).toContain('Take a seat anew')
  expect(html).not.toMatch(/Pay Now|Complete Your Payment|Secure payment|Total Amount/)
})

test('a cancelled seat names its fee, and no total', async () => {
  const html = await shown({ status: 'cancelled', holdUntil: null })
  expect(html).toContain('This enrollment was cancelled')
  expect(html).not.toMatch(/Pay Now|Total Amount/)
})

test('a place without a date names its fee, and no total', async () => {
  const html = await shown({ batch: 'Coming soon', holdUntil: null })
  expect(html).toContain('Your place is <em>reserved</em>')
  expect(html).toContain('Fee, once there is a date')
  expect(html).not.toContain('Total Amount')
})
