import { formatRupees } from '../../../../contract/words.ts'
import { dayFrom, firstDelivery, windowInWords } from './delivery-times.ts'
import type { Deliverable } from './product-facts.ts'
import type { Delivery } from './use-delivery.ts'

export function FirstTimes({
  delivery,
  product,
}: {
  delivery: Pick<Delivery, 'options' | 'today' | 'wished'>
  product: Deliverable
}) {
  const { options, today, wished } = delivery
  if (options === null) return null
  const first = firstDelivery(product, options, today, wished)
  if (first === null) return <p>We cannot bring this there within the next days. Please ask us.</p>
  const ofDay = options.days.find(({ day }) => day === first.day)?.options ?? []
  const open = ofDay.filter(({ reason, way }) => reason === null && product.ways.includes(way))
  const refused = options.days
    .find(({ day }) => day === wished)
    ?.options.find(({ reason }) => reason !== null)
  return (
    <>
      {wished !== null && wished !== first.day && (
        <p className="text-ink-soft">
          Not on {dayFrom(today, wished)}
          {refused?.reason ? `: ${refused.reason}` : ''}.
        </p>
      )}
      <p className="font-bold text-leaf-ink">{dayFrom(today, first.day)}</p>
      <ul>
        {open.map(({ slotId, way, from, to, fee }) => (
          <li key={slotId} className="flex justify-between gap-4">
            <span>
              {windowInWords(from, to)}
              {way !== 'standard' && <span className="text-ink-soft">, {wayWords[way]}</span>}
            </span>
            <span className="text-ink-soft">{fee === 0 ? 'Free' : formatRupees(fee)}</span>
          </li>
        ))}
      </ul>
    </>
  )
}

const wayWords = { express: 'express', midnight: 'midnight', pickup: 'at the studio' }
