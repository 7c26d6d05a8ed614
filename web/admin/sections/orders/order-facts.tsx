import type { OrderPaymentStatus, OrderStatus } from '../../../../contract/order-facts.ts'
import type { Order } from '../../../../contract/orders.ts'
import { Badge, type Tone } from '../../../ui/badge.tsx'

export function statusTone(status: OrderStatus): Tone {
  if (status === 'completed' || status === 'delivered') return 'leaf'
  if (status === 'pending') return 'neutral'
  return status === 'cancelled' ? 'rose' : 'outline'
}

export function paymentTone(status: OrderPaymentStatus): Tone {
  return status === 'pending' ? 'neutral' : 'leaf'
}

/** `pending` → `Pending`. */
export function inTitleCase(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1)
}

export const cardItemsMax = 2

/** '+N more items'; null where all are shown. */
export function moreItemsText(items: readonly unknown[]): string | null {
  const more = items.length - cardItemsMax
  return more > 0 ? `+${more} more items` : null
}

/** Pieces that were out of stock when a cancelled order was taken up again. */
export function missingOf({ items }: Pick<Order, 'items'>): number {
  return items.reduce((sum, { missing }) => sum + missing, 0)
}

/** What a status means for whoever picks it. */
export const statusMeaning: Record<OrderStatus, string> = {
  pending: 'It has come in, and nobody has looked at it.',
  confirmed: 'We have accepted it.',
  processing: 'The flowers are on the table.',
  shipped: 'It is on its way.',
  delivered: 'The customer has it.',
  completed: 'Everything is done.',
  cancelled: 'Its goods go back to the stock.',
}

export function StatusBadge({ status }: Pick<Order, 'status'>) {
  return (
    <Badge tone={statusTone(status)} className="capitalize">
      {status}
    </Badge>
  )
}

export function PaymentBadge({ status }: { status: Order['paymentstatus'] }) {
  return (
    <Badge tone={paymentTone(status)} className="capitalize">
      {status}
    </Badge>
  )
}

export function MissingNote({ order }: { order: Order }) {
  const missing = missingOf(order)
  if (missing === 0) return null
  return <Badge tone="marigold">{missing} not in stock</Badge>
}
