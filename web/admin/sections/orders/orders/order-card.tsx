import { Banknote, ChevronDown } from 'lucide-react'
import { use } from 'react'
import type { OrderPaymentStatus, OrderStatus } from '../../../../../contract/orders/order-facts.ts'
import type { Order } from '../../../../../contract/orders/orders.ts'
import { slotHours } from '../../../../../contract/store/delivery-hours.ts'
import { formatRupees, joined, momentText, shortMomentText } from '../../../../../contract/words.ts'
import { Badge, type Tone } from '../../../../ui/badge.tsx'
import { cx } from '../../../../ui/class-names.ts'
import { type Fact, Facts } from '../../../../ui/facts.tsx'
import { Icon } from '../../../../ui/icon.tsx'
import { Picture } from '../../../../ui/picture.tsx'
import { MailLink, PhoneLink } from '../../../contact-link.tsx'
import {
  emailColumn,
  hiddenColumns,
  longText,
  momentColumn,
  rupeesColumn,
  wrapped,
} from '../../../list/columns.tsx'
import { type Column, InRow } from '../../../list/list-table.tsx'
import { capitalised } from '../../../list/use-list.ts'
import type { CardProps } from '../../../record.ts'
import { RecordCard, RowCell } from '../../../record-card.tsx'
import { RowButton } from '../../../row-actions.tsx'
import {
  deliveryText,
  endText,
  itemText,
  nameIfPaid,
  Reached,
  shortWeekdayText,
  slotText,
  substitutionText,
  wayWords,
} from './order-delivery.tsx'

export function statusTone(status: OrderStatus): Tone {
  if (status === 'completed' || status === 'delivered') return 'leaf'
  if (status === 'pending') return 'neutral'
  return status === 'cancelled' ? 'rose' : 'outline'
}

export function paymentTone(status: OrderPaymentStatus): Tone {
  return status === 'pending' ? 'neutral' : 'leaf'
}

const cardItemsMax = 2

export function moreItemsText(items: readonly unknown[]): string | null {
  const more = items.length - cardItemsMax
  return more > 0 ? `+${more} more items` : null
}

/** Counts the pieces that were out of stock when a cancelled order was reopened. */
export function countMissing({ items }: Pick<Order, 'items'>): number {
  return items.reduce((sum, { missing }) => sum + missing, 0)
}

export const statusMeaning: Record<OrderStatus, string> = {
  pending: 'Received, but not reviewed yet.',
  confirmed: 'We’ve accepted it.',
  processing: 'We’re preparing it.',
  shipped: 'It’s on its way.',
  delivered: 'It has arrived.',
  completed: 'Nothing is left to do.',
  cancelled: 'Its items go back into stock.',
}

/** An order that waits for its buyer to confirm the e-mail address is stored as cancelled. */
type Stage = Pick<Order, 'status'> & Partial<Pick<Order, 'askedUntil'>>
const stageText = ({ status, askedUntil }: Stage) => (askedUntil ? 'not confirmed' : status)
const stageTone = ({ status, askedUntil }: Stage): Tone => (askedUntil ? 'outline' : statusTone(status))

export const StatusBadge = (stage: Stage) => (
  <Badge tone={stageTone(stage)} className="capitalize">
    {stageText(stage)}
  </Badge>
)

const PaymentBadge = ({ status }: { status: OrderPaymentStatus }) => (
  <Badge tone={paymentTone(status)} className="capitalize">
    {status}
  </Badge>
)

function OrderBadges({ order }: { order: Order }) {
  const missing = countMissing(order)
  return (
    <>
      <StatusBadge {...order} />
      {missing > 0 && <Badge tone="marigold">{missing} not in stock</Badge>}
    </>
  )
}

function BuyersPhone({ order }: { order: Order }) {
  const name = nameIfPaid(order, order.customername)
  return <Reached phone={order.phone} chat={{ about: 'order', name, number: order.ordernumber }} />
}

export const contactFacts = (order: Order) =>
  ({
    email: ['E-mail', <MailLink key="email" email={order.email} />],
    phone: ['Phone', <BuyersPhone key="phone" order={order} />],
    payment: [
      'Payment',
      <span key="payment" className="flex flex-wrap items-center gap-2">
        {order.paymentmethod} <PaymentBadge status={order.paymentstatus} />
      </span>,
    ],
  }) satisfies Record<string, Fact>

