import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { StoreOrder } from '../../../../contract/orders/store-orders.ts'
import { slotText } from './order-part.tsx'
import { orderPayable } from './payables.tsx'

const order = {
  id: 'order',
  ordernumber: 'MALAR-1',
  status: 'pending',
  endedBy: null,
  lines: [],
  day: null,
  slot: null,
  way: null,
  holdUntil: '2026-03-04T06:30:00.000Z',
  moneyWaits: false,
  askedUntil: null,
  payment: { provider: 'upi', checking: false, upi: null },
  charges: [],
  couponCode: null,
  total: 1120,
  due: 1120,
  came: 0,
  canBePaid: true,
} as unknown as StoreOrder

test.each([
  ['says how an unpaid order ends', false, true],
  ['does not say how an order ends once a payment is reported', true, false],
])('the payment page %s', (_, checking, isSaid) => {
  const { facts } = orderPayable({ ...order, payment: { ...order.payment, checking } })
  const held = renderToStaticMarkup(new Map(facts).get('Held until'))
  expect(held).toContain('4 March')
  expect(held.includes('After that, we’ll release your order. You won’t be charged.')).toBe(isSaid)
})

test('an order that waits for its confirmation by e-mail cannot be paid yet', () => {
  const { status, notDue } = orderPayable({ ...order, askedUntil: '2026-03-04T06:30:00.000Z' })
  expect([status, notDue === undefined]).toEqual(['reserved', false])
})

test('the payment page does not ask for money that has already arrived', () => {
  const upi = { id: 'malar@bank', name: 'Malar', uri: 'upi://pay?pa=malar@bank' }
  const lapsed = { status: 'cancelled', endedBy: 'hold', payment: { ...order.payment, upi } } as const
  expect(orderPayable({ ...order, ...lapsed }).payment).toMatchObject({ checking: false, upi })
  expect(orderPayable({ ...order, ...lapsed, moneyWaits: true }).payment).toMatchObject({
    checking: true,
    upi: null,
  })
})

test.each([
  ['is cancelled when its time is over', { canBePaid: false }, 'cancelled', 'This order is no longer held'],
  ['is expired when its time is still ahead', { canBePaid: true }, 'expired', undefined],
  [
    'is cancelled when its buyer cancelled it',
    { endedBy: 'customer', canBePaid: false },
    'cancelled',
    'This order was cancelled',
  ],
] as const)('an unpaid order that has lost its hold %s', (_, changes, status, title) => {
  const shown = orderPayable({ ...order, status: 'cancelled', endedBy: 'hold', ...changes })
  expect(shown.status).toBe(status)
  if (title) expect(shown.words.cancelled).toBe(title)
})

test('the payment page shows a midnight delivery with its hours and the words “the night before”', () => {
  const slot = { name: 'Midnight', from: '2026-03-04T17:30:00.000Z', to: '2026-03-04T19:00:00.000Z' }
  expect(slotText(slot)).toBe('Midnight, 11 pm – 12:30 am, the night before')
})

test('the payment page asks for the refunded part of an order that continues after a partial refund', () => {
  const again = { ...order, status: 'confirmed', holdUntil: null, due: 400, came: 720 } as const
  const { status, amount, amountName, facts } = orderPayable(again)
  expect([status, amount, amountName]).toEqual(['due', '400', 'Due'])
  expect(new Map(facts as [string, unknown][]).get('Received')).toBe('₹720')
  expect(orderPayable({ ...again, due: 0, came: 1120 }).status).toBe('paid')
  // The whole payment was refunded earlier, or staff confirmed the order before any money came.
  expect(orderPayable({ ...again, due: 1120, came: 0 })).toMatchObject({ status: 'due', amount: '1120' })
})
