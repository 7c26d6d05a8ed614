import { expect, test } from 'vitest'
import { couponColumns, couponRow } from '../../../../../contract/money/coupon-files.ts'
import type { Coupon } from '../../../../../contract/money/coupons.ts'
import { readBack } from '../../../../../tests/harness/read-back.ts'
import { coupons } from './coupons-section.tsx'

const coupon: Coupon = {
  id: 'x',
  code: 'PONGAL10',
  kind: 'percent',
  percent: 10,
  amount: null,
  startsOn: null,
  endsOn: null,
  minimum: null,
  most: null,
  usesMax: null,
  usesEach: null,
  firstOnly: false,
  scope: 'all',
  scopeItems: [],
  isActive: true,
  note: null,
  series: null,
  uses: 3,
  state: 'running',
  credit: null,
  created_at: '2026-01-01T00:00:00.000Z',
  version: 3,
}

test('exported coupons are imported unchanged, with their amounts in paise', () => {
  const items: Coupon[] = [
    coupon,
    {
      ...coupon,
      code: 'FIRST-200',
      kind: 'rupees',
      percent: null,
      amount: 1250.5,
      startsOn: '2026-03-10',
      endsOn: '2026-03-20',
      minimum: 1500,
      usesMax: 50,
      usesEach: 1,
      firstOnly: true,
      scope: 'categories',
      scopeItems: ['Bouquets', 'மாலை'],
      isActive: false,
      note: '=1+1, "quoted"',
    },
    { ...coupon, code: 'FREE', kind: 'free-delivery', percent: null, most: 99, scope: 'courses' },
  ]
  const plain = { firstOnly: false, scope: 'all', isActive: true }
  expect(readBack(coupons, couponColumns, couponRow, items)).toEqual([
    { ...plain, code: 'PONGAL10', kind: 'percent', percent: 10 },
    {
      code: 'FIRST-200',
      kind: 'rupees',
      amount: 125_050,
      startsOn: '2026-03-10',
      endsOn: '2026-03-20',
      minimum: 150_000,
      usesMax: 50,
      usesEach: 1,
      firstOnly: true,
      scope: 'categories',
      scopeItems: ['Bouquets', 'மாலை'],
      isActive: false,
      note: '=1+1, "quoted"',
    },
    { ...plain, code: 'FREE', kind: 'free-delivery', most: 9900, scope: 'courses' },
  ])
})
