import type { StoreOrder } from '../../../../contract/orders/store-orders.ts'
import { formatRupees } from '../../../../contract/words.ts'
import { Picture } from '../../../ui/picture.tsx'

export function OrderLines({ order }: { order: StoreOrder }) {
  const { lines, subtotal, deliverycharge, discountamount, total, couponCode, way, charges } = order
  return (
    <>
      <ul className="flex flex-col gap-4">
        {lines.map((line, n) => (
          <li key={n} className="flex gap-4">
            <Picture
              picture={line.picture}
              alt=""
              sizes="5rem"
              className="petal size-20 shrink-0 object-cover"
            />
            <div className="min-w-0 flex-1">
              <p className="font-bold [overflow-wrap:anywhere]">{line.name}</p>
              <p className="text-sm text-ink-soft [overflow-wrap:anywhere]">
                {[line.size, line.answer].filter(Boolean).join(' · ')}
              </p>
              <p className="flex justify-between gap-4 text-sm">
                <span>
                  {line.quantity} × {formatRupees(line.price)}
                </span>
                <span>{formatRupees(line.total)}</span>
              </p>
            </div>
          </li>
        ))}
      </ul>
      <dl className="mt-5 flex flex-col gap-1.5 border-t border-line pt-4">
        <Sum name="Subtotal" sum={formatRupees(subtotal)} />
        <Sum
          name={way === 'pickup' ? 'Pick-up' : 'Delivery'}
          sum={deliverycharge === 0 ? 'Free' : formatRupees(deliverycharge)}
        />
        {discountamount > 0 && (
          <Sum
            name={couponCode ? `Discount (${couponCode})` : 'Discount'}
            sum={`− ${formatRupees(discountamount)}`}
          />
        )}
        <div className="mt-2 flex items-baseline justify-between gap-4 border-t border-line pt-3">
          <dt className="font-bold">Total</dt>
          <dd className="font-display text-xl">{formatRupees(total)}</dd>
        </div>
        {charges.map(({ id, amount, status }) => (
          <Sum
            key={id}
            name="Fee for another try"
            sum={`${formatRupees(amount)}, ${{ open: 'not paid', paid: 'paid', waived: 'waived' }[status]}`}
          />
        ))}
      </dl>
    </>
  )
}

function Sum({ name, sum }: { name: string; sum: string }) {
  return (
    <div className="flex items-baseline justify-between gap-4">
      <dt className="text-ink-soft">{name}</dt>
      <dd>{sum}</dd>
    </div>
  )
}
