import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import type { PageHandle } from '../../contract/page.ts'
import { orderPayable, orderQuery } from '../features/payment/order-payment.tsx'
import type { Payable } from '../features/payment/payable.ts'
import { PaymentPanel } from '../features/payment/payment-panel.tsx'
import { enrolmentQuery, seatPayable } from '../features/payment/seat-payment.tsx'
import { VisitorPage } from '../layout/visitor-page.tsx'
import type { ApiError } from '../lib/api.ts'
import { telLink } from '../lib/contact-links.ts'
import { useLogged } from '../lib/query.ts'
import { useSchool } from '../lib/school.ts'
import { useHydrated } from '../lib/use-hydrated.ts'
import { Button } from '../ui/button.tsx'
import { Statement } from '../ui/heading.tsx'
import { Awaited } from '../ui/spinner.tsx'

const named = (id: string) => (id === '' ? null : 'any')

// Whether something is asked for: without it the server itself says that there is nothing to pay.
export const handle: PageHandle = { isPrivate: true, searchParams: { enrollment: named, order: named } }

/** What is paid here: a seat, or an order of the store. The address names one of them. */
export default function Payment() {
  const [search] = useSearchParams()
  const seatId = search.get('enrollment') ?? ''
  const orderId = search.get('order') ?? ''
  const isOfOrder = seatId === '' && orderId !== ''
  const isHydrated = useHydrated()
  // The page is the same for everybody until the browser asks for this one.
  const seat = useQuery({ ...enrolmentQuery(seatId), enabled: isHydrated && seatId !== '' })
  const order = useQuery({ ...orderQuery(orderId), enabled: isHydrated && isOfOrder })
  useLogged(seat.error, 'The enrollment could not be looked up')
  useLogged(order.error, 'The order could not be looked up')

  const payable = isOfOrder
    ? Array.isArray(order.data?.lines)
      ? orderPayable(order.data)
      : undefined
    : seat.data && seatPayable(seat.data, seat.data.amount ?? search.get('amount') ?? '0')
  return (
    <VisitorPage title="Payment">
      <PaymentStates
        payable={payable}
        result={isOfOrder ? order : seat}
        isNamed={seatId !== '' || isOfOrder}
      />
    </VisitorPage>
  )
}

function PaymentStates({
  payable,
  result,
  isNamed,
}: {
  payable: Payable | undefined
  result: UseQueryResult<unknown, ApiError>
  isNamed: boolean
}) {
  const school = useSchool()
  if (payable) return <PaymentPanel payable={payable} />
  if (isNamed && result.isPending && result.error === null) return <Awaited label="Loading payment details" />
  return (
    <>
      <Statement title="Payment Details Not Found">
        Unable to load payment details. Please try again later.
      </Statement>
      <div className="mt-6 flex flex-wrap items-center gap-4">
        {isNamed && (
          <Button busy={result.isFetching} onClick={() => void result.refetch()}>
            Try again
          </Button>
        )}
        {school && (
          <a className="link" href={telLink(school.phone)}>
            Call {school.phone}
          </a>
        )}
      </div>
    </>
  )
}
