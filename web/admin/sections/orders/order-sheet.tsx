import type { ReactNode } from 'react'
import type { Order } from '../../../../contract/orders.ts'
import { formatRupees, momentText } from '../../../../contract/words.ts'
import { cx } from '../../../ui/class-names.ts'
import { Picture } from '../../../ui/picture.tsx'
import { MailLink, PhoneLink } from '../../contact-link.tsx'
import { HeadCells } from '../../head-cells.tsx'
import { PaymentBadge, StatusBadge } from './order-facts.tsx'

export function OrderSheet({ order }: { order: Order }) {
  return (
    <div className="flex flex-col gap-5">
      <dl className="grid gap-x-8 gap-y-3 sm:grid-cols-2">
        <Fact name="Status">
          <StatusBadge status={order.status} />
        </Fact>
        <Fact name="Ordered">{momentText(order.createdat)}</Fact>
        <Fact name="Customer">{order.customername}</Fact>
        <Fact name="Payment">
          <span className="flex flex-wrap items-center gap-2">
            {order.paymentmethod} <PaymentBadge status={order.paymentstatus} />
          </span>
        </Fact>
        <Fact name="Email">
          <MailLink email={order.email} />
        </Fact>
        <Fact name="Phone">
          <PhoneLink phone={order.phone} />
        </Fact>
        <Fact name="Delivery address">{order.deliveryaddress}</Fact>
        <Fact name="Occasion">{order.occasion ?? 'Not said'}</Fact>
        <Fact name="Requirements" className="sm:col-span-2">
          {order.requirements ?? 'None'}
        </Fact>
      </dl>
      <table className="w-full text-sm">
        <caption className="mb-1 text-left text-lg font-bold">Items</caption>
        <thead>
          <tr className="border-b border-line-strong text-left">
            <HeadCells
              className="py-2 pr-3 last:pr-0"
              columns={[
                ['Item'],
                ['Quantity', 'text-right'],
                ['Price', 'text-right max-sm:hidden print:table-cell'],
                ['Total', 'text-right'],
              ]}
            />
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {order.items.map((item, n) => (
            // The same product may stand twice.
            <tr key={`${n} ${item.productName}`}>
              <th scope="row" className="py-2 pr-3 text-left font-normal">
                <span className="flex items-center gap-3">
                  <Picture
                    picture={item.picture}
                    alt=""
                    sizes="3rem"
                    className="size-12 shrink-0 rounded-sm object-cover print:hidden"
                  />
                  <span className="min-w-0 [overflow-wrap:anywhere]">
                    {item.productName}
                    {item.missing > 0 && (
                      <strong className="block text-rose-ink">{item.missing} not in stock</strong>
                    )}
                  </span>
                </span>
              </th>
              <td className="py-2 pr-3 text-right">{item.quantity}</td>
              <td className="py-2 pr-3 text-right max-sm:hidden print:table-cell">
                {formatRupees(item.unitPrice)}
              </td>
              <td className="py-2 text-right">{formatRupees(item.totalPrice)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <dl className="ml-auto flex w-full flex-col gap-1 sm:w-72">
        <Sum name="Subtotal" amount={order.subtotal} />
        <Sum name="Delivery" amount={order.deliverycharge} />
        {order.discountamount > 0 && <Sum name="Discount" amount={order.discountamount} isLess />}
        <div className="flex justify-between gap-4 border-t border-line-strong pt-1 text-lg font-bold">
          <dt>Total</dt>
          <dd>{formatRupees(order.total)}</dd>
        </div>
      </dl>
    </div>
  )
}

function Fact({ name, className, children }: { name: string; className?: string; children: ReactNode }) {
  return (
    <div className={cx('min-w-0', className)}>
      <dt className="text-sm text-ink-soft">{name}</dt>
      <dd className="whitespace-pre-line [overflow-wrap:anywhere]">{children}</dd>
    </div>
  )
}

function Sum({ name, amount, isLess = false }: { name: string; amount: number; isLess?: boolean }) {
  return (
    <div className="flex justify-between gap-4">
      <dt className="text-ink-soft">{name}</dt>
      <dd>
        {isLess && '−'}
        {formatRupees(amount)}
      </dd>
    </div>
  )
}
