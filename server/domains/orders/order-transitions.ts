import { type OrderStatus, orderStatuses } from '../../../contract/order-facts.ts'
import type { OrderNotice } from './orders.letters.ts'

/** What an order has of the stock afterwards: its goods, or nothing. */
export type StockEffect = 'hold' | 'return'

/** What a change of status does once it can no longer be undone (reading B5). */
interface TransitionEffects {
  stock: StockEffect
  /** What the customer hears; null is nothing. */
  notice: OrderNotice | null
}

/** The way of an order; whoever sets it back corrects a slip, of which the customer need not hear. */
const way: readonly OrderStatus[] = [
  'pending',
  'confirmed',
  'processing',
  'shipped',
  'delivered',
  'completed',
]

function effects(from: OrderStatus, to: OrderStatus): TransitionEffects {
  if (to === 'cancelled') return { stock: 'return', notice: 'cancelled' }
  if (from === 'cancelled') return { stock: 'hold', notice: 'reopened' }
  const isForward = way.indexOf(to) > way.indexOf(from)
  // Who has the flowers need not hear that the books are closed.
  const isKnown = to === 'pending' || (from === 'delivered' && to === 'completed')
  return { stock: 'hold', notice: isForward && !isKnown ? to : null }
}

/** B§4: every status from every other one, with what it does. */
export const orderTransitions: Readonly<
  Record<OrderStatus, Readonly<Record<OrderStatus, TransitionEffects>>>
> = rowsOf((from) => rowsOf((to) => effects(from, to)))

function rowsOf<T>(cell: (status: OrderStatus) => T): Record<OrderStatus, T> {
  return Object.fromEntries(orderStatuses.map((status) => [status, cell(status)])) as Record<OrderStatus, T>
}
