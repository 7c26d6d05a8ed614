import { type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useEffect } from 'react'
import { type ActionFunctionArgs, data, redirect, useActionData, useSearchParams } from 'react-router'
import type { ErrorBody } from '../../contract/errors.ts'
import type { StoreOrder } from '../../contract/orders/store-orders.ts'
import type { PageForm, PageHandle } from '../../contract/page.ts'
import type { MissingProps } from '../features/money/payment/missing.tsx'
import { enrolmentQuery, orderPayable, orderQuery, seatPayable } from '../features/money/payment/payables.tsx'
import * as text from '../features/money/payment/payment.en.tsx'
import type { Payable } from '../features/money/payment/payment-means.ts'
import { PaymentPanel } from '../features/money/payment/payment-panel.tsx'
import PlainMissing from '../features/money/payment/plain-missing.tsx'
import { VisitorPage } from '../layout/visitor-page.tsx'
import type { ApiError } from '../lib/api.ts'
import { laterPart } from '../lib/later-part.tsx'
import { useLogged } from '../lib/query.ts'
import { pageContext } from '../lib/request-context.ts'
import { useSendsEmails } from '../lib/school.ts'
import { useHydrated } from '../lib/use-hydrated.ts'
import { Awaited } from '../ui/spinner.tsx'

const WhereItGoes = lazy(() =>
  import('../features/orders/orders/where-it-goes.tsx').catch(() => ({ default: () => null })),
)
const UnmailedPanel = lazy(() =>
  import('../features/money/payment/unmailed-panel.tsx').catch(() => ({ default: PaymentPanel })),
)
const Missing = laterPart<MissingProps>(
  () => import('../features/money/payment/missing.tsx'),
  <p>{text.notFoundLead}</p>,
)
const PressedLink = lazy(() => import('../features/money/payment/pressed-link.tsx'))

/** The server alone reads this. If the URL names nothing to pay, the server's HTML says so. */
export const handle: PageHandle = import.meta.env.SSR
  ? {
      isPrivate: true,
      isOpenEarly: true,
      searchParams: {
        asked: (it) => (it === 'again' ? it : it && '1'),
        enrollment: (id) => id || null,
        order: (id) => id || null,
      },
      isForOneRequest: (search) => search.has('enrollment') || search.has('order'),
      queries: (_params, search) => {
        const [seat, order] = [search.get('enrollment'), search.get('order')]
        return seat
          ? [{ ...enrolmentQuery(seat), isForPlainReaders: true }]
          : order
            ? [orderQuery(order)]
            : []
      },
    }
  : {}

export function action({ context }: ActionFunctionArgs) {
  return reportPayment(context.get(pageContext).form as PageForm)
}

export default function Payment() {
  const [search] = useSearchParams()
  const seatId = search.get('enrollment') ?? ''
  const orderId = search.get('order') ?? ''
  const isAsked = search.has('asked')
  const isOfOrder = seatId === '' && orderId !== ''
  const isHydrated = useHydrated()
  const seat = useQuery({ ...enrolmentQuery(seatId), enabled: isHydrated && seatId !== '' })
  const order = useQuery({ ...orderQuery(orderId), enabled: isHydrated && isOfOrder })
  const client = useQueryClient()
  useEffect(() => {
    // The URL seldom has a proof of the e-mail address, so the code that reads it loads on demand.
    if (location.hash === '' || isAsked) return
    // This fails for an old link, which proves nothing any more. The page shows the seat or order even then.
    import('../features/money/payment/prove-by-link.ts')
      .then(({ proveByLink }) =>
        proveByLink(client, isOfOrder ? orderQuery(orderId) : enrolmentQuery(seatId)),
      )
      .catch(() => {})
  }, [client, isAsked, isOfOrder, orderId, seatId])
  const result = isOfOrder ? order : seat
  useLogged(result.error, text.notFoundLead)

  const payable = isOfOrder
    ? order.data && { ...orderPayable(order.data), below: <Delivery of={order.data} /> }
    : seat.data && seatPayable(seat.data, seat.data.amount ?? search.get('amount') ?? '0')
  const isLoading = isOfOrder ? order.isPending : seatId !== '' && (!isHydrated || seat.isPending)
  return (
    <VisitorPage
      title={text.pageTitle}
      width={isAsked ? undefined : payable || isLoading ? '' : 'beside-ikebana'}
    >
      {isAsked ? (
        <Suspense>
          <PressedLink isOfOrder={isOfOrder} isAgain={search.get('asked') === 'again'} />
        </Suspense>
      ) : (
        <PaymentStates payable={payable} result={result} isLoading={isLoading} isOfOrder={isOfOrder} />
      )}
    </VisitorPage>
  )
}

/** The payer can check and correct the delivery on the page, once the order request has been confirmed. */
function Delivery({ of: order }: { of: StoreOrder }) {
  return (
    order.way &&
    order.askedUntil === null && (
      <Suspense>
        <WhereItGoes order={order} className="mt-8" />
      </Suspense>
    )
  )
}

function PaymentStates({
  payable,
  result,
  isLoading,
  isOfOrder,
}: {
  payable: Payable | undefined
  result: UseQueryResult<unknown, ApiError>
  /** True for a seat before hydration, even if the server has loaded the seat, because the browser loads it again. */
  isLoading: boolean
  isOfOrder: boolean
}) {
  const refused = useActionData<ErrorBody>()?.message
  const Panel = useSendsEmails() ? PaymentPanel : UnmailedPanel
  if (payable && !isLoading) {
    return (
      <Suspense fallback={<Awaited label={text.loading} />}>
        <Panel payable={payable} refused={refused} />
      </Suspense>
    )
  }
  if (isLoading) {
    return (
      <>
        <noscript>
          {import.meta.env.SSR &&
            (payable ? (
              <Suspense>
                <Panel payable={payable} refused={refused} isInNoscript />
              </Suspense>
            ) : (
              <PlainMissing what={isOfOrder ? 'order' : 'enrollment'} />
            ))}
        </noscript>
        <Awaited label={text.loading} className="noscript:hidden" />
      </>
    )
  }
  return <Missing result={result} />
}

/**
 * Reports a payment for a browser without scripts. The next page shows whether the payment is confirmed or being
 * checked.
 */
async function reportPayment({ fields, send }: PageForm) {
  const seat = fields.get('enrollment')
  const id = fields.get('order') ?? ''
  // The page's form sends the id of a fee if it shows a fee, and otherwise only that of the order.
  const fee = fields.get('fee')
  const body = { status: 'confirmed' } as const
  const isAtSchool = fields.get('way') === 'school'
  const sent = isAtSchool
    ? await (seat
        ? send('POST /api/enrollments/:id/pay-at-school', { params: { id: seat } })
        : send('POST /api/orders/:id/pay-at-school', { params: { id } }))
    : seat
      ? await send('PATCH /api/enrollments/:id/status', { params: { id: seat }, body })
      : fee
        ? await send('POST /api/order-charges/:id/payment', { params: { id: fee } })
        : await send('PATCH /api/orders/:id/status', { params: { id }, body })
  if (sent.refusal === null || sent.refusal.code === 'payment_pending') {
    return redirect(`/payment?${new URLSearchParams(seat ? { enrollment: seat } : { order: id })}`, 303)
  }
  return data(sent.refusal, sent.status)
}
