import { expect, test } from 'vitest'
import type { StoreOrder } from '../../../../contract/orders/store-orders.ts'
import { isOver } from './order-end.ts'
import { feeInWords, orderWords } from './order-words.ts'

const order = {
  status: 'confirmed',
  endedBy: null,
  way: 'standard',
  day: '2026-03-05',
  slot: { name: 'Afternoon', from: '2026-03-05T07:30:00.000Z', to: '2026-03-05T13:00:00.000Z' },
  payment: { provider: 'simulator', checking: false, upi: null },
  holdUntil: null,
  askedUntil: null,
  isAskedOver: false,
  moneyWaits: false,
  paymentstatus: 'paid',
  total: 580,
} satisfies Partial<StoreOrder>

test.each<[Partial<StoreOrder>, string, string]>([
  [{ status: 'pending' }, 'Waiting for your payment', 'We’ll start on your order as soon as you’ve paid.'],
  [
    { status: 'pending', askedUntil: '2026-03-05T04:30:00.000Z' },
    'Check your e-mail',
    'To place your order, open the link in our e-mail before Thu, 5 March at 10:00 am.',
  ],
  [
    {
      status: 'pending',
      payment: { ...order.payment, checking: true },
      holdUntil: '2026-03-05T04:30:00.000Z',
    },
    'We are checking your payment',
    'We’ll hold your order until Thu, 5 March at 10:00 am.',
  ],
  [
    {},
    'Your order is confirmed',
    'We’ve received your payment. We’ll deliver your flowers on Thu, 5 March 2026, 1 pm – 6:30 pm.',
  ],
  [
    { total: 0 },
    'Your order is confirmed',
    'There’s nothing to pay. We’ll deliver your flowers on Thu, 5 March 2026, 1 pm – 6:30 pm.',
  ],
  [
    { way: 'pickup' },
    'Your order is confirmed',
    'You can collect your flowers from our studio on Thu, 5 March 2026, 1 pm – 6:30 pm.',
  ],
  [
    { slot: { name: 'Midnight', from: '2026-03-04T17:30:00.000Z', to: '2026-03-04T19:00:00.000Z' } },
    'Your order is confirmed',
    'Thu, 5 March 2026, 11 pm – 12:30 am, the night before.',
  ],
  [{ day: null, slot: null, way: null }, 'Your order is confirmed', 'Call us to arrange the delivery day.'],
  [{ status: 'processing' }, 'Your flowers are being arranged', 'We’ll deliver your flowers on'],
  [{ status: 'shipped' }, 'Your flowers are on their way', 'when they’ve arrived'],
  [{ status: 'shipped', way: 'pickup' }, 'Your flowers are ready', 'from our studio'],
  [{ status: 'delivered' }, 'Your flowers have arrived', 'joy'],
  [{ status: 'completed', way: 'pickup' }, 'Your flowers have been collected', 'joy'],
  [
    { status: 'cancelled', endedBy: 'hold' },
    'This order was cancelled',
    'We didn’t receive your payment in time, so we’re no longer holding your order. You weren’t charged.',
  ],
  [
    { status: 'cancelled', endedBy: 'hold', payment: { ...order.payment, checking: true } },
    'This order was cancelled',
    'We couldn’t find your payment in time. Your money is safe',
  ],
  [
    { status: 'cancelled', endedBy: 'hold', moneyWaits: true },
    'This order was cancelled',
    'Your payment arrived after we’d stopped holding your order.',
  ],
  [
    { status: 'cancelled', endedBy: 'customer', paymentstatus: 'pending' },
    'This order was cancelled',
    'You cancelled this order. There’s nothing to pay.',
  ],
  [
    { status: 'cancelled', endedBy: 'customer', payment: { ...order.payment, checking: true } },
    'This order was cancelled',
    'You cancelled this order. We’ll refund you the way you paid, and e-mail you when it’s done.',
  ],
  [
    { status: 'cancelled', endedBy: 'customer', paymentstatus: 'paid' },
    'This order was cancelled',
    'You cancelled this order. We’ll refund you the way you paid, and e-mail you when it’s done.',
  ],
  [
    { status: 'cancelled', endedBy: 'customer', paymentstatus: 'refunded' },
    'This order was cancelled',
    'You cancelled this order. We’ve refunded you the way you paid.',
  ],
  [
    { status: 'cancelled', endedBy: 'staff', paymentstatus: 'refunded' },
    'This order was cancelled',
    'please call us. We’ve refunded you the way you paid.',
  ],
  [
    { status: 'cancelled', endedBy: 'customer', total: 0 },
    'This order was cancelled',
    'You cancelled this order. There’s nothing to pay.',
  ],
  [{ status: 'cancelled', endedBy: null }, 'This order was cancelled', 'The school cancelled this order'],
])('an order with %j has the heading: %s', (changed, title, lead) => {
  const words = orderWords({ ...order, ...changed })
  expect(words.title).toBe(title)
  expect(words.lead).toContain(lead)
})

test('an order that was not confirmed by its link in time has the heading “This order wasn’t placed”', () => {
  const until = { askedUntil: '2026-03-05T04:30:00.000Z', isAskedOver: true }
  const { title } = orderWords({ ...order, ...until, status: 'pending' })
  expect(title).toBe('This order wasn’t placed')
})

test('an order that staff confirmed before its payment is not called paid', () => {
  const { lead } = orderWords({ ...order, paymentstatus: 'pending' })
  expect(lead).toBe('We’ll deliver your flowers on Thu, 5 March 2026, 1 pm – 6:30 pm.')
})

test.each<[StoreOrder['status'], boolean, string]>([
  [
    'shipped',
    false,
    'Nobody was there to receive your flowers. Your order isn’t affected if you don’t pay this fee.',
  ],
  [
    'delivered',
    false,
    'Nobody was there to receive your flowers the first time, so we delivered them again.',
  ],
  [
    'completed',
    false,
    'Nobody was there to receive your flowers the first time, so we delivered them again.',
  ],
  ['shipped', true, 'We are checking your payment.'],
  ['delivered', true, 'We are checking your payment.'],
])(
  'a %s order explains the fee for another delivery attempt (payment reported: %s)',
  (status, isChecking, sentence) => {
    expect(feeInWords(status, isChecking)).toBe(sentence)
  },
)

test('only a cancelled or completed order is over', () => {
  const over = ['cancelled', 'completed']
  for (const status of ['pending', 'confirmed', 'processing', 'shipped', 'delivered', ...over] as const) {
    expect([status, isOver({ status: status as StoreOrder['status'] })]).toEqual([
      status,
      over.includes(status),
    ])
  }
})
