import { expect, test } from 'vitest'
import type { StoreOrder } from '../../../contract/store-orders.ts'
import { isOver } from './order-end.ts'
import { orderWords } from './order-words.ts'

const order = {
  status: 'confirmed',
  endedBy: null,
  way: 'standard',
  day: '2026-03-05',
  slot: { name: 'Afternoon', from: '2026-03-05T07:30:00.000Z', to: '2026-03-05T13:00:00.000Z' },
  payment: { provider: 'simulator', checking: false, upi: null },
} satisfies Partial<StoreOrder>

test.each<[Partial<StoreOrder>, string, string]>([
  [{ status: 'pending' }, 'Waiting for your payment', 'We begin as soon as it is here.'],
  [
    { status: 'pending', payment: { ...order.payment, checking: true } },
    'We are checking your payment',
    'nothing more to do',
  ],
  [{}, 'Your order is confirmed', 'It is paid. The flowers arrive on Thu, 5 March 2026, 1 pm – 6:30 pm.'],
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
  [{ status: 'cancelled', endedBy: 'hold' }, 'This order is cancelled', 'not paid in time'],
  [{ status: 'cancelled', endedBy: 'customer' }, 'This order is cancelled', 'as you asked'],
  [{ status: 'cancelled', endedBy: null }, 'This order is cancelled', 'The school has cancelled it'],
])('%o: %s', (changed, title, lead) => {
  const words = orderWords({ ...order, ...changed })
  expect(words.title.join('')).toBe(title)
  expect(words.lead).toContain(lead)
})

test('an order is asked about again until nothing more can happen to it', () => {
  const over = ['cancelled', 'completed']
  for (const status of ['pending', 'confirmed', 'processing', 'shipped', 'delivered', ...over] as const) {
    expect([status, isOver({ status: status as StoreOrder['status'] })]).toEqual([
      status,
      over.includes(status),
    ])
  }
})
