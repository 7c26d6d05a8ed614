import { useQuery } from '@tanstack/react-query'
import { creditKindWords } from '../../../../../contract/money/coupon-facts.ts'
import type { Coupon } from '../../../../../contract/money/coupons.ts'
import { atSchool } from '../../../../../contract/money/payment-methods.ts'
import { concernWords } from '../../../../../contract/orders/orders.en.ts'
import type { Order, StatusChange } from '../../../../../contract/orders/orders.ts'
import type { Enquiry } from '../../../../../contract/people/enquiries.ts'
import { plural } from '../../../../../contract/plural.ts'
import { dayText, formatRupees, joined, momentText } from '../../../../../contract/words.ts'
import { query, useStale } from '../../../../lib/query.ts'
import { Button } from '../../../../ui/button.tsx'
import { Dialog } from '../../../../ui/dialog.tsx'
import type { Fact } from '../../../../ui/facts.tsx'
import type { Openable } from '../../../../ui/lazy-dialog.tsx'
import { Picture } from '../../../../ui/picture.tsx'
import { Loading } from '../../../../ui/spinner.tsx'
import { ConcernPhotographs } from '../../../concern-photographs.tsx'
import { HeadCells } from '../../../head-cells.tsx'
import { capitalised } from '../../../list/use-list.ts'
import { RetryLine } from '../../../lost-list.tsx'
import { MoneyTrail } from '../../../money/money-trail.tsx'
import { PersonLink } from '../../../person-link.tsx'
import { PrintButton } from '../../../print-button.tsx'
import { SectionLink } from '../../../section-link.tsx'
import { TermsLink } from '../../../terms-link.tsx'
import { useRight } from '../../../use-right.ts'
import { contactFacts, StatusBadge } from './order-card.tsx'
import { canHaveCredit, canMarkPaid, OrderCharges } from './order-charges.tsx'
import { CardWords, deliveryFacts, endText, itemText, substitutionText } from './order-delivery.tsx'

export function OrderViewDialog({
  onUpdate,
  onMarkPaid,
  onGiveCredit,
  order,
  ...dialog
}: Openable & { onUpdate: () => void; onMarkPaid: () => void; onGiveCredit: () => void; order: Order }) {
  const mayMoney = useRight('money')
  return (
    <Dialog
      {...dialog}
      closeOnOutsidePress
      wide
      title={`Order ${order.ordernumber}`}
      closeLabel="Close"
      footer={
        <>
          <PrintButton />
          {mayMoney && canHaveCredit(order) && (
            <Button variant="outline" onClick={onGiveCredit}>
              Give store credit
            </Button>
          )}
          {mayMoney && canMarkPaid(order) && (
            <Button variant="outline" onClick={onMarkPaid}>
              Mark paid
            </Button>
          )}
          <Button onClick={onUpdate}>Update Status</Button>
        </>
      }
    >
      <OrderSheet order={order} />
      <Trail order={order} />
    </Dialog>
  )
}

export function PrintOrdersDialog({ orders, ...dialog }: Openable & { orders: readonly Order[] }) {
  return (
    <Dialog
      {...dialog}
      closeOnOutsidePress
      wide
      title={plural(orders.length, { one: '1 order to print', other: `${orders.length} orders to print` })}
      closeLabel="Close"
      footer={<PrintButton variant="primary" />}
    >
      <div className="flex flex-col gap-10">
        {orders.map((order) => (
          <section
            key={order.id}
            aria-label={`Order ${order.ordernumber}`}
            className="break-after-page last:break-after-auto"
          >
            <h3 className="mb-3 border-b border-line-strong pb-2 text-lg">Order {order.ordernumber}</h3>
            <OrderSheet order={order} />
          </section>
        ))}
      </div>
    </Dialog>
  )
}

function Trail({ order }: { order: Order }) {
  const result = useQuery(query('GET /api/admin/orders/:id', { params: { id: order.id } }))
  const mayMoney = useRight('money')
  const stale = useStale()
  if (result.isPending) return <Loading className="!py-4">Loading the history…</Loading>
  if (result.isError) {
    return <RetryLine onRetry={() => void result.refetch()}>We couldn’t load the history.</RetryLine>
  }
  const { history, createdat, concerns, credits } = result.data.data
  return (
    <>
      {mayMoney && (
        <div className="mt-6 print:hidden">
          <MoneyTrail
            kind="order"
            id={order.id}
            onChanged={() => stale('GET /api/admin/orders', 'GET /api/admin/orders/:id')}
          />
        </div>
      )}
      <OrderCharges order={result.data.data} />
      <Concerns concerns={concerns} />
      <Credits credits={credits} />
      <section className="mt-6 print:hidden">
        <h3 className="mb-2 text-lg">Status history</h3>
        <StatusHistory history={history} createdat={createdat} />
      </section>
    </>
  )
}

