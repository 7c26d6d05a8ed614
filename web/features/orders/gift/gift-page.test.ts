import { expect, test } from 'vitest'
import type { GiftState } from '../../../../contract/orders/gifts.ts'
import { giftWords } from './gift-page.tsx'

const gift = {
  recipientName: 'Lakshmi Narayanan',
  from: 'Meena',
  day: '2026-03-05',
  slot: { name: 'Afternoon', from: '2026-03-05T07:30:00.000Z', to: '2026-03-05T13:00:00.000Z' },
  isPickup: false,
}
const when = 'Thu, 5 March 2026, 1 pm – 6:30 pm'

test.each<[GiftState, string, string]>([
  [
    'unconfirmed',
    `Meena has chosen flowers for you. The order is not confirmed yet: once it is, we bring them on ${when}.`,
    `Meena has chosen flowers for you. The order is not confirmed yet: once it is, they can be picked up on ${when}.`,
  ],
  ['confirmed', `Meena sends you flowers. We bring them on ${when}.`, `They can be picked up on ${when}.`],
  [
    'on-its-way',
    `Meena sends you flowers. They are on their way: ${when}.`,
    `They are ready, and can be picked up on ${when}.`,
  ],
  [
    'delivered',
    'Meena thought of you. We hope that they give joy.',
    'Meena thought of you. We hope that they give joy.',
  ],
  [
    'cancelled',
    'The order was cancelled. Please ask whoever sent you this link.',
    'The order was cancelled. Please ask whoever sent you this link.',
  ],
])(
  'the page of a gift in the state %s has its own text for a delivery and for a pickup',
  (state, brought, fetched) => {
    expect(giftWords({ ...gift, state }).lead).toBe(brought)
    expect(giftWords({ ...gift, state, isPickup: true }).lead).toBe(fetched)
    expect(giftWords({ ...gift, state }).title).toBe(
      state === 'cancelled' ? 'These flowers do not come' : 'Flowers for Lakshmi',
    )
    expect(giftWords({ ...gift, state, from: null }).lead).not.toContain('Meena')
  },
)
