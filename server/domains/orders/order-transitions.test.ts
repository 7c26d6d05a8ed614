import { describe, expect, test } from 'vitest'
import { orderStatuses } from '../../../contract/orders/order-facts.ts'
import { statusEffects } from './order-transitions.ts'

describe('the effects of a change of an order’s status', () => {
  test('a cancelled order returns its stock, and every other status holds it', () => {
    for (const from of orderStatuses) {
      for (const to of orderStatuses) {
        expect(statusEffects(from, to).stock).toBe(to === 'cancelled' ? 'return' : 'hold')
      }
    }
  })

  test('the customer gets a notice when an order is confirmed, shipped, delivered, cancelled or reopened', () => {
    const heard = Object.fromEntries(
      orderStatuses.map((from) => [from, orderStatuses.map((to) => statusEffects(from, to).notice)]),
    )
    // No letter says that an order is being arranged or completed.
    const forward = ['confirmed', null, 'shipped', 'delivered', null]
    const from = (first: number) => [
      ...Array.from({ length: first }, () => null),
      ...forward.slice(first - 1),
      'cancelled',
    ]
    expect(heard).toEqual({
      pending: from(1),
      confirmed: from(2),
      processing: from(3),
      shipped: from(4),
      // The customer who has the flowers gets no letter about the completion.
      delivered: [null, null, null, null, null, null, 'cancelled'],
      completed: [null, null, null, null, null, null, 'cancelled'],
      cancelled: [...Array.from({ length: 6 }, () => 'reopened'), 'cancelled'],
    })
  })
})
