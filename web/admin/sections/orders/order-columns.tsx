import type { Order } from '../../../../contract/orders.ts'
import { emailColumn, momentColumn, rupeesColumn, wrapped } from '../../list/columns.tsx'
import type { Column } from '../../list/list-table.tsx'
import { inTitleCase, MissingNote, PaymentBadge, StatusBadge } from './order-facts.tsx'

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
    text: ({ status }) => inTitleCase(status),
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
    text: ({ paymentstatus }) => inTitleCase(paymentstatus),
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
