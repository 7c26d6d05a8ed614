import type { OrderStatus } from '../../../../contract/orders/order-facts.ts'
import type { OrderRow } from '../orders.repository.ts'

const beforeArranging: readonly OrderStatus[] = ['pending', 'confirmed']

/** Recipient, place and time may change until the order is being made. */
export function canChangePlace({ slot_id, ready_at, status }: OrderRow): boolean {
  return slot_id !== null && ready_at === null && beforeArranging.includes(status)
}

/** The card's words may change until they are printed, or the bouquet is tied. */
export function canChangeCard({ slot_id, card_printed_at, ready_at, status }: OrderRow): boolean {
  const isUntied = ready_at === null && (beforeArranging.includes(status) || status === 'processing')
  return slot_id !== null && card_printed_at === null && isUntied
}
