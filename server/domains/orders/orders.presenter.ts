import { correctedParts } from '../../../contract/orders/order-facts.ts'
import * as contract from '../../../contract/orders/orders.ts'
import type { Picture } from '../../../contract/primitives.ts'
import { presented } from '../../platform/presented.ts'
import { isAsked } from './order-steps.ts'
import { dueOf, type OrderChangeRow, type OrderItemRow, type OrderRow } from './orders.repository.ts'

export interface OrderParts {
  items: readonly OrderItemRow[]
  /** The changes whose effects have not run yet, newest last. */
  openChanges: readonly OrderChangeRow[]
  pictureOf(productId: string): Picture | null
  isReported: boolean
}

export function presentOrder(row: OrderRow, parts: OrderParts, now: string): contract.Order {
  const latest = parts.openChanges.at(-1)
  const canUndo = latest !== undefined && latest.order_version === row.version && latest.effects_at > now
  // Missing stock is known once the effects of all changes have run.
  const isSettled = row.status !== 'cancelled' && parts.openChanges.length === 0
  return presented(contract.order, row, {
    ordernumber: row.number,
    customername: row.customer_name,
    deliveryaddress: row.delivery_address,
    createdat: row.created_at,
    ...(row.terms_hash !== null && { terms: row.terms_hash }),
    items: parts.items.map((item) => presentItem(item, parts, isSettled)),
    subtotal: row.subtotal_in_paise / 100,
    deliverycharge: row.delivery_charge_in_paise / 100,
    discountamount: row.discount_in_paise / 100,
    total: row.total_in_paise / 100,
    due: row.status === 'cancelled' && row.ended_by !== 'hold' ? 0 : dueOf(row) / 100,
    paymentmethod: row.payment_method,
    paymentstatus: row.payment_status,
    isReported: parts.isReported,
    day: row.delivery_day,
    slot: slotOf(row),
    zone: row.zone_name,
    recipientName: row.recipient_name,
    recipientPhone: row.recipient_phone,
    cardMessage: row.card_message,
    hidesSender: row.hides_sender === 1,
    callsBuyer: row.calls_buyer === 1,
    couponCode: row.coupon_code,
    holdUntil: row.hold_until,
    endedBy: row.ended_by,
    askedUntil: isAsked(row) ? row.asked_until : null,
    corrected: presentCorrected(row),
    change: canUndo ? presentOpenChange(latest) : null,
  })
}

export function presentCorrected({
  corrected,
  corrected_at: at,
}: Pick<OrderRow, 'corrected' | 'corrected_at'>): contract.CorrectedByBuyer {
  if (corrected === null || at === null) return null
  const said = new Set(corrected.split(' '))
  return { at, parts: correctedParts.filter((part) => said.has(part)) }
}

/** Returns the delivery slot; null for an order that is older than the online store. */
export function slotOf(row: Pick<OrderRow, 'slot_name' | 'window_from' | 'window_to'>) {
  const { slot_name: name, window_from: from, window_to: to } = row
  return name === null || from === null || to === null ? null : { name, from, to }
}

export function presentLine(item: OrderItemRow, pictureOf: (productId: string) => Picture | null) {
  const { product_id, product_name: name, size_name: size, answer, quantity } = item
  return { name, size, answer, quantity, picture: product_id === null ? null : pictureOf(product_id) }
}

function presentItem(item: OrderItemRow, { pictureOf }: OrderParts, isSettled: boolean): contract.OrderItem {
  const { name, ...line } = presentLine(item, pictureOf)
  return {
    ...line,
    productId: item.product_id,
    productName: name,
    unitPrice: item.unit_price_in_paise / 100,
    totalPrice: item.total_in_paise / 100,
    missing: isSettled && item.product_id !== null ? item.quantity - item.taken : 0,
  }
}

export function presentOpenChange(change: OrderChangeRow): contract.OpenStatusChange {
  return { id: change.id, from: change.from_status, to: change.to_status, undoUntil: change.effects_at }
}

export function presentChange(change: OrderChangeRow): contract.StatusChange {
  return {
    id: change.id,
    at: change.at,
    from: change.from_status,
    to: change.to_status,
    by: change.by_email,
    isUndone: change.undone_at !== null,
  }
}
