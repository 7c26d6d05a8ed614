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
  [{ status: 'pending' }, 'Waiting for your payment', 'We begin as soon as it is here.'],
  [
    { status: 'pending', askedUntil: '2026-03-05T04:30:00.000Z' },
    'Check your email',
    'Open the link we sent you before Thu, 5 March at 10:00 am to place your order.',
  ],
  [
    {
      status: 'pending',
      payment: { ...order.payment, checking: true },
      holdUntil: '2026-03-05T04:30:00.000Z',
    },
    'We are checking your payment',
    'Everything is held for you until Thu, 5 March at 10:00 am.',
  ],
  [{}, 'Your order is confirmed', 'It is paid. The flowers arrive on Thu, 5 March 2026, 1 pm – 6:30 pm.'],
  [
    { total: 0 },
    'Your order is confirmed',
    'There is nothing to pay. The flowers arrive on Thu, 5 March 2026, 1 pm – 6:30 pm.',
  ],
  [{ way: 'pickup' }, 'Your order is confirmed', 'You can pick it up on Thu, 5 March 2026, 1 pm – 6:30 pm.'],
  [
    { slot: { name: 'Midnight', from: '2026-03-04T17:30:00.000Z', to: '2026-03-04T19:00:00.000Z' } },
    'Your order is confirmed',
    'Thu, 5 March 2026, 11 pm – 12:30 am, the night before.',
  ],
  [{ day: null, slot: null, way: null }, 'Your order is confirmed', 'We write to you before the day.'],
  [{ status: 'processing' }, 'Your flowers are being arranged', 'The flowers arrive on'],
  [{ status: 'shipped' }, 'Your flowers are on their way', 'as soon as they have arrived'],
  [{ status: 'shipped', way: 'pickup' }, 'Your flowers are ready', 'at the studio'],
  [{ status: 'delivered' }, 'Your flowers have arrived', 'joy'],
  [{ status: 'completed', way: 'pickup' }, 'Your flowers were picked up', 'joy'],
  [
    { status: 'cancelled', endedBy: 'hold' },
    'This order is cancelled',
    'It was not paid in time, so its place is free for others. Nothing was charged.',
  ],
  [
    { status: 'cancelled', endedBy: 'hold', payment: { ...order.payment, checking: true } },
    'This order is cancelled',
    'We had not found your payment by the time we had to begin. Your money is not lost',
  ],
  [
    { status: 'cancelled', endedBy: 'hold', moneyWaits: true },
    'This order is cancelled',
    'Your payment came when the order was no longer held.',
  ],
  [
    { status: 'cancelled', endedBy: 'customer', paymentstatus: 'pending' },
    'This order is cancelled',
    'It was cancelled as you asked. There is nothing for you to pay.',
  ],
  [
    { status: 'cancelled', endedBy: 'customer', payment: { ...order.payment, checking: true } },
    'This order is cancelled',
    'It was cancelled as you asked. What you have paid is sent back the way it came, and we write to you when it is.',
  ],
  [
    { status: 'cancelled', endedBy: 'customer', paymentstatus: 'paid' },
    'This order is cancelled',
    'It was cancelled as you asked. What you have paid is sent back the way it came, and we write to you when it is.',
  ],
  [
    { status: 'cancelled', endedBy: 'customer', paymentstatus: 'refunded' },
    'This order is cancelled',
    'It was cancelled as you asked. What you paid was sent back, the way it came.',
  ],
  [
    { status: 'cancelled', endedBy: 'staff', paymentstatus: 'refunded' },
    'This order is cancelled',
    'please call us. What you paid was sent back, the way it came.',
  ],
  [
    { status: 'cancelled', endedBy: 'customer', total: 0 },
    'This order is cancelled',
    'It was cancelled as you asked. There is nothing for you to pay.',
  ],
  [{ status: 'cancelled', endedBy: null }, 'This order is cancelled', 'The school has cancelled it'],
])('an order with %j has the heading: %s', (changed, title, lead) => {
  const words = orderWords({ ...order, ...changed })
  expect(words.title.join('')).toBe(title)
  expect(words.lead).toContain(lead)
})

test('an order that was not confirmed by its link in time has the heading “This order was not placed”', () => {
  const until = { askedUntil: '2026-03-05T04:30:00.000Z', isAskedOver: true }
  const { title } = orderWords({ ...order, ...until, status: 'pending' })
  expect(title.join('')).toBe('This order was not placed')
})

test('an order that staff confirmed before its payment is not called paid', () => {
  const { lead } = orderWords({ ...order, paymentstatus: 'pending' })
  expect(lead).toBe('The flowers arrive on Thu, 5 March 2026, 1 pm – 6:30 pm.')
})

test.each<[StoreOrder['status'], boolean, string]>([
  [
    'shipped',
    false,
    'Nobody could take your flowers when we came. Your order stands, also if the fee is not paid.',
  ],
  ['delivered', false, 'Nobody could take your flowers at first, so we came again.'],
  ['completed', false, 'Nobody could take your flowers at first, so we came again.'],
  ['shipped', true, 'We are checking your payment of it.'],
  ['delivered', true, 'We are checking your payment of it.'],
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
