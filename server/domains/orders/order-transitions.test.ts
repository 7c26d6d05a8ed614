import { describe, expect, test } from 'vitest'
import { orderStatuses } from '../../../contract/orders/order-facts.ts'
import { orderTransitions } from './order-transitions.ts'

describe('any status from any, as a table (B§4, reading B5)', () => {
  test('has a cell for each of the 49', () => {
    for (const from of orderStatuses) {
      expect(Object.keys(orderTransitions[from])).toEqual([...orderStatuses])
      for (const to of orderStatuses) {
        expect(orderTransitions[from][to].stock).toBe(to === 'cancelled' ? 'return' : 'hold')
      }
    }
  })

  test('the customer hears of what goes forward, of a cancellation and of its end', () => {
    const heard = Object.fromEntries(
      orderStatuses.map((from) => [from, orderStatuses.map((to) => orderTransitions[from][to].notice)]),
    )
    // T§7: being arranged and completed are told by no letter.
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
      // Who has the flowers need not hear that the books are closed.
      delivered: [null, null, null, null, null, null, 'cancelled'],
      completed: [null, null, null, null, null, null, 'cancelled'],
      cancelled: [...Array.from({ length: 6 }, () => 'reopened'), 'cancelled'],
    })
  })
})
