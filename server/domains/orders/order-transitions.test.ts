import { describe, expect, test } from 'vitest'
import { type OrderStatus, orderStatuses } from '../../../contract/orders/order-facts.ts'
import { statusBeforeWaiting, statusEffects } from './order-transitions.ts'

describe('the effects of changing an order’s status', () => {
  test('a cancelled order returns its stock, and an order in any other status holds it', () => {
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
    // No letter is sent when an order is being arranged, or when it is completed.
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
      // A customer who already has the flowers gets no letter about the completion.
      delivered: [null, null, null, null, null, null, 'cancelled'],
      completed: [null, null, null, null, null, null, 'cancelled'],
      cancelled: [...Array.from({ length: 6 }, () => 'reopened'), 'cancelled'],
    })
  })
})

describe('the status of an order before those changes whose effects are still pending', () => {
  const at = '2026-03-02T04:30:00.000Z'
  const waits = (from_status: OrderStatus) => ({ from_status, effects_done_at: null })
  const done = (from_status: OrderStatus) => ({ from_status, effects_done_at: at })

  test.each([
    ['without changes', [], undefined],
    ['whose only change has had its effects', [done('pending')], undefined],
    ['whose only change waits', [waits('pending')], 'pending'],
    ['with three waiting changes', [waits('cancelled'), waits('confirmed'), waits('pending')], 'pending'],
    [
      'with a waiting change after a change that has had its effects',
      [waits('cancelled'), done('confirmed')],
      'cancelled',
    ],
    [
      'with two waiting changes after two changes that have had their effects',
      [waits('cancelled'), waits('confirmed'), done('pending'), done('cancelled')],
      'confirmed',
    ],
  ] as const)('the status before all waiting changes of an order %s is %j', (_, changes, status) => {
    expect(statusBeforeWaiting(changes)).toBe(status)
  })
})
