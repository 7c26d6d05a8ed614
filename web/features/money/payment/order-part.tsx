import type { ReactNode } from 'react'
import type { StoreOrder } from '../../../../contract/orders/store-orders.ts'
import { slotHours } from '../../../../contract/store/delivery-hours.ts'
import { momentText } from '../../../../contract/words.ts'
import { CallOrChat } from '../../../lib/without-scripts.tsx'
import { ButtonLink } from '../../../ui/button.tsx'
import { ArrivalHeading } from '../../../ui/heading.tsx'

export interface OrderPartProps {
  order: Pick<
    StoreOrder,
    'status' | 'endedBy' | 'holdUntil' | 'moneyWaits' | 'proved' | 'slot' | 'askedUntil' | 'isAskedOver'
  >
  what: 'slot' | 'checking' | 'request'
  details?: ReactNode
}

/** Parts of an order's payment page. They load on demand, because the size of the page's scripts is limited. */
export default function OrderPart({ order, what, details }: OrderPartProps): ReactNode {
  if (what === 'request') return <RequestedOrder order={order} details={details} />
  return what === 'checking' ? checkingText(order) : order.slot && slotText(order.slot)
}

/** Text such as `Midnight, 11 pm – 12:30 am, the night before`. */
export function slotText(slot: { name: string; from: string; to: string }): string {
  return `${slot.name}, ${slotHours(slot)}`
}

/**
 * A payment that the buyer reported keeps the order until the florist must begin. The order then ends, but can be
 * resumed.
 */
export function checkingText({
  status,
  endedBy,
  holdUntil,
  moneyWaits,
  proved,
}: Pick<OrderPartProps['order'], 'status' | 'endedBy' | 'holdUntil' | 'moneyWaits' | 'proved'>): string {
  if (status === 'cancelled' && endedBy !== 'hold')
    return 'This order was cancelled. What you paid comes back to you once the school has found it.'
  if (moneyWaits)
    return 'Your payment came when the order was no longer held. We take it up again if we can, or send the money back, and call you.'
  if (status === 'cancelled')
    return 'The order is no longer held. Once the school finds your payment, it takes the order up again if the flowers and the time are still there; if not, the money comes back to you.'
  const until = holdUntil
    ? `Everything is held until ${momentText(holdUntil)}. If the school has not found your payment by then we write to you, and your money is not lost.`
    : 'Your money is not lost.'
  const link = proved ? '' : ' To hold it for longer, please open the link in our email.'
  return `The school looks for it in its account and confirms your order by a letter. ${until}${link}`
}

function RequestedOrder({ order: { askedUntil, isAskedOver }, details }: Omit<OrderPartProps, 'what'>) {
  if (isAskedOver) {
    return (
      <>
        <ArrivalHeading>
          This order was <em>not placed</em>
        </ArrivalHeading>
        <p className="mt-3 text-lg text-ink-soft">
          The link in our email was not opened in time. Nothing is held, and there is nothing to pay.
        </p>
        {details}
        <div className="mt-6">
          <ButtonLink to="/store">See the flowers</ButtonLink>
        </div>
      </>
    )
  }
  return (
    <>
      <div role="status">
        <ArrivalHeading>
          Check your <em>email</em>
        </ArrivalHeading>
        <p className="mt-3 text-lg text-ink-soft">
          We’ve sent you a link. Open it before {momentText(askedUntil ?? '')} to place your order. We’ll then
          hold everything that is still available, and you can pay.
        </p>
      </div>
      <p className="mt-2 text-ink-soft">
        Nothing is held until then, so please don’t pay yet. No email after a few minutes? Check your spam
        folder, or <CallOrChat />.
      </p>
      {details}
    </>
  )
}
