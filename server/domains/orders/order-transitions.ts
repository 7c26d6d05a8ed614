import { type OrderStatus, orderStatuses } from '../../../contract/orders/order-facts.ts'
import type { OrderNotice } from './order-notices.ts'

export type StockEffect = 'hold' | 'return'

/** These effects wait until the change can no longer be undone. */
interface TransitionEffects {
  stock: StockEffect
  notice: OrderNotice | null
}

/** No letter says that an order is being arranged or completed. */
const toldOf = new Set<OrderStatus>(['confirmed', 'shipped', 'delivered'])

function effects(from: OrderStatus, to: OrderStatus): TransitionEffects {
  if (to === 'cancelled') return { stock: 'return', notice: 'cancelled' }
  if (from === 'cancelled') return { stock: 'hold', notice: 'reopened' }
  // `orderStatuses` stand in an order's usual way. A step back corrects a slip, and the customer is not told.
  const isForward = orderStatuses.indexOf(to) > orderStatuses.indexOf(from)
  return { stock: 'hold', notice: isForward && toldOf.has(to) ? (to as OrderNotice) : null }
}

export const orderTransitions: Readonly<
  Record<OrderStatus, Readonly<Record<OrderStatus, TransitionEffects>>>
> = rowsOf((from) => rowsOf((to) => effects(from, to)))

function rowsOf<T>(cell: (status: OrderStatus) => T): Record<OrderStatus, T> {
  return Object.fromEntries(orderStatuses.map((status) => [status, cell(status)])) as Record<OrderStatus, T>
}
