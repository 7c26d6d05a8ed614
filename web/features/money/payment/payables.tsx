import { lazy, Suspense } from 'react'
import { feeOf, isPartPaid } from '../../../../contract/orders/order-money.ts'
import type { StoreOrder } from '../../../../contract/orders/store-orders.ts'
import type { EnrolmentView } from '../../../../contract/registrations/enrolments.ts'
import { isSchoolDay } from '../../../../contract/school-day.ts'
import { dayText, formatRupees, momentText, timeInWords } from '../../../../contract/words.ts'
import { api } from '../../../lib/api.ts'
import { query } from '../../../lib/query.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import type { AtSchoolProps } from './at-school.tsx'
import type { OrderPartProps } from './order-part.tsx'
import * as text from './payment.en.tsx'
import type { Payable } from './payment-means.ts'
import type { SeatPartProps } from './seat-part.tsx'

const OrderPart = lazy(() => import('./order-part.tsx').catch(() => ({ default: OrderPartInShort })))

function OrderPartInShort({ order, what }: OrderPartProps) {
  if (what === 'items') return order.lines.map(({ name }) => name).join('\n')
  if (what === 'slot') return order.slot?.name
  return what !== 'request' && what !== 'picture' && text.moneyIsSafe
}

const AtSchool = lazy(() => import('./at-school.tsx').catch(() => ({ default: () => null })))

function atSchool(props: AtSchoolProps) {
  return (
    props.payment.atSchool && (
      <Suspense>
        <AtSchool {...props} />
      </Suspense>
    )
  )
}

export const orderQuery = (id: string) => query('GET /api/orders/:id', { params: { id } })

export function orderPayable(order: StoreOrder): Payable {
  const charge = feeOf(order)
  const { id } = order
  const own = { address: `/payment?order=${id}`, queryKey: orderQuery(id).queryKey }
  if (charge) {
    const { payment } = charge
    const there = payment && atSchool({ of: 'fee', id, payment, holdUntil: null, proved: undefined, ...own })
    return { ...chargePayable(order, charge), atSchool: there, ...own }
  }
  const { ordernumber, lines, day, slot, holdUntil, way, askedUntil } = order
  const status = orderStatus(order)
  const payment = order.moneyWaits ? { ...order.payment, checking: true, upi: null } : order.payment
  const part = (what: OrderPartProps['what']) => (
    <Suspense fallback="…">
      <OrderPart what={what} order={order} />
    </Suspense>
  )
  const follow = <ButtonLink to={`/orders/${id}`}>{text.trackOrder}</ButtonLink>
  return {
    reference: ordernumber,
    status,
    payment,
    atSchool: atSchool({ of: 'orders', id, payment, holdUntil, proved: order.proved, ...own }),
    ...(askedUntil !== null && {
      notDue: (details) => (
        <Suspense>
          <OrderPart what="request" {...{ order, details }} />
        </Suspense>
      ),
    }),
    amount: String(isPartPaid(order) ? order.due : order.total),
    ...(isPartPaid(order) && { amountName: text.stillDue }),
    ...(order.couponCode !== null && {
      coupon: {
        code: order.couponCode,
        price: order.subtotal + order.deliverycharge,
        discount: order.discountamount,
      },
    }),
    facts: [
      [text.order, ordernumber],
      [text.items, lines.length > 0 && part('items')],
      [
        way === 'pickup' ? text.collectOn : text.deliveryOn,
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
      [text.received, isPartPaid(order) && formatRupees(order.came)],
      [
        text.heldUntil,
        status === 'due' && holdUntil && (
          <>
            {momentText(holdUntil)}
            {!payment.checking && <span className="block font-normal">{text.orderIsReleased}</span>}
          </>
        ),
      ],
    ],
    words: {
      paid: {
        title: text.orderConfirmed,
        lead: text.orderConfirmedLead,
      },
      checking: part('checking'),
      ...(order.endedBy === 'hold'
        ? {
            cancelled: text.orderExpired,
            isLapsed: true,
          }
        : { cancelled: text.orderCancelled }),
      expired: part('released'),
    },
    links: {
      paid: follow,
      checking: follow,
    },
    confirm: () => api('PATCH /api/orders/:id/status', { params: { id }, body: { status: 'confirmed' } }),
    ...own,
    picture: part('picture'),
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
  const follow = <ButtonLink to={`/orders/${orderId}`}>{text.trackOrder}</ButtonLink>
  return {
    reference,
    status: status === 'open' ? 'due' : 'paid',
    payment: payment ?? { provider: 'upi', checking: false, upi: null },
    amount: String(amount),
    facts: [
      [text.feeFor, text.secondDelivery],
      [text.order, ordernumber],
      [text.reference, reference],
      [text.requested, momentText(at)],
      [text.ifUnpaid, status === 'open' && text.orderGoesOn],
    ],
    words: {
      paid: {
        title: text.feePaid,
        lead: text.feePaidLead,
      },
      checking: text.checkingLead,
    },
    links: { paid: follow, checking: follow },
    fee: id,
    confirm: () => api('POST /api/order-charges/:id/payment', { params: { id } }),
  }
}

const SeatPart = lazy(() =>
  import('./seat-part.tsx').catch(() => ({
    default: ({ seat, what }: SeatPartProps) => what === 'course' && seat.courseTitle,
  })),
)
const SeatNotDue = lazy(() =>
  import('./seat-not-due.tsx').catch(() => ({ default: () => <>{text.nothingDue}</> })),
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
  const own = { address: `/payment?enrollment=${id}`, queryKey }
  const { holdUntil, proved, startTime } = enrolment
  const state = seatStatus(enrolment)
  const part = (what: SeatPartProps['what']) => {
    const loaded = <SeatPart seat={enrolment} queryKey={queryKey} what={what} />
    // The browser renders the panel only after this part has loaded. If the part came later, it would move the button
    // under a finger.
    return import.meta.env.SSR ? <Suspense>{loaded}</Suspense> : loaded
  }
  return {
    reference,
    status: state,
    payment,
    ...((state === 'expired' || state === 'reserved') && {
      notDue: (details, refused) => (
        <Suspense>
          <SeatNotDue {...{ enrolment, payment, queryKey, details, refused }} />
        </Suspense>
      ),
    }),
    isAnnounced: enrolment.reported === false && payment.checking && payment.upi !== null,
    amount,
    ...(state === 'reserved' && { amountName: text.feeWhenDated }),
    // An ended seat has nothing to pay, so its amount is called a fee and not a total.
    ...((state === 'expired' || state === 'cancelled') && { amountName: text.fee }),
    coupon: enrolment.coupon,
    facts: [
      [text.course, part('course')],
      [text.studentName, enrolment.fullname],
      [
        text.batch,
        [dayText(enrolment.batch), startTime && timeInWords(startTime)].filter(Boolean).join(', '),
      ],
      [text.reference, reference],
      [text.seatHeldUntil, status === 'pending' && enrolment.holdUntil && momentText(enrolment.holdUntil)],
    ],
    words: {
      paid: {
        title: text.seatConfirmed,
        lead: text.seatConfirmedLead,
      },
      checking: enrolment.proved === false && enrolment.holdUntil ? part('checking') : text.checkingLead,
      cancelled: text.enrolmentCancelled,
    },
    links: {},
    confirm: () =>
      api('PATCH /api/enrollments/:id/status', { params: { id }, body: { status: 'confirmed' } }),
    atSchool: atSchool({ of: 'enrollments', id, payment, holdUntil, proved, ...own }),
    ...own,
    below: part('visit'),
    picture: part('picture'),
    more: part('more'),
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
