import { useQuery } from '@tanstack/react-query'
import {
  couponKindWords,
  couponScopeWords,
  creditKindWords,
  offerText,
} from '../../../../../contract/money/coupon-facts.ts'
import { couponColumns } from '../../../../../contract/money/coupon-files.ts'
import type { Coupon, CouponUse } from '../../../../../contract/money/coupons.ts'
import { plural } from '../../../../../contract/plural.ts'
import { dayText, formatRupees, momentText, shortDayText } from '../../../../../contract/words.ts'
import { api } from '../../../../lib/api.ts'
import { query } from '../../../../lib/query.ts'
import { FactLines } from '../../../../ui/facts.tsx'
import { RefusalNote } from '../../../../ui/refusal-note.tsx'
import type { BulkAction } from '../../../list/bulk.tsx'
import { addedColumn, dayColumn, fewWords, stateColumn } from '../../../list/columns.tsx'
import { byAge, optionsOf, upAndDown } from '../../../list/list-choices.ts'
import { recordOf, type ViewProps } from '../../../record.ts'
import { callsOf } from '../../../record-calls.ts'
import { hidden } from '../../../record-columns.tsx'
import { sectionOf } from '../../../record-section.tsx'
import { StateBadge, type StateWords } from '../../../state-badge.tsx'
import { addCoupons, couponForm } from './coupon-form.tsx'

const states: Record<Coupon['state'], StateWords> = {
  running: { label: 'On', tone: 'leaf' },
  'to-come': { label: 'Scheduled', tone: 'outline' },
  over: { label: 'Expired', tone: 'neutral' },
  'used-up': { label: 'Used up', tone: 'neutral' },
  off: { label: 'Off', tone: 'neutral' },
}

const stateOf = ({ state }: Coupon): StateWords => states[state]

const usesText = ({ uses, usesMax }: Coupon): string =>
  usesMax === null ? String(uses) : `${uses} of ${usesMax}`

const kinds: Record<CouponUse['kind'], string> = {
  order: 'Order',
  enrolment: 'Enrolment',
  'event-booking': 'Booking',
}

