import type { Insertable } from 'kysely'
import type { OrderStatus } from '../../../contract/orders/order-facts.ts'
import type { Schema } from '../schema.ts'
import { type Demo, type DemoPayment, rowsOf } from './demo.ts'

export type OrderRow = Insertable<Schema['shop_order']>
type ItemRow = Insertable<Schema['shop_order_item']>
type ChangeRow = Insertable<Schema['shop_order_change']>

/** A change of an order's status in the past. */
export type OrderStep = Pick<ChangeRow, 'from_status' | 'to_status' | 'at'>

export interface DemoLine {
  product: Pick<Insertable<Schema['product']>, 'id' | 'name' | 'price_in_paise'>
  quantity: number
  size?: Pick<Insertable<Schema['product_size']>, 'id' | 'name' | 'price_in_paise'> | undefined
  answer?: string | undefined
  discount_in_paise?: number | undefined
}

/** Makes the rows of an order's lines. A cancelled order takes no goods from the stock. */
export function itemsOf(orderId: string, status: OrderStatus, lines: readonly DemoLine[]): ItemRow[] {
  return lines.map(({ product, quantity, size, answer, discount_in_paise = 0 }, position) => {
    const unit = size?.price_in_paise ?? product.price_in_paise
    return {
      order_id: orderId,
      position,
      product_id: product.id,
      product_name: product.name,
      quantity,
      unit_price_in_paise: unit,
      total_in_paise: unit * quantity,
      taken: status === 'cancelled' ? 0 : quantity,
      size_id: size?.id ?? null,
      size_name: size?.name ?? null,
      answer: answer ?? null,
      discount_in_paise,
    }
  })
}

export const sumOf = (items: readonly ItemRow[]): number =>
  items.reduce((sum, item) => sum + item.total_in_paise, 0)

/** Adds an order with its lines, its money and its history. */
export function addOrder(
  demo: Demo,
  order: Omit<OrderRow, 'version' | 'updated_at'>,
  { items, steps }: { items: readonly ItemRow[]; steps: readonly OrderStep[] },
): void {
  const row = { ...order, version: 1 + steps.length, updated_at: steps.at(-1)?.at ?? order.created_at }
  rowsOf(demo, 'shop_order').push(row)
  rowsOf(demo, 'shop_order_item').push(...items)
  if (order.paid_at) demo.payments.push(moneyOf(row, order.paid_at))
  for (const [at, step] of steps.entries()) {
    const done = { by_email: null, effects_at: step.at, effects_done_at: step.at, undone_at: null }
    const change = { id: demo.ids.id(), order_id: order.id, order_version: 2 + at, ...step, ...done }
    rowsOf(demo, 'shop_order_change').push(change)
  }
}

function moneyOf(order: OrderRow, at: string): DemoPayment {
  return {
    id: order.id,
    subject: 'order',
    subject_id: order.id,
    provider: 'shop',
    provider_id: null,
    method: order.payment_method,
    reference: order.number,
    amount_in_paise: order.total_in_paise,
    at,
    stands: order.payment_status === 'refunded' ? 'refunded' : 'settled',
  }
}
