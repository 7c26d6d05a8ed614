import { expect, test } from 'vitest'
import { orderStatuses } from '../../../../../contract/orders/order-facts.ts'
import { countMissing, moreItemsText, paymentTone, statusTone } from './order-card.tsx'

test('badges as B§4 has them', () => {
  expect(orderStatuses.map(statusTone)).toEqual([
    'neutral',
    'outline',
    'outline',
    'outline',
    'leaf',
    'leaf',
    'rose',
  ])
  expect((['pending', 'paid', 'failed', 'refunded'] as const).map(paymentTone)).toEqual([
    'neutral',
    'leaf',
    'leaf',
    'leaf',
  ])
})

test.each([
  [0, null],
  [2, null],
  [3, '+1 more items'],
  [7, '+5 more items'],
])('%i items: %s', (count, text) => {
  expect(moreItemsText(Array.from({ length: count }))).toBe(text)
})

test('what is missing of all items together', () => {
  const item = {
    productId: null,
    productName: '',
    quantity: 9,
    unitPrice: 1,
    totalPrice: 9,
    picture: null,
    size: null,
    answer: null,
  }
  expect(countMissing({ items: [] })).toBe(0)
  expect(
    countMissing({
      items: [
        { ...item, missing: 2 },
        { ...item, missing: 0 },
        { ...item, missing: 3 },
      ],
    }),
  ).toBe(5)
})
