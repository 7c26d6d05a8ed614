import type { OrderStatus } from '../../../contract/orders/order-facts.ts'
import { slotHours } from '../../../contract/store/delivery-hours.ts'
import { dayInWords } from '../../../contract/words.ts'
import type { OrderItemRow, OrderRow } from './orders.repository.ts'

/** A customer hears of these. `reopened`: a cancelled order was taken up again; `moved`: it comes at another time. */
export type OrderNotice = Exclude<OrderStatus, 'pending'> | 'reopened' | 'moved'

/** Money stands behind what its buyer typed. A free order is confirmed at once, and counts as paid. */
export function isPaidFor({ paid_at, status }: Pick<OrderRow, 'paid_at' | 'status'>): boolean {
  return paid_at !== null || (status !== 'pending' && status !== 'cancelled')
}

/** `Rose box, Large`. */
export function lineName({ product_name, size_name }: OrderItemRow): string {
  return size_name === null ? product_name : `${product_name}, ${size_name}`
}

export function deliveryInWords({ day, slot }: { day: string; slot: string }): string {
  return slot === '' ? dayInWords(day) : `${dayInWords(day)}, ${slot}`
}

/** `Midnight, 11 pm – 12:30 am, the night before`; empty for an order from before the store. */
export function slotInWords({
  slot_name: name,
  window_from: from,
  window_to: to,
}: Pick<OrderRow, 'slot_name' | 'window_from' | 'window_to'>): string {
  return [name, from && to && slotHours({ from, to })].filter(Boolean).join(', ')
}