const itemsText = ({ items }: Order) => items.map((item) => `${item.quantity} × ${itemText(item)}`).join('\n')

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
    text: (order) => capitalised(stageText(order)),
    cell: (order) => (
      <span className="flex flex-wrap gap-2">
        <OrderBadges order={order} />
      </span>
    ),
    isState: true,
  },
  momentColumn('Date', ({ createdat }) => createdat, {
    isDayInCsv: true,
    className: 'min-w-36',
    isFolded: true,
  }),
  {
    header: 'Delivery',
    text: deliveryText,
    short: ({ day }) => (day === null ? '' : shortWeekdayText(day)),
    csv: ({ day }) => day ?? '',
    sort: 'delivery',
    className: 'min-w-40',
  },
  {
    header: 'Recipient',
    text: ({ recipientName }) => recipientName ?? '',
    className: `min-w-32 ${wrapped}`,
    isFolded: true,
  },
  { header: 'Items', text: itemsText, className: 'min-w-48 whitespace-pre-line', isFolded: true },
  rupeesColumn('Total', ({ total }) => total, { sort: 'total', className: 'whitespace-nowrap' }),
  {
    header: 'Payment',
    text: ({ paymentstatus }) => capitalised(paymentstatus),
    short: ({ paymentmethod, paymentstatus }) => `${paymentmethod} ${paymentstatus}`,
    cell: ({ paymentstatus }) => <PaymentBadge status={paymentstatus} />,
    className: 'min-w-40',
  },
  ...hiddenColumns<Order>({ 'Payment method': ({ paymentmethod }) => paymentmethod }),
  emailColumn(({ email }) => email, {
    cell: ({ email }) => <MailLink email={email} />,
    isHidden: true,
    isFolded: true,
  }),
  {
    header: 'Phone',
    text: ({ phone }) => phone,
    cell: (order) => <BuyersPhone order={order} />,
    isHidden: true,
    isFolded: true,
  },
  ...hiddenColumns<Order>({
    'Delivery address': ({ deliveryaddress }) => deliveryaddress,
    Slot: slotText,
    Type: ({ way }) => way && wayWords[way],
    Zone: ({ zone }) => zone,
    Pincode: ({ pincode }) => pincode,
    State: ({ state }) => state,
    'Recipient’s phone': ({ recipientPhone }) => recipientPhone,
  }),
  { header: 'Card', text: ({ cardMessage }) => cardMessage ?? '', isHidden: true, className: longText },
  ...hiddenColumns<Order>({
    'If a flower isn’t available': substitutionText,
    Ended: endText,
    Coupon: ({ couponCode }) => couponCode,
    Occasion: ({ occasion }) => occasion,
    Requirements: ({ requirements }) => requirements,
  }),
  rupeesColumn('Subtotal', ({ subtotal }) => subtotal, { isHidden: true }),
  rupeesColumn('Delivery charge', ({ deliverycharge }) => deliverycharge, { isHidden: true }),
  rupeesColumn('Discount', ({ discountamount }) => discountamount, { isHidden: true }),
]

interface OrderCardProps extends Omit<CardProps<Order>, 'facts' | 'reload'> {
  onView: () => void
  onUpdate: () => void
  onMarkPaid: (() => void) | undefined
}

