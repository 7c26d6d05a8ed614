import { lazy, Suspense } from 'react'
import { feeOf, isPartPaid } from '../../../../contract/orders/order-facts.ts'
import type { StoreOrder } from '../../../../contract/orders/store-orders.ts'
import type { EnrolmentView } from '../../../../contract/registrations/enrolments.ts'
import { isSchoolDay } from '../../../../contract/school-day.ts'
import { dayText, formatRupees, momentText } from '../../../../contract/words.ts'
import { api } from '../../../lib/api.ts'
import { query } from '../../../lib/query.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import type { OrderPartProps } from './order-part.tsx'
import type { Payable } from './payment-means.ts'

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
  const status = orderStatus(order)
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

function orderStatus(order: StoreOrder): Payable['status'] {
  const { status, endedBy, askedUntil, due, canBePaid } = order
  if (askedUntil !== null) return 'reserved'
  if (status === 'pending' || (status !== 'cancelled' && due > 0)) return 'due'
  if (status !== 'cancelled') return 'paid'
  return endedBy === 'hold' && canBePaid ? 'expired' : 'cancelled'
}

/** Makes the payable for a fee that was added to an order. The order itself is paid already. */
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
      ['If it is not paid', status === 'open' && 'Your order state in any case.'],
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
    },
    links: { paid: follow, checking: follow },
    fee: id,
    confirm: () => api('POST /api/order-charges/:id/payment', { params: { id } }),
  }
}

const SeatPart = lazy(() => import('./seat-part.tsx').catch(() => ({ default: () => null })))
const SeatNotDue = lazy(() =>
  import('./seat-not-due.tsx').catch(() => ({ default: () => <>Nothing is to be paid now.</> })),
)

export const enrolmentQuery = (id: string) => query('GET /api/enrollments/:id', { params: { id } })

/** Used if the server sends no payment options. The page then shows the button "Pay now", and the server decides. */
const defaultPayment: EnrolmentView['payment'] = { provider: 'razorpay', checking: false, upi: null }

export function seatPayable(
  enrolment: Omit<EnrolmentView, 'payment' | 'reported'> &
    Partial<Pick<EnrolmentView, 'payment' | 'reported'>>,
  amount: string,
): Payable {
  const { id, reference, status, payment = defaultPayment } = enrolment
  const { queryKey } = enrolmentQuery(id)
  const state = seatStatus(enrolment)
  const part = (isLast: boolean) => {
    const own = <SeatPart seat={enrolment} queryKey={queryKey} isLast={isLast} />
    // The browser renders the panel only after this part has loaded. If the part came later, it would move the button
    // under a finger.
    return import.meta.env.SSR ? <Suspense>{own}</Suspense> : own
  }
  return {
    reference,
    status: state,
    payment,
    ...((state === 'expired' || state === 'reserved') && {
      notDue: (details, refused) => (
        <Suspense>
          <SeatNotDue {...{ enrolment, payment, queryKey, details, refused, letGo: part(true) }} />
        </Suspense>
      ),
    }),
    isAnnounced: enrolment.reported === false && payment.checking && payment.upi !== null,
    amount,
    ...(state === 'reserved' && { amountName: 'Fee, once there is a date' }),
    // Nothing is to be paid for an ended seat, so its amount is called a fee, not a total.
    ...((state === 'expired' || state === 'cancelled') && { amountName: 'Fee' }),
    coupon: enrolment.coupon,
    facts: [
      ['Course', enrolment.courseTitle],
      ['Student Name', enrolment.fullname],
      ['Batch', dayText(enrolment.batch)],
      ['Reference', reference],
      ['Seat held until', status === 'pending' && enrolment.holdUntil && momentText(enrolment.holdUntil)],
    ],
    words: {
      paid: {
        title: (
          <>
            Your seat is <em>confirmed</em>
          </>
        ),
        lead: 'A confirmation message is on its way to you. Bring nothing but yourself: tools and flowers are on your bench.',
      },
      checking:
        'The school looks for it in its account and confirms your seat. ' +
        (enrolment.proved === false && enrolment.holdUntil
          ? `Your seat is held until ${momentText(enrolment.holdUntil)}. To hold it for longer, please open the link in our email.`
          : 'You will receive a message; there is nothing more to do.'),
      cancelled: 'This enrollment was cancelled',
    },
    links: {
      cancelled: (
        <ButtonLink to="/classes" variant="outline">
          See our courses
        </ButtonLink>
      ),
    },
    confirm: () =>
      api('PATCH /api/enrollments/:id/status', { params: { id }, body: { status: 'confirmed' } }),
    address: `/payment?enrollment=${id}`,
    queryKey,
    more: part(false),
    letGo: part(true),
  }
}

function seatStatus({
  status,
  holdUntil,
  batch,
}: Pick<EnrolmentView, 'status' | 'holdUntil' | 'batch'>): Payable['status'] {
  if (status === 'confirmed') return 'paid'
  if (status !== 'pending') return status
  return holdUntil === null && !isSchoolDay(batch) ? 'reserved' : 'due'
}
