import { useQuery } from '@tanstack/react-query'
import { couponScopeWords, creditKindWords, offerText } from '../../../../../contract/money/coupon-facts.ts'
import type { Coupon, CouponUse } from '../../../../../contract/money/coupons.ts'
import { counted, dayText, formatRupees, momentText } from '../../../../../contract/words.ts'
import { query } from '../../../../lib/query.ts'
import { FactLines } from '../../../../ui/facts.tsx'
import { RefusalNote } from '../../../../ui/refusal-note.tsx'
import type { ViewProps } from '../../../record.ts'
import { StateBadge, type StateWords } from '../../../state-badge.tsx'

const states: Record<Coupon['state'], StateWords> = {
  running: { label: 'On', tone: 'leaf' },
  'to-come': { label: 'To come', tone: 'marigold' },
  over: { label: 'Over', tone: 'neutral' },
  'used-up': { label: 'Used up', tone: 'neutral' },
  off: { label: 'Off', tone: 'neutral' },
}

export const stateOf = ({ state }: Coupon): StateWords => states[state]

export const usesText = ({ uses, usesMax }: Coupon): string =>
  usesMax === null ? String(uses) : `${uses} of ${usesMax}`

const kinds: Record<CouponUse['kind'], string> = {
  order: 'Order',
  enrolment: 'Enrollment',
  'event-booking': 'Booking',
}

export function CouponView({ item }: ViewProps<Coupon>) {
  const rupees = (amount: number | null) => amount !== null && formatRupees(amount)
  return (
    <div className="flex flex-col gap-5">
      <p>
        <StateBadge {...stateOf(item)} />
      </p>
      <FactLines
        facts={[
          ['Takes off', offerText(item)],
          ['At most', rupees(item.most)],
          ['Worth at least', rupees(item.minimum)],
          ['For', couponScopeWords[item.scope]],
          ['From', item.startsOn && dayText(item.startsOn)],
          ['Until', item.endsOn && dayText(item.endsOn)],
          ['Uses', usesText(item)],
          ['By one customer', item.usesEach !== null && `at most ${counted(item.usesEach, 'time')}`],
          ['Customers', item.firstOnly && 'Only with their first order'],
          ['Store credit', item.credit && `${creditKindWords[item.credit]}; for its buyer alone`],
          ['Series', item.series],
          ['Note', item.note],
        ]}
      />
      <Uses coupon={item} />
    </div>
  )
}

function Uses({ coupon: { id } }: { coupon: Coupon }) {
  const { data, error, isPending } = useQuery(query('GET /api/admin/coupons/:id/uses', { params: { id } }))
  const uses = data?.data ?? []
  return (
    <section aria-labelledby={`uses-${id}`}>
      <h3 id={`uses-${id}`} className="mb-2 font-bold">
        Used with
      </h3>
      <RefusalNote error={error} />
      {isPending && <p className="text-ink-soft">Loading uses…</p>}
      {data && uses.length === 0 && <p className="text-ink-soft">Nobody has used it yet.</p>}
      <ul className="max-h-80 divide-y divide-line overflow-y-auto">
        {uses.map((use) => (
          <li key={use.id} className="flex flex-wrap justify-between gap-x-4 gap-y-1 py-2.5">
            <span className="wrap-anywhere">
              {kinds[use.kind]} {use.reference}, {use.name}
              <span className="block text-sm text-ink-soft">
                {momentText(use.usedAt)}
                {use.givenBackAt && `; given back ${momentText(use.givenBackAt)}`}
              </span>
            </span>
            <span className="font-bold">{formatRupees(use.discount)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
