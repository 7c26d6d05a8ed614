import type { OrderStatus } from '../../../contract/orders/order-facts.ts'
import { slotHours } from '../../../contract/store/delivery-hours.ts'
import { dayInWords } from '../../../contract/words.ts'
import { facts } from './orders.letters.en.ts'
import type { OrderItemRow, OrderRow } from './orders.repository.ts'

/**
 * The events that buyers are notified of. `reopened`: a cancelled order continues; `moved`: the order's delivery time
 * changed.
 */
export type OrderNotice = Exclude<OrderStatus, 'pending'> | 'reopened' | 'moved'

/** A free order counts as paid, since it is confirmed at once. */
export function isPaidFor({ paid_at, status }: Pick<OrderRow, 'paid_at' | 'status'>): boolean {
  return paid_at !== null || (status !== 'pending' && status !== 'cancelled')
}

export function lineName({ product_name, size_name }: OrderItemRow): string {
  return size_name === null ? product_name : `${product_name}, ${size_name}`
}

interface Delivery {
  day: string
  slot: string
  /** True if the buyer collects the order from the studio. */
  isFetched?: boolean | undefined
}

/** Returns the day and time of delivery; null for an order that is older than the online store. */
export function deliveryTime(row: OrderRow): Delivery | null {
  if (row.delivery_day === null) return null
  return { day: row.delivery_day, slot: slotInWords(row), isFetched: row.way === 'pickup' }
}

export function deliveryFacts(delivery: Delivery | null | undefined): [string, string][] {
  if (!delivery) return []
  return [[delivery.isFetched ? facts.collection : facts.delivery, deliveryInWords(delivery)]]
}

export function deliveryInWords({ day, slot }: Delivery): string {
  return slot === '' ? dayInWords(day) : `${dayInWords(day)}, ${slot}`
}

/**
 * Returns text such as `Midnight, 11 pm – 12:30 am, the night before`; empty if the order is older than the online
 * store.
 */
export function slotInWords({
  slot_name: name,
  window_from: from,
  window_to: to,
}: Pick<OrderRow, 'slot_name' | 'window_from' | 'window_to'>): string {
  return [name, from && to && slotHours({ from, to })].filter(Boolean).join(', ')
}
