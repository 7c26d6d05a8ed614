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
    `Meena has chosen flowers for you. The order isn’t confirmed yet. Once it is, we’ll deliver them on ${when}.`,
    `Meena has chosen flowers for you. The order isn’t confirmed yet. Once it is, you can collect them from our studio on ${when}.`,
  ],
  [
    'confirmed',
    `Meena is sending you flowers. We’ll deliver them on ${when}.`,
    `Meena has ordered flowers for you. You can collect them from our studio on ${when}.`,
  ],
  [
    'on-its-way',
    `Meena is sending you flowers. They’re on their way and arrive on ${when}.`,
    `Your flowers are ready. You can collect them from our studio on ${when}.`,
  ],
  [
    'delivered',
    'Meena sent you flowers. We hope they bring you joy.',
    'Meena sent you flowers. We hope they bring you joy.',
  ],
  [
    'cancelled',
    'The person who sent you this link can tell you more.',
    'The person who sent you this link can tell you more.',
  ],
])(
  'the page of a gift in the state %s has its own text for a delivery and for a pickup',
  (state, brought, fetched) => {
    expect(giftWords({ ...gift, state }).lead).toBe(brought)
    expect(giftWords({ ...gift, state, isPickup: true }).lead).toBe(fetched)
    expect(giftWords({ ...gift, state }).title).toBe(
      state === 'cancelled' ? 'These flowers were cancelled' : 'Flowers for Lakshmi',
    )
    expect(giftWords({ ...gift, state, from: null }).lead).not.toContain('Meena')
  },
)
