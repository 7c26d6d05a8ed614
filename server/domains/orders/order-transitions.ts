import { type OrderStatus, orderStatuses } from '../../../contract/orders/order-facts.ts'
import type { OrderNotice } from './order-notices.ts'

/** No e-mail is sent about an order that is being arranged, or is completed. */
const toldStatuses = new Set<OrderStatus>(['confirmed', 'shipped', 'delivered'])

export function statusEffects(
  from: OrderStatus,
  to: OrderStatus,
): { stock: 'hold' | 'return'; notice: OrderNotice | null } {
  if (to === 'cancelled') return { stock: 'return', notice: 'cancelled' }
  if (from === 'cancelled') return { stock: 'hold', notice: 'reopened' }
  // `orderStatuses` has the usual order. A step back corrects a mistake, so the customer is not notified.
  const isForward = orderStatuses.indexOf(to) > orderStatuses.indexOf(from)
  return { stock: 'hold', notice: isForward && toldStatuses.has(to) ? (to as OrderNotice) : null }
}

/**
 * Returns the status before all changes whose effects have not run yet; `changes` has the newest first. The buyer does
 * not know about these changes. So if staff correct a cancellation at once, the order must not count as reopened.
 */
export function statusBeforeWaiting(
  changes: readonly { from_status: OrderStatus; effects_done_at: string | null }[],
): OrderStatus | undefined {
  const done = changes.findIndex(({ effects_done_at }) => effects_done_at !== null)
  return changes.slice(0, done === -1 ? changes.length : done).at(-1)?.from_status
}
