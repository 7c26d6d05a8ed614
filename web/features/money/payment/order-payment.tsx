import { lazy, Suspense } from 'react'
import { feeOf, isPartPaid } from '../../../../contract/orders/order-facts.ts'
import type { StoreOrder } from '../../../../contract/orders/store-orders.ts'
import { dayText, formatRupees, momentText } from '../../../../contract/words.ts'
import { api } from '../../../lib/api.ts'
import { query } from '../../../lib/query.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import type { OrderPartProps } from './order-part.tsx'
import type { Payable } from './payment-panel.tsx'

const OrderPart = lazy(() => import('./order-part.tsx').catch(() => ({ default: OrderPartInShort })))

function OrderPartInShort({ order, what }: OrderPartProps) {
  const texts = {
    slot: order.slot?.name,
    checking: 'Your money is not lost.',
    request: 'Please open the link in our email first.',
  }
  return texts[what]
}

export const orderQuery = (id: string) => query('GET /api/orders/:id', { params: { id } })

export function orderPayable(order: StoreOrder): Payable {
  const charge = feeOf(order)
  const { id } = order
  const own = { address: `/payment?order=${id}`, queryKey: orderQuery(id).queryKey }
  if (charge) return { ...chargePayable(order, charge), ...own }
  const { ordernumber, lines, day, slot, holdUntil, way, askedUntil } = order
  const status = statusOf(order)
  const payment = order.moneyWaits ? { ...order.payment, checking: true, upi: null } : order.payment
  const follow = (
    <ButtonLink to={`/orders/${id}`}>{status === 'paid' ? 'Follow your order' : 'See your order'}</ButtonLink>
  )
  return {
    reference: ordernumber,
    status,
    payment,
    ...(askedUntil !== null && {
      notDue: (details) => (
        <Suspense>
          <OrderPart what="request" {...{ order, details }} />
        </Suspense>
      ),
    }),
    amount: String(isPartPaid(order) ? order.due : order.total),
    ...(isPartPaid(order) && { amountName: 'Still to pay' }),
    ...(order.couponCode !== null && {
      coupon: {
        code: order.couponCode,
        price: order.subtotal + order.deliverycharge,
        discount: order.discountamount,
      },
    }),
    facts: [
      ['Order', ordernumber],
      [
        'Flowers',
        lines.map(({ name, quantity }) => (quantity === 1 ? name : `${quantity} × ${name}`)).join('\n'),
      ],
      [
        way === 'pickup' ? 'Pick-up on' : 'Delivery on',
        day && (
          <>
            {dayText(day)}
            {slot && '\n'}
            {slot && (
              <Suspense fallback={slot.name}>
                <OrderPart what="slot" order={order} />
              </Suspense>
            )}
          </>
        ),
      ],
      ['Has arrived', isPartPaid(order) && formatRupees(order.came)],
      ['Held until', status === 'due' && holdUntil && momentText(holdUntil)],
      [
        'If it is not paid by then',
        status === 'due' && !payment.checking && holdUntil && 'The order ends by itself. Nothing is charged.',
      ],
    ],
    words: {
      paid: {
        title: (
          <>
            Your order is <em>confirmed</em>
          </>
        ),
        lead: 'A confirmation is on its way to you. Our florist begins in time for the day, and you can follow every step.',
      },
      checking: (
        <Suspense fallback="…">
          <OrderPart what="checking" order={order} />
        </Suspense>
      ),
      ...(order.endedBy === 'hold'
        ? {
            cancelled: 'This order is no longer held',
            cancelledLead:
              'Its time has passed, so it cannot be taken up again, and nothing is to be paid. Have you paid for it? Please call us: your money is not lost.',
          }
        : { cancelled: 'This order was cancelled' }),
      expired: {
        title: 'This order is no longer held.',
        lead: 'You can still pay: if the flowers and the time are still there, the order is taken up again. If not, the money comes back to you.',
      },
    },
    links: {
      paid: follow,
      checking: follow,
      cancelled: (
        <ButtonLink to="/store" variant="outline">
          See the flowers
        </ButtonLink>
      ),
    },
    confirm: () => api('PATCH /api/orders/:id/status', { params: { id }, body: { status: 'confirmed' } }),
    ...own,
  }
}

function statusOf(order: StoreOrder): Payable['status'] {
  const { status, endedBy, askedUntil, due, canBePaid } = order
  if (askedUntil !== null) return 'reserved'
  if (status === 'pending' || (status !== 'cancelled' && due > 0)) return 'due'
  if (status !== 'cancelled') return 'paid'
  return endedBy === 'hold' && canBePaid ? 'expired' : 'cancelled'
}

/** This pays only the fee, because the order itself is paid. */
function chargePayable(
  { id: orderId, ordernumber }: StoreOrder,
  { id, reference, amount, status, at, payment }: StoreOrder['charges'][number],
): Omit<Payable, 'queryKey' | 'address'> {
  const follow = <ButtonLink to={`/orders/${orderId}`}>Follow your order</ButtonLink>
  return {
    reference,
    status: status === 'open' ? 'due' : 'paid',
    payment: payment ?? { provider: 'upi', checking: false, upi: null },
    amount: String(amount),
    facts: [
      ['For', 'Another try to bring your flowers'],
      ['Order', ordernumber],
      ['Reference', reference],
      ['Asked for', momentText(at)],
      ['If it is not paid', status === 'open' && 'Your order stands in any case.'],
    ],
    words: {
      paid: {
        title: (
          <>
            The fee is <em>paid</em>
          </>
        ),
        lead: 'Thank you. We come again with your flowers, and you can follow every step.',
      },
      checking:
        'The school looks for it in its account. You will receive a letter; there is nothing more to do.',
      cancelled: '',
      expired: { title: '', lead: '' },
    },
    links: { paid: follow, checking: follow, cancelled: null },
    fee: id,
    confirm: () => api('POST /api/order-charges/:id/payment', { params: { id } }),
  }
}