/** An order of a wide list. Its number opens the details, and its status is the button that changes the status. */
function OrderRow({ item: order, selectBox, actions, onView, onUpdate, onMarkPaid }: OrderCardProps) {
  const { ordernumber, customername, email, phone, day, slot, recipientName, items } = order
  const more = moreItemsText(items)
  const missing = countMissing(order)
  const [first = '', second] = items
    .slice(0, cardItemsMax)
    .map((item) => `${item.quantity} × ${itemText(item)}`)
  return (
    <RecordCard
      label={ordernumber}
      name={
        <button
          type="button"
          className="link -my-3 min-h-11"
          aria-label={`View Details of ${ordernumber}`}
          title="View Details"
          onClick={onView}
        >
          {ordernumber}
        </button>
      }
      under={shortMomentText(order.createdat)}
      selectBox={selectBox}
      cells={
        <>
          <RowCell
            className="grow-[1.3]"
            title={`${customername}, ${phone}, ${email}`}
            top={customername}
            under={
              <>
                <PhoneLink phone={phone} /> <MailLink email={email} />
              </>
            }
          />
          <RowCell
            title={deliveryText(order)}
            top={joined([day && shortWeekdayText(day), recipientName && `for ${recipientName}`], ' ')}
            under={slot && slotHours(slot)}
          />
          <RowCell
            className="grow-[1.4]"
            title={itemsText(order)}
            top={first}
            under={
              <span className="flex">
                <span className="min-w-0 truncate">{second}</span>
                {more && <span className="ml-1 shrink-0">{more}</span>}
              </span>
            }
          />
          <RowCell
            className="w-28 !flex-none text-right"
            top={<strong>{formatRupees(order.total)}</strong>}
            under={
              <>
                {order.paymentmethod} <PaymentWord status={order.paymentstatus} />
              </>
            }
          />
          <div className="w-30 !flex-none">
            <button
              type="button"
              className="group inline-flex min-h-11 items-center"
              aria-label={`Update Status of ${ordernumber}: ${stageText(order)}`}
              title="Update Status"
              onClick={onUpdate}
            >
              <Badge tone={stageTone(order)} className="inline-flex items-center gap-1 capitalize">
                {stageText(order)}
                <Icon of={ChevronDown} className="-mr-1.5 !size-4" />
              </Badge>
            </button>
            {missing > 0 && <Badge tone="marigold">{missing} not in stock</Badge>}
          </div>
        </>
      }
      actions={
        <span className="flex w-9">
          {onMarkPaid && (
            <RowButton of={`of ${ordernumber}`} label="Mark paid" icon={Banknote} onClick={onMarkPaid} />
          )}
        </span>
      }
      more={
        <>
          {actions}
          <span className="px-4 py-2.5 text-sm">
            <PhoneLink
              phone={phone}
              chat={{ about: 'order', name: nameIfPaid(order, customername), number: ordernumber }}
            />
          </span>
        </>
      }
    />
  )
}

const PaymentWord = ({ status }: { status: OrderPaymentStatus }) => (
  <span className={cx('capitalize', status === 'pending' && 'font-bold text-marigold-ink')}>{status}</span>
)

export function OrderCard(props: OrderCardProps) {
  const { item: order, selectBox, actions } = props
  const isInRow = use(InRow)
  const more = moreItemsText(order.items)
  const { email, phone, payment } = contactFacts(order)
  if (isInRow) return <OrderRow {...props} />
  return (
    <RecordCard
      name={order.ordernumber}
      badges={<OrderBadges order={order} />}
      under={
        <>
          <p className="text-base font-bold text-ink">{order.customername}</p>
          <p>{momentText(order.createdat)}</p>
          {order.day !== null && (
            <p className="mt-1 text-ink">
              <strong>{deliveryText(order)}</strong>
              {order.recipientName && ` for ${order.recipientName}`}
            </p>
          )}
        </>
      }
      selectBox={selectBox}
      actions={actions}
    >
      <ul className="flex flex-col gap-2 border-y border-line py-3 text-sm">
        {order.items.slice(0, cardItemsMax).map((item, n) => (
          // The same product may be listed twice, so the key has the index.
          <li key={`${n} ${item.productName}`} className="flex items-center gap-3">
            <Picture
              picture={item.picture}
              alt=""
              sizes="2.5rem"
              className="size-10 shrink-0 rounded-sm object-cover"
            />
            <span className="line-clamp-2 min-w-0 flex-1 wrap-anywhere">
              {item.quantity} × {itemText(item)}
            </span>
            <span>{formatRupees(item.totalPrice)}</span>
          </li>
        ))}
        {more && <li className="text-ink-soft">{more}</li>}
      </ul>
      <p className="flex items-baseline justify-between gap-3">
        <span className="text-ink-soft">Total</span>
        <strong className="text-lg">{formatRupees(order.total)}</strong>
      </p>
      <div className="mt-auto">
        <Facts small facts={[email, phone, payment]} />
      </div>
    </RecordCard>
  )
}
