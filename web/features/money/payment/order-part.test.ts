import { expect, test } from 'vitest'
import { checkingText } from './order-part.tsx'

const order = { status: 'pending', endedBy: null, holdUntil: null, moneyWaits: false, proved: true } as const

test.each<[Partial<Parameters<typeof checkingText>[0]>, string]>([
  [
    { holdUntil: '2026-03-02T07:30:00.000Z' },
    'The school looks for it in its account and confirms your order by a letter. Everything is held until Mon, 2 March at 1:00 pm. If the school has not found your payment by then we write to you, and your money is not lost.',
  ],
  [
    { holdUntil: '2026-03-02T07:30:00.000Z', proved: false },
    'The school looks for it in its account and confirms your order by a letter. Everything is held until Mon, 2 March at 1:00 pm. If the school has not found your payment by then we write to you, and your money is not lost. To hold it for longer, please open the link in our email.',
  ],
  [
    { status: 'cancelled', endedBy: 'hold' },
    'The order is no longer held. Once the school finds your payment, it takes the order up again if the flowers and the time are still there; if not, the money comes back to you.',
  ],
  [
    { status: 'cancelled', endedBy: 'hold', moneyWaits: true },
    'Your payment came when the order was no longer held. We take it up again if we can, or send the money back, and call you.',
  ],
  [
    { status: 'cancelled', endedBy: 'customer' },
    'This order was cancelled. What you paid comes back to you once the school has found it.',
  ],
  [
    { status: 'cancelled', endedBy: 'staff' },
    'This order was cancelled. What you paid comes back to you once the school has found it.',
  ],
])('the payment page of an order with %j says what happens to the reported payment', (changed, text) => {
  expect(checkingText({ ...order, ...changed })).toBe(text)
})
