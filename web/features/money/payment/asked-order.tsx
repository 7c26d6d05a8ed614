import type { ReactNode } from 'react'
import type { StoreOrder } from '../../../../contract/orders/store-orders.ts'
import { momentText } from '../../../../contract/words.ts'
import { CallOrChat } from '../../../lib/without-scripts.tsx'
import { ButtonLink } from '../../../ui/button.tsx'
import { ArrivalHeading } from '../../../ui/heading.tsx'

export default function AskedOrder({
  order: { askedUntil, isAskedOver },
  details,
}: {
  order: Pick<StoreOrder, 'askedUntil' | 'isAskedOver'>
  details: ReactNode
}) {
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
