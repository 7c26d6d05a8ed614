import type { Order } from '../../../../contract/orders.ts'
import { Badge } from '../../../ui/badge.tsx'
import { missingOf, paymentTone, statusTone } from './order-facts.ts'

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

/** Said where an order could not take all its goods again. */
export function MissingNote({ order }: { order: Order }) {
  const missing = missingOf(order)
  if (missing === 0) return null
  return <Badge tone="marigold">{missing} not in stock</Badge>
}
