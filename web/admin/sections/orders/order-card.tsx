import { type ReactNode, useId } from 'react'
import type { Order } from '../../../../contract/orders.ts'
import { formatRupees, momentText } from '../../../../contract/words.ts'
import { Card } from '../../../ui/card.tsx'
import { EmailWords } from '../../../ui/email-words.tsx'
import { Picture } from '../../../ui/picture.tsx'
import { cardItemsMax, moreItemsText } from './order-facts.ts'
import { MissingNote, PaymentBadge, StatusBadge } from './order-parts.tsx'

/** One order in the grid (B§2). */
export function OrderCard({
  order,
  selectBox,
  actions,
}: {
  order: Order
  selectBox: ReactNode
  actions: ReactNode
}) {
  const title = useId()
  const more = moreItemsText(order.items)
  return (
    <Card as="li" aria-labelledby={title} className="flex flex-col gap-3 p-4">
      <div className="-mt-2 -mb-1 flex min-h-11 flex-wrap items-center gap-2">
        <StatusBadge status={order.status} />
        <MissingNote order={order} />
        {selectBox && <span className="-mr-2.5 ml-auto">{selectBox}</span>}
      </div>
      <div>
        <h2 id={title} className="text-lg">
          {order.ordernumber}
        </h2>
        <p className="font-bold [overflow-wrap:anywhere]">{order.customername}</p>
        <p className="text-sm text-ink-soft">{momentText(order.createdat)}</p>
      </div>
      <ul className="flex flex-col gap-2 border-y border-line py-3 text-sm">
        {order.items.slice(0, cardItemsMax).map((item, n) => (
          // The same product may stand twice.
          <li key={`${n} ${item.productName}`} className="flex items-center gap-3">
            <Picture
              picture={item.picture}
              alt=""
              sizes="2.5rem"
              className="size-10 shrink-0 rounded-sm object-cover"
            />
            <span className="line-clamp-2 min-w-0 flex-1 [overflow-wrap:anywhere]">
              {item.quantity} × {item.productName}
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
      <dl className="mt-auto flex flex-col gap-1 text-sm">
        <Line name="Email">
          <a className="link [overflow-wrap:anywhere]" href={`mailto:${order.email}`}>
            <EmailWords email={order.email} />
          </a>
        </Line>
        <Line name="Phone">
          <a className="link" href={`tel:+91${order.phone}`}>
            {order.phone}
          </a>
        </Line>
        <Line name="Payment">
          <span className="flex flex-wrap items-center gap-2">
            {order.paymentmethod} <PaymentBadge status={order.paymentstatus} />
          </span>
        </Line>
      </dl>
      <div className="-mb-1 border-t border-line pt-2">{actions}</div>
    </Card>
  )
}

function Line({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid grid-cols-[4rem_1fr] gap-2">
      <dt className="text-ink-soft">{name}</dt>
      <dd className="min-w-0">{children}</dd>
    </div>
  )
}
