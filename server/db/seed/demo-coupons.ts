import type { Insertable } from 'kysely'
import { addDays } from '../../platform/clock.ts'
import type { Ids } from '../../platform/ids.ts'
import type { Schema } from '../schema.ts'
import type { OrderRow } from './demo-order-rows.ts'
import type { DemoCategory } from './demo-products.ts'
import { daysBefore } from './demo-seats.ts'

type CouponRow = Insertable<Schema['coupon']>

interface DemoCoupon
  extends Pick<
    CouponRow,
    | 'code'
    | 'kind'
    | 'percent'
    | 'amount_in_paise'
    | 'minimum_in_paise'
    | 'most_in_paise'
    | 'uses_max'
    | 'scope'
  > {
  categories?: DemoCategory[]
  usesEach?: number
  isFirstOnly?: 1
  /** Days from today. */
  from?: number
  to?: number
  note: string
  daysAgo: number
}

/** One for whoever comes first, one for every delivery, one that is over, one that is still to come, one for classes. */
const coupons: DemoCoupon[] = [
  {
    code: 'WELCOME10',
    kind: 'percent',
    percent: 10,
    minimum_in_paise: 500_00,
    most_in_paise: 500_00,
    scope: 'store',
    usesEach: 1,
    isFirstOnly: 1,
    note: 'On the first page of the journal',
    daysAgo: 120,
  },
  {
    code: 'BRINGIT',
    kind: 'free-delivery',
    minimum_in_paise: 1_000_00,
    uses_max: 200,
    scope: 'store',
    note: 'For who asked about the fee on the phone',
    daysAgo: 64,
  },
  {
    code: 'MUHURTHAM5',
    kind: 'percent',
    percent: 5,
    most_in_paise: 5_000_00,
    scope: 'categories',
    categories: ['Weddings'],
    from: -45,
    to: -6,
    note: 'The wedding month',
    daysAgo: 46,
  },
  {
    code: 'KOLAM150',
    kind: 'rupees',
    amount_in_paise: 150_00,
    minimum_in_paise: 1_200_00,
    uses_max: 50,
    usesEach: 1,
    scope: 'categories',
    categories: ['Festivals', 'Garlands and wreaths'],
    from: 9,
    to: 24,
    note: 'Printed on the calendar of the street',
    daysAgo: 8,
  },
  {
    code: 'CLASS500',
    kind: 'rupees',
    amount_in_paise: 500_00,
    minimum_in_paise: 5_000_00,
    uses_max: 30,
    usesEach: 1,
    scope: 'courses',
    to: 60,
    note: 'For who bought flowers and wants to learn',
    daysAgo: 5,
  },
]

export interface DemoCoupons {
  coupons: CouponRow[]
  uses: Insertable<Schema['coupon_use']>[]
}

/** The coupons, and their uses as the orders that name a code say. */
export function demoCoupons(
  orders: readonly OrderRow[],
  { today, now, ids }: { today: string; now: string; ids: Ids },
): DemoCoupons {
  const made: DemoCoupons = { coupons: [], uses: [] }
  for (const { categories, usesEach, isFirstOnly, from, to, daysAgo, ...said } of coupons) {
    const id = ids.id()
    const used = orders.filter(({ coupon_code }) => coupon_code === said.code)
    made.coupons.push({
      percent: null,
      amount_in_paise: null,
      minimum_in_paise: null,
      most_in_paise: null,
      uses_max: null,
      ...said,
      id,
      starts_on: from === undefined ? null : addDays(today, from),
      ends_on: to === undefined ? null : addDays(today, to),
      uses_each_max: usesEach ?? null,
      uses: used.length,
      first_only: isFirstOnly ?? 0,
      scope_items: JSON.stringify(categories ?? []),
      is_active: 1,
      series: null,
      created_at: daysBefore(now, daysAgo),
      deleted_at: null,
    })
    for (const order of used)
      made.uses.push({
        id: ids.id(),
        coupon_id: id,
        subject: 'order',
        subject_id: order.id,
        // Only the server can make a customer's keys. Without them the use counts for nobody.
        email_key: '',
        phone_key: '',
        discount_in_paise: order.discount_in_paise,
        used_at: order.created_at,
      })
  }
  return made
}
