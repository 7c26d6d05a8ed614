import type { OrderPaymentStatus, OrderStatus } from '../../../../contract/order-facts.ts'
import type { Order } from '../../../../contract/orders.ts'
import { Badge, type Tone } from '../../../ui/badge.tsx'
import type { Fact } from '../../../ui/facts.tsx'
import { MailLink, PhoneLink } from '../../contact-link.tsx'
import { emailColumn, momentColumn, rupeesColumn, wrapped } from '../../list/columns.tsx'
import type { Column } from '../../list/list-table.tsx'
import { capitalised } from '../../list/use-list.ts'

export function statusTone(status: OrderStatus): Tone {
  if (status === 'completed' || status === 'delivered') return 'leaf'
  if (status === 'pending') return 'neutral'
  return status === 'cancelled' ? 'rose' : 'outline'
}

export function paymentTone(status: OrderPaymentStatus): Tone {
  return status === 'pending' ? 'neutral' : 'leaf'
}

export const cardItemsMax = 2

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

export const StatusBadge = ({ status }: { status: OrderStatus }) => (
  <Badge tone={statusTone(status)} className="capitalize">
    {status}
  </Badge>
)

const PaymentBadge = ({ status }: { status: OrderPaymentStatus }) => (
  <Badge tone={paymentTone(status)} className="capitalize">
    {status}
  </Badge>
)

export function MissingNote({ order }: { order: Order }) {
  const missing = missingOf(order)
  if (missing === 0) return null
  return <Badge tone="marigold">{missing} not in stock</Badge>
}

/** The customer's address and number, and how they pay, as the card and the sheet tell them. */
export const contactFacts = (order: Order) =>
  ({
    email: ['Email', <MailLink key="email" email={order.email} />],
    phone: ['Phone', <PhoneLink key="phone" phone={order.phone} />],
    payment: [
      'Payment',
      <span key="payment" className="flex flex-wrap items-center gap-2">
        {order.paymentmethod} <PaymentBadge status={order.paymentstatus} />
      </span>,
    ],
  }) satisfies Record<string, Fact>

const itemsText = ({ items }: Order) =>
  items.map(({ quantity, productName }) => `${quantity} × ${productName}`).join('\n')

export const orderColumns: readonly Column<Order>[] = [
  { header: 'Order', text: ({ ordernumber }) => ordernumber, className: 'whitespace-nowrap' },
  {
    header: 'Customer',
    text: ({ customername }) => customername,
    sort: 'customer',
    className: `min-w-36 ${wrapped}`,
  },
  {
    header: 'Status',
    text: ({ status }) => capitalised(status),
    cell: (order) => (
      <span className="flex flex-wrap gap-2">
        <StatusBadge status={order.status} />
        <MissingNote order={order} />
      </span>
    ),
  },
  momentColumn('Date', ({ createdat }) => createdat, { isDayInCsv: true, className: 'min-w-36' }),
  { header: 'Items', text: itemsText, className: 'min-w-48 whitespace-pre-line' },
  rupeesColumn('Total', ({ total }) => total, { sort: 'total', className: 'whitespace-nowrap' }),
  {
    header: 'Payment',
    text: ({ paymentstatus }) => capitalised(paymentstatus),
    cell: ({ paymentstatus }) => <PaymentBadge status={paymentstatus} />,
    className: 'min-w-40',
  },
  { header: 'Payment method', text: ({ paymentmethod }) => paymentmethod, isHidden: true },
  emailColumn(({ email }) => email, { isHidden: true }),
  { header: 'Phone', text: ({ phone }) => phone, isHidden: true },
  { header: 'Delivery address', text: ({ deliveryaddress }) => deliveryaddress, isHidden: true },
  { header: 'Occasion', text: ({ occasion }) => occasion ?? '', isHidden: true },
  { header: 'Requirements', text: ({ requirements }) => requirements ?? '', isHidden: true },
  rupeesColumn('Subtotal', ({ subtotal }) => subtotal, { isHidden: true }),
  rupeesColumn('Delivery charge', ({ deliverycharge }) => deliverycharge, { isHidden: true }),
  rupeesColumn('Discount', ({ discountamount }) => discountamount, { isHidden: true }),
]
