import { expect, test } from 'vitest'
import { checkingText } from './order-part.tsx'

const order = { status: 'pending', endedBy: null, holdUntil: null, moneyWaits: false, proved: true } as const

test.each<[Partial<Parameters<typeof checkingText>[0]>, string]>([
  [
    { holdUntil: '2026-03-02T07:30:00.000Z' },
    'We’re checking our account and will e-mail you when your order is confirmed. We’ll hold your items until Mon, 2 March at 1:00 pm. If we haven’t found your payment by then, we’ll e-mail you. Your money is safe.',
  ],
  [
    { holdUntil: '2026-03-02T07:30:00.000Z', proved: false },
    'We’re checking our account and will e-mail you when your order is confirmed. We’ll hold your items until Mon, 2 March at 1:00 pm. If we haven’t found your payment by then, we’ll e-mail you. Your money is safe. For a longer hold, open the link in our e-mail.',
  ],
  [
    { status: 'cancelled', endedBy: 'hold' },
    'Your order is no longer held. Once we find your payment, we’ll confirm it if your items and delivery time are still available. If not, we’ll refund you.',
  ],
  [
    { status: 'cancelled', endedBy: 'hold', moneyWaits: true },
    'We received your payment after we had released your items. We’ll confirm the order if we still can, or refund you, and we’ll call you.',
  ],
  [
    { status: 'cancelled', endedBy: 'customer' },
    'This order was cancelled. If we find your payment, we’ll refund it.',
  ],
  [
    { status: 'cancelled', endedBy: 'staff' },
    'This order was cancelled. If we find your payment, we’ll refund it.',
  ],
])('the payment page of an order with %j says what happens to the reported payment', (changed, text) => {
  expect(checkingText({ ...order, ...changed })).toBe(text)
})