function Concerns({ concerns }: { concerns: readonly Enquiry[] }) {
  if (concerns.length === 0) return null
  return (
    <section className="mt-6">
      <h3 className="mb-2 text-lg">Concerns</h3>
      <ul className="flex flex-col gap-4">
        {concerns.map((one) => (
          <li key={one.id} className="flex flex-col gap-2 rounded-sm bg-marigold-tint px-4 py-3">
            <p>
              <strong>{one.concern && concernWords[one.concern]}</strong>{' '}
              <span className="text-sm text-ink-soft">
                {momentText(one.created_at)}
                {one.answered_at !== null && ' · answered'}
              </span>
            </p>
            <p className="whitespace-pre-line wrap-anywhere">{one.question}</p>
            <ConcernPhotographs of={one} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function Credits({ credits }: { credits: readonly Coupon[] }) {
  if (credits.length === 0) return null
  return (
    <section className="mt-6">
      <h3 className="mb-2 text-lg">Store credit</h3>
      <ul className="divide-y divide-line">
        {credits.map(({ id, code, credit, amount, endsOn, state }) => (
          <li key={id} className="flex flex-wrap justify-between gap-x-4 py-2">
            <span>
              <SectionLink to={`coupons?q=${code}`} className="link">
                {code}
              </SectionLink>
              <span className="block text-sm text-ink-soft">
                {joined([
                  credit && creditKindWords[credit],
                  state === 'used-up' ? 'used' : endsOn && `valid until ${dayText(endsOn)}`,
                ])}
              </span>
            </span>
            <strong>{formatRupees(amount ?? 0)}</strong>
          </li>
        ))}
      </ul>
    </section>
  )
}

function StatusHistory({ history, createdat }: { history: readonly StatusChange[]; createdat: string }) {
  return (
    <ol className="flex flex-col gap-2 border-l-2 border-line pl-4 text-sm">
      {history.map((change) => (
        <li key={change.id}>
          <p className={change.isUndone ? 'text-ink-soft line-through' : 'font-bold'}>
            {capitalised(change.from)} → {capitalised(change.to)}
            {change.isUndone && <span className="sr-only">, undone</span>}
          </p>
          <p className="text-ink-soft wrap-anywhere">
            {momentText(change.at)}
            {change.by !== null && ` · ${change.by}`}
            {change.isUndone && ' · undone'}
          </p>
        </li>
      ))}
      <li>
        <p className="font-bold">Ordered</p>
        <p className="text-ink-soft">{momentText(createdat)}</p>
      </li>
    </ol>
  )
}

function OrderSheet({ order }: { order: Order }) {
  const { email, phone, payment } = contactFacts(order)
  const { subtotal, deliverycharge, discountamount } = order
  const sums = [
    ['Subtotal', subtotal, ''],
    ['Delivery', deliverycharge, ''],
    ['Discount', discountamount > 0 ? discountamount : null, '−'],
  ] as const
  return (
    <div className="flex flex-col gap-5">
      <FactGrid
        label="Order"
        facts={[
          [
            'Status',
            <span key="status" className="flex flex-wrap items-center gap-2">
              <StatusBadge {...order} />
              {endText(order)}
            </span>,
          ],
          ['Ordered', momentText(order.createdat)],
          ['Terms', order.terms && <TermsLink key="terms" hash={order.terms} at={order.createdat} />],
          [
            order.paymentmethod === atSchool ? 'Pays at the school by' : 'Payment due by',
            order.holdUntil && momentText(order.holdUntil),
          ],
          payment,
        ]}
      />
      <FactGrid label="Delivery" facts={deliveryFacts(order)} />
      <FactGrid
        label="Buyer"
        facts={[
          [
            'Buyer',
            <PersonLink key="buyer" kind="order" id={order.id}>
              {order.customername}
            </PersonLink>,
          ],
          phone,
          email,
          ['Occasion', order.occasion ?? 'Not given'],
          ['If a flower is unavailable', substitutionText(order)],
          ['Coupon', order.couponCode],
          ['Requirements', order.requirements ?? 'None'],
        ]}
      />
      <CardWords order={order} />
      <Items items={order.items} />
      <dl className="ml-auto flex w-full flex-col gap-1 sm:w-72">
        {sums.map(
          ([name, amount, sign]) =>
            amount !== null && (
              <div key={name} className="flex justify-between gap-4">
                <dt className="text-ink-soft">{name}</dt>
                <dd>
                  {sign}
                  {formatRupees(amount)}
                </dd>
              </div>
            ),
        )}
        <div className="flex justify-between gap-4 border-t border-line-strong pt-1 text-lg font-bold">
          <dt>Total</dt>
          <dd>{formatRupees(order.total)}</dd>
        </div>
      </dl>
    </div>
  )
}

function FactGrid({ label, facts }: { label: string; facts: readonly Fact[] }) {
  return (
    <dl aria-label={label} className="grid gap-x-8 gap-y-3 border-b border-line pb-5 sm:grid-cols-2">
      {facts
        .filter(([, value]) => Boolean(value))
        .map(([name, value]) => (
          <div key={name} className="min-w-0">
            <dt className="text-sm text-ink-soft">{name}</dt>
            <dd className="whitespace-pre-line wrap-anywhere">{value}</dd>
          </div>
        ))}
    </dl>
  )
}

function Items({ items }: Pick<Order, 'items'>) {
  return (
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
        {items.map((item, n) => (
          // The same product may be listed twice, so the key has the index.
          <tr key={`${n} ${item.productName}`}>
            <th scope="row" className="py-2 pr-3 text-left font-normal">
              <div className="flex items-center gap-3">
                <Picture
                  picture={item.picture}
                  alt=""
                  sizes="3rem"
                  className="size-12 shrink-0 rounded-sm object-cover print:hidden"
                />
                <div className="min-w-0 wrap-anywhere">
                  {itemText(item)}
                  {item.missing > 0 && (
                    <strong className="block text-rose-ink">{item.missing} not in stock</strong>
                  )}
                </div>
              </div>
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
  )
}
