import { expect, test } from 'vitest'
import { receivedMessage } from './order-messages.ts'
import { slotInWords } from './order-notices.ts'
import type { OrderRow } from './orders.repository.ts'

const midnight = {
  slot_name: 'Midnight',
  window_from: '2026-03-04T17:30:00.000Z',
  window_to: '2026-03-04T19:00:00.000Z',
}

// A buyer who does not see the hours may wait on the wrong night, because a midnight slot begins the night before.
test.each([
  [midnight, 'Midnight, 11 pm – 12:30 am, the night before'],
  [
    {
      slot_name: 'Afternoon',
      window_from: '2026-03-05T07:30:00.000Z',
      window_to: '2026-03-05T12:30:00.000Z',
    },
    'Afternoon, 1 pm – 6 pm',
  ],
  [{ slot_name: null, window_from: null, window_to: null }, ''],
])('a letter writes a slot with its hours and, for midnight, with the night before: %j', (row, expected) => {
  expect(slotInWords(row)).toBe(expected)
})

test('the e-mail about a received order says that a midnight slot begins the night before', () => {
  const row = { ...midnight, id: 'order', status: 'pending', delivery_day: '2026-03-05' } as OrderRow
  expect(JSON.stringify(receivedMessage(row, []).words)).toContain('the night before')
})
