import {
  couponKindWords,
  couponScopeWords,
  creditKindWords,
  offerText,
} from '../../../../../contract/money/coupon-facts.ts'
import { couponColumns } from '../../../../../contract/money/coupon-files.ts'
import type { Coupon } from '../../../../../contract/money/coupons.ts'
import { counted, grouped } from '../../../../../contract/words.ts'
import { api } from '../../../../lib/api.ts'
import type { BulkAction } from '../../../list/bulk.tsx'
import { addedColumn, dayColumn, fewWords, stateColumn } from '../../../list/columns.tsx'
import { byAge, optionsOf, upAndDown } from '../../../list/list-choices.ts'
import { recordOf } from '../../../record.ts'
import { callsOf } from '../../../record-calls.ts'
import { hidden } from '../../../record-columns.tsx'
import { sectionOf } from '../../../record-section.tsx'
import { addCoupons, couponForm } from './coupon-form.tsx'
import { CouponView, stateOf, usesText } from './coupon-view.tsx'

// An import reads the CSV by the same names.
export const coupons = recordOf({
  kind: 'coupon',
  calls: { ...callsOf('/api/admin/coupons', 'edit', 'find'), add: addCoupons },
  names: ['coupon', 'coupons'],
  namedBy: 'code',
  sentences: { deleteMany: (count) => `Delete ${counted(count, 'coupon')}?` },
  list: {
    endpoint: 'GET /api/admin/coupons',
    search: { label: 'Search coupons', placeholder: 'Code, series or note' },
    filters: [
      { name: 'active', label: 'Status', options: optionsOf({ yes: 'On', no: 'Off' }) },
      { name: 'kind', label: 'Takes off', options: optionsOf(couponKindWords) },
    ],
    sorts: [
      ...byAge,
      ...upAndDown('code', 'Code', 'A to Z', 'Z to A'),
      ...upAndDown('uses', 'Uses', 'few to many', 'many to few'),
      ...upAndDown('ends', 'Last day', 'first to last', 'last to first'),
    ],
    failed: 'Failed to fetch coupons. Please try again.',
  },
  columns: [
    ['code', { sort: 'code', className: 'whitespace-nowrap' }],
    { header: 'Takes off', text: offerText, className: 'min-w-28' },
    stateColumn('Status', stateOf),
    { header: 'Uses', text: usesText, sort: 'uses' },
    dayColumn('From', ({ startsOn }: Coupon) => startsOn),
    { ...dayColumn('Until', ({ endsOn }: Coupon) => endsOn), sort: 'ends' },
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
  importing: { endpoint: 'POST /api/admin/coupons/import', columns: couponColumns },
  bulk: [switchMany('Switch on', true), switchMany('Switch off', false)],
  empty: { text: 'Add a code that takes something off orders or courses, or many codes for one use each.' },
})

function switchMany(label: string, isActive: boolean): BulkAction<Coupon> {
  return {
    label,
    question: (count) => `${label}: change ${grouped(count)} ${count === 1 ? 'coupon' : 'coupons'}?`,
    text: isActive ? 'They can be used again.' : 'Nobody can use them until they are switched on again.',
    appliesTo: (coupon) => coupon.isActive !== isActive,
    run: ({ id }) => api('PUT /api/admin/coupons/:id', { params: { id }, body: { isActive } }),
    done: (count) => ({
      title: 'Success',
      description: `${count === 1 ? 'Coupon' : `${count} coupons`} updated successfully`,
    }),
  }
}

export default sectionOf(coupons)
