import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { prerender } from 'react-dom/static'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import type { StoreOrder } from '../../../../contract/orders/store-orders.ts'
import type { EnrolmentView } from '../../../../contract/registrations/enrolments.ts'
import { orderPayable, seatPayable } from './payables.tsx'
import type { Payable } from './payment-means.ts'
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

/** Renders the page for a browser with scripts, with the parts that load later. */
function shown(changes: Partial<EnrolmentView>): Promise<string> {
  return shownPayable(seatPayable({ ...seat, ...changes }, seat.amount))
}

async function shownPayable(payable: Payable): Promise<string> {
  const { prelude } = await prerender(
    <QueryClientProvider
      client={new QueryClient({ defaultOptions: { queries: { queryFn: () => null, enabled: false } } })}
    >
      <MemoryRouter>
        <PaymentPanel payable={payable} />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  return (await new Response(prelude).text()).replaceAll(/<noscript>.*?<\/noscript>/gs, '')
}

test.each([
  ['simulator', null, byCard, byUpi],
  ['razorpay', null, byCard, byUpi],
  ['upi', upi, byUpi, byCard],
] as const)(
  'the payment page explains how the provider %s takes the money',
  async (provider, means, shownText, hiddenText) => {
    const html = await shown({ payment: { provider, checking: false, upi: means } })
    expect(html).toContain(shownText)
    expect(html).not.toContain(hiddenText)
    expect(html).toContain('Pay Now')
    expect(html.includes('This is a demonstration.')).toBe(provider === 'simulator')
  },
)

test('the payment page offers no way to pay while the school has no UPI id', async () => {
  const html = await shown({ payment: { provider: 'upi', checking: false, upi: null } })
  expect(html).toContain('You can’t pay here now.')
  expect(html).not.toMatch(/Pay Now|Secure payment|directly/)
})

test.each([
  ['confirmed', false],
  ['cancelled', false],
  ['pending', true],
] as const)(
  'the payment page of a %s seat (payment reported: %s) offers no way to pay',
  async (status, checking) => {
    const html = await shown({ status, payment: { ...seat.payment, checking }, reported: checking })
    expect(html).toContain('MAL-7K3F-9QXD')
    expect(html).not.toContain(byCard)
    expect(html).not.toContain(byUpi)
  },
)

test.each([
  ['still says how to pay if nobody pressed "I have paid"', false, true],
  ['does not say how to pay after "I have paid" was pressed', true, false],
] as const)('the payment page, while a reported payment is being checked, %s', async (_, reported, says) => {
  const html = await shown({ payment: { provider: 'upi', checking: true, upi }, reported })
  expect(html.includes('Already paid?')).toBe(says)
  expect(html.includes(byUpi)).toBe(says)
  expect(html.includes('We are checking your payment')).toBe(!says)
})

test.each([
  ['can be taken back while the seat waits for the money', {}, true],
  [
    'cannot be taken back when the school has no UPI id any more',
    { payment: { provider: 'upi', checking: true, upi: null } },
    false,
  ],
  ['cannot be taken back when the seat is confirmed', { status: 'confirmed' }, false],
  ['cannot be taken back when the seat is cancelled', { status: 'cancelled' }, false],
] as const)('the click on "I have paid" %s', async (_, changes, can) => {
  const html = await shown({
    payment: { provider: 'upi', checking: true, upi },
    reported: true,
    ...changes,
  })
  expect(html.includes('I haven’t paid yet')).toBe(can)
})

test.each([
  ['can be given up while it is unpaid', false, true],
  ['cannot be given up while its payment is being checked', true, false],
])('on the payment page a seat %s', async (_, checking, can) => {
  const html = await shown({ payment: { provider: 'upi', checking, upi }, reported: false })
  expect(html.includes('Cancel my seat')).toBe(can)
})

test('the payment page of a seat that is no longer held offers no way to pay', async () => {
  const html = await shown({
    status: 'expired',
    holdUntil: null,
    ended: { at: '2026-03-04T06:30:00.000Z', courseId: 'ikebana', batch: 'open' },
  })
  expect(html).toContain('This seat is no longer ')
  expect(html).toContain('Book again')
  expect(html).not.toMatch(/Pay Now|Complete Your Payment|Secure payment|Total Amount/)
})

test('the payment page of a cancelled seat shows no total and no way to pay', async () => {
  const html = await shown({ status: 'cancelled', holdUntil: null })
  expect(html).toContain('This enrolment was cancelled')
  expect(html).not.toMatch(/Pay Now|Total Amount/)
})

test('the payment page of a place without a date shows the later fee and no total', async () => {
  const html = await shown({ batch: 'Coming soon', holdUntil: null })
  expect(html).toContain('Your place is <em>reserved</em>')
  expect(html).toContain('Fee, due once there’s a date')
  expect(html).not.toContain('Total Amount')
})

test.each([
  ['one seat', {}, 'Cancel my seat'],
  ['three seats', { group: { count: 3, canName: false, seats: [] } }, 'Cancel all 3 seats'],
  ['a place without a date', { batch: 'Coming soon', holdUntil: null }, 'Cancel my place'],
])('the button that cancels says what it cancels: %s', async (_, changes, label) => {
  const html = await shown({ payment: { provider: 'upi', checking: false, upi }, ...changes })
  expect(html).toContain(label)
})

test.each([
  ['offered', true],
  [undefined, false],
] as const)(
  'without a UPI id the page of a fee says where to pay it, or that it can’t be paid here: %s',
  async (atSchool, isThere) => {
    const payment = { provider: 'upi', checking: false, upi: null, ...(atSchool && { atSchool }) } as const
    const fee = { id: 'fee', reference: 'MAL-FEE', amount: 80, status: 'open', at: seat.holdUntil, payment }
    const order = { id: 'order', ordernumber: 'MALAR-1', status: 'shipped', charges: [fee] }
    const html = await shownPayable(orderPayable(order as unknown as StoreOrder))
    expect(html.includes('You can pay this fee at the school')).toBe(isThere)
    expect(html.includes('You can’t pay here now.')).toBe(!isThere)
    expect(html).not.toMatch(/Pay Now|>Pay at the school</)
  },
)

const bouquet = { base: '/uploads/posy', width: 800, height: 1000, widths: [320], color: '#fff' }
const order = {
  id: 'order',
  ordernumber: 'MAL-1',
  status: 'pending',
  endedBy: null,
  lines: [
    { name: 'Market posy', size: 'Grand', answer: null, quantity: 2, picture: bouquet },
    { name: 'Vase', size: null, answer: 'For Asha', quantity: 1, picture: null },
  ],
  day: '2026-03-06',
  slot: null,
  way: 'standard',
  holdUntil: '2026-03-04T06:30:00.000Z',
  moneyWaits: false,
  askedUntil: null,
  payment: { provider: 'simulator', checking: false, upi: null },
  charges: [],
  couponCode: null,
  total: 1120,
  due: 1120,
  came: 0,
  canBePaid: true,
} as unknown as StoreOrder

test.each(['pending', 'confirmed'] as const)(
  'the payment page of an order that is %s shows what is paid, with pictures, and what is below the facts',
  async (status) => {
    const due = status === 'pending' ? 1120 : 0
    const html = await shownPayable({ ...orderPayable({ ...order, status, due }), below: 'the delivery' })
    const said = html.replaceAll('<!-- -->', '')
    for (const words of ['2 × Market posy', 'Grand', 'Vase', 'For Asha']) expect(said).toContain(words)
    expect(html.split('the delivery')).toHaveLength(2)
    // A thumbnail in the line, and the first item's picture beside the facts.
    expect(html.match(/<img/g)).toHaveLength(2)
  },
)

test.each(['pending', 'confirmed'] as const)('a seat that is %s has its course’s picture', async (status) => {
  const html = await shown({ status, picture: bouquet as never })
  expect(html.match(/<img/g)).toHaveLength(2)
})

test('a seat that is due has one row of links: add a person, terms, cancel', async () => {
  const terms = { hash: 'a'.repeat(64), at: '2026-03-01T06:30:00.000Z' }
  const html = await shown({ addable: { seats: 3, price: '12500' }, terms })
  const at = ['Add a person', 'Terms accepted', 'Cancel my seat'].map((words) => html.indexOf(words))
  expect(at.every((place, nth) => place > (at[nth - 1] ?? 0))).toBe(true)
  expect(html.match(/Cancel my seat/g)).toHaveLength(1)
})
