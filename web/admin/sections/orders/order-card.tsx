import type { Order } from '../../../../contract/orders.ts'
import { formatRupees, momentText } from '../../../../contract/words.ts'
import { Facts } from '../../../ui/facts.tsx'
import { Picture } from '../../../ui/picture.tsx'
import type { CardProps } from '../../record.ts'
import { RecordCard } from '../../record-card.tsx'
import { cardItemsMax, contactFacts, MissingNote, moreItemsText, StatusBadge } from './order-facts.tsx'

export function OrderCard({ item: order, selectBox, actions }: Omit<CardProps<Order>, 'facts' | 'reload'>) {
  const more = moreItemsText(order.items)
  const { email, phone, payment } = contactFacts(order)
  return (
    <RecordCard
      name={order.ordernumber}
      badges={
        <>
          <StatusBadge status={order.status} />
          <MissingNote order={order} />
        </>
      }
      under={
        <>
          <p className="text-base font-bold text-ink">{order.customername}</p>
          <p>{momentText(order.createdat)}</p>
        </>
      }
      selectBox={selectBox}
      actions={actions}
    >
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
      <div className="mt-auto">
        <Facts small facts={[email, phone, payment]} />
      </div>
    </RecordCard>
  )
}