function CouponView({ item }: ViewProps<Coupon>) {
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
          ['Minimum spend', rupees(item.minimum)],
          ['For', couponScopeWords[item.scope]],
          ['From', item.startsOn && dayText(item.startsOn)],
          ['Until', item.endsOn && dayText(item.endsOn)],
          ['Uses', usesText(item)],
          [
            'Per customer',
            item.usesEach !== null &&
              plural(item.usesEach, { one: 'At most once', other: `At most ${item.usesEach} times` }),
          ],
          ['Customers', item.firstOnly && 'First order only'],
          ['Store credit', item.credit && `${creditKindWords[item.credit]}, for its buyer only`],
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
        Used on
      </h3>
      <RefusalNote error={error} />
      {isPending && <p className="text-ink-soft">Loading uses…</p>}
      {data && uses.length === 0 && <p className="text-ink-soft">Not used yet</p>}
      <ul className="max-h-80 divide-y divide-line overflow-y-auto">
        {uses.map((use) => (
          <li key={use.id} className="flex flex-wrap justify-between gap-x-4 gap-y-1 py-2.5">
            <span className="wrap-anywhere">
              {kinds[use.kind]} {use.reference}, {use.name}
              <span className="block text-sm text-ink-soft">
                {momentText(use.usedAt)}
                {use.givenBackAt && `, returned ${momentText(use.givenBackAt)}`}
              </span>
            </span>
            <span className="font-bold">{formatRupees(use.discount)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

// The CSV has the column names that an import expects.
export const coupons = recordOf({
  kind: 'coupon',
  calls: { ...callsOf('/api/admin/coupons', 'edit', 'find'), add: addCoupons },
  namedBy: 'code',
  texts: {
    add: 'Add Coupon',
    edit: 'Edit Coupon',
    added: 'Coupon created successfully',
    addFailed: 'Failed to create coupon. Please try again.',
    updated: 'Coupon updated successfully',
    updateFailed: 'Failed to update coupon. Please try again.',
    changed: 'Someone else changed this coupon.',
    keptDraft: 'We’ve kept what you typed for a new coupon.',
    loading: 'Loading coupons…',
    notLoaded: 'We couldn’t load the coupons',
    loadFailed: 'Failed to fetch coupons. Please try again.',
    refreshed: 'Coupons refreshed successfully',
    counted: ({ count }) => plural(count, { one: '1 coupon', other: `${count} coupons` }),
    deleteMany: ({ count }) => plural(count, { one: 'Delete 1 coupon?', other: `Delete ${count} coupons?` }),
    deleted: ({ count }) =>
      plural(count, { one: 'Coupon deleted successfully', other: `${count} coupons deleted successfully` }),
    deleteFailed: 'Failed to delete coupon. Please try again.',
    empty: {
      title: 'No coupons found',
      text: 'Add a discount code for orders or courses, or create many single-use codes.',
      add: 'Add First Coupon',
    },
  },
  list: {
    id: 'coupons',
    endpoint: 'GET /api/admin/coupons',
    search: { label: 'Search coupons', placeholder: 'Code, series or note' },
    filters: [
      { name: 'active', label: 'Status', options: optionsOf({ yes: 'On', no: 'Off' }) },
      { name: 'kind', label: 'Takes off', options: optionsOf(couponKindWords) },
    ],
    states: { filter: 'active', counted: 'coupons' },
    sorts: [
      ...byAge,
      ...upAndDown('code', 'Code', 'A to Z', 'Z to A'),
      ...upAndDown('uses', 'Uses', 'few to many', 'many to few'),
      ...upAndDown('ends', 'Last day', 'first to last', 'last to first'),
    ],
  },
  columns: [
    ['code', { sort: 'code', className: 'whitespace-nowrap' }],
    { header: 'Takes off', text: offerText, className: 'min-w-28' },
    stateColumn('Status', stateOf),
    { header: 'Uses', text: usesText, sort: 'uses', className: 'whitespace-nowrap' },
    {
      ...dayColumn('First day', ({ startsOn }: Coupon) => startsOn),
      short: ({ startsOn }) => (startsOn === null ? '' : `From ${shortDayText(startsOn)}`),
    },
    {
      ...dayColumn('Last day', ({ endsOn }: Coupon) => endsOn),
      short: ({ endsOn }) => (endsOn === null ? '' : `Until ${shortDayText(endsOn)}`),
      sort: 'ends',
    },
    ...hidden('minimum', 'most', 'usesMax', 'usesEach', 'firstOnly'),
    { header: 'For', text: ({ scope }) => couponScopeWords[scope], isHidden: true },
    {
      header: 'What it is for',
      text: ({ scopeItems }) => scopeItems.join(', '),
      className: fewWords,
      isHidden: true,
    },
    ...hidden('isActive'),
    {
      header: 'Store credit',
      text: ({ credit }) => (credit === null ? '' : creditKindWords[credit]),
      isHidden: true,
    },
    { header: 'Series', text: ({ series }) => series ?? '', className: fewWords, isHidden: true },
    ...hidden('note'),
    { ...addedColumn, isHidden: true },
  ],
  View: CouponView,
  wideView: true,
  form: couponForm,
  importing: { endpoint: 'POST /api/admin/coupons/import', columns: couponColumns, title: 'Import coupons' },
  bulk: [
    switchMany({
      label: 'Switch on',
      question: ({ count }) =>
        plural(count, { one: 'Switch on 1 coupon?', other: `Switch on ${count} coupons?` }),
      text: 'Customers can use them again.',
      isActive: true,
    }),
    switchMany({
      label: 'Switch off',
      question: ({ count }) =>
        plural(count, { one: 'Switch off 1 coupon?', other: `Switch off ${count} coupons?` }),
      text: 'Nobody can use them until you switch them on again.',
      isActive: false,
    }),
  ],
})

function switchMany({
  isActive,
  ...asked
}: Pick<BulkAction<Coupon>, 'label' | 'question' | 'text'> & { isActive: boolean }): BulkAction<Coupon> {
  return {
    ...asked,
    appliesTo: (coupon) => coupon.isActive !== isActive,
    run: ({ id }) => api('PUT /api/admin/coupons/:id', { params: { id }, body: { isActive } }),
    done: ({ count }) => ({
      title: 'Success',
      description: plural(count, {
        one: 'Coupon updated successfully',
        other: `${count} coupons updated successfully`,
      }),
    }),
  }
}

export default sectionOf(coupons)
