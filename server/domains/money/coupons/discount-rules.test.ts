import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Basket, type CouponTerms, judge, spread } from './discount-rules.ts'

const anybody: CouponTerms = {
  kind: 'percent',
  percent: 10,
  amountInPaise: null,
  startsOn: null,
  endsOn: null,
  minimumInPaise: null,
  mostInPaise: null,
  scope: 'all',
  scopeItems: [],
}
const today = '2026-03-02'
const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0)

function goods(totals: number[], feeInPaise: number | null = 0): Basket {
  return {
    lines: totals.map((totalInPaise, n) => ({
      productId: `p${n}`,
      categories: n === 0 ? ['Roses', 'Bouquets'] : ['Lilies'],
      totalInPaise,
    })),
    feeInPaise,
  }
}
const course = (priceInPaise: number, courseId = 'ikebana'): Basket => ({ courseId, priceInPaise })
const off = (terms: Partial<CouponTerms>, basket: Basket) => judge({ ...anybody, ...terms }, basket, today)

describe('the discount of a coupon', () => {
  const rupees = (amountInPaise: number) => ({ kind: 'rupees', percent: null, amountInPaise }) as const
  const freeDelivery = { kind: 'free-delivery', percent: null } as const
  test.each([
    ['ten percent', {}, goods([100_000]), [10_000, 0]],
    ['half a paisa as a whole one', { percent: 5 }, goods([10]), [1, 0]],
    ['nothing for less than half a paisa', { percent: 4 }, goods([35]), [1, 0]],
    ['at most its largest discount', { mostInPaise: 2_000 }, goods([100_000]), [2_000, 0]],
    ['all of the price', { percent: 100 }, goods([12_345]), [12_345, 0]],
    ['an amount in rupees', rupees(20_000), goods([100_000, 50_000]), [20_000, 0]],
    ['no more rupees than the goods cost', rupees(20_000), goods([7_500]), [7_500, 0]],
    ['nothing of the delivery fee', { percent: 100 }, goods([1_000], 15_000), [1_000, 0]],
    ['the delivery fee', freeDelivery, goods([1_000], 15_000), [0, 15_000]],
    [
      'the delivery fee up to its largest discount',
      { ...freeDelivery, mostInPaise: 9_000 },
      goods([1_000], 15_000),
      [0, 9_000],
    ],
    ['nothing while the delivery fee is unknown', freeDelivery, goods([1_000], null), [0, 0]],
    [
      'a part of one category, in upper or lower case',
      { scope: 'categories', scopeItems: ['roses'] },
      goods([1_000, 9_000]),
      [100, 0],
    ],
    ['a part of one product', { scope: 'products', scopeItems: ['p1'] }, goods([1_000, 9_000]), [900, 0]],
    ['a part of a course', {}, course(1_250_000), [125_000, 0]],
    ['a part of every course', { scope: 'courses' }, course(1_250_000), [125_000, 0]],
    [
      'a part of the course that it names',
      { scope: 'courses', scopeItems: ['ikebana'] },
      course(1_000),
      [100, 0],
    ],
  ] satisfies [string, Partial<CouponTerms>, Basket, number[]][])(
    'a coupon takes off %s',
    (_, terms, basket, expected) => {
      const judged = off(terms, basket)
      expect(judged).toMatchObject({ reason: null })
      if (judged.reason !== null) return
      expect([judged.discountInPaise, judged.feeDiscountInPaise]).toEqual(expected)
      expect(sum(judged.shares)).toBe(judged.discountInPaise)
    },
  )

  test.each([
    [
      'the day before its first day',
      { startsOn: '2026-03-03' },
      goods([1]),
      { reason: 'early', startsOn: '2026-03-03' },
    ],
    [
      'the day after its last day',
      { endsOn: '2026-03-01' },
      goods([1]),
      { reason: 'over', endsOn: '2026-03-01' },
    ],
    [
      'goods of one paisa less than its minimum',
      { minimumInPaise: 100 },
      goods([60, 39]),
      { reason: 'below', minimumInPaise: 100 },
    ],
    ['flowers, if it is for courses', { scope: 'courses' }, goods([1_000]), { reason: 'for-courses' }],
    ['a course, if it is for the store', { scope: 'store' }, course(1_000), { reason: 'for-store' }],
    [
      'a course, if it takes off the delivery fee',
      { kind: 'free-delivery', percent: null },
      course(1_000),
      { reason: 'for-store' },
    ],
    [
      'another course than it names',
      { scope: 'courses', scopeItems: ['bridal'] },
      course(1_000),
      { reason: 'not-for-this' },
    ],
    [
      'another product than it names',
      { scope: 'products', scopeItems: ['p9'] },
      goods([1_000]),
      { reason: 'not-for-this' },
    ],
    ['a free course', {}, course(0), { reason: 'nothing-off' }],
    ['a discount of less than half a paisa', { percent: 4 }, goods([10]), { reason: 'nothing-off' }],
    [
      'a pickup, if it takes off the delivery fee',
      { kind: 'free-delivery', percent: null },
      goods([900], 0),
      { reason: 'nothing-off' },
    ],
  ] satisfies [string, Partial<CouponTerms>, Basket, object][])(
    'a coupon is refused for %s',
    (_, terms, basket, expected) => {
      expect(off(terms, basket)).toMatchObject(expected)
    },
  )

  test.each([
    ['on its first day', { startsOn: today }],
    ['on its last day', { endsOn: today }],
    ['for goods of exactly its minimum', { minimumInPaise: 1_000 }],
  ])('a coupon is valid %s', (_, terms) => {
    expect(off(terms, goods([400, 600]))).toMatchObject({ reason: null, discountInPaise: 100 })
  })
})

describe('a discount that is spread over lines', () => {
  test('paise left over by rounding go to the lines with the largest remainders, the first line first if these are equal', () => {
    expect(spread(100, [100, 100, 100])).toEqual([34, 33, 33])
    expect(spread(10, [1, 1, 98])).toEqual([0, 0, 10])
    expect(spread(5, [10, 0, 10])).toEqual([3, 0, 2])
    expect(spread(0, [10, 20])).toEqual([0, 0])
    expect(spread(0, [0, 0])).toEqual([0, 0])
  })

  test('every discount over every split of 12 paise into three lines is spread fairly', () => {
    for (let first = 0; first <= 12; first++) {
      for (let second = 0; first + second <= 12; second++) {
        const totals = [first, second, 12 - first - second]
        for (let discount = 0; discount <= 12; discount++) requireFair(discount, totals)
      }
    }
  })

  test('random discounts over random lines are spread fairly, up to the largest order', () => {
    const largest = 10_000_000_00 * 99
    const lines = fc.array(fc.oneof(fc.nat(50), fc.nat(2_000_000), fc.nat(largest)), {
      minLength: 1,
      maxLength: 30,
    })
    fc.assert(
      fc.property(
        lines.chain((totals) => fc.tuple(fc.constant(totals), fc.nat(sum(totals)))),
        ([totals, discount]) => requireFair(discount, totals),
      ),
    )
  })

  test('a coupon discounts only the lines that the coupon is for', () => {
    const terms = fc.record({
      percent: fc.integer({ min: 1, max: 100 }),
      mostInPaise: fc.option(fc.integer({ min: 1, max: 500_000 })),
      scope: fc.constantFrom('all' as const, 'categories' as const),
    })
    fc.assert(
      fc.property(terms, fc.array(fc.nat(5_000_000), { minLength: 1, maxLength: 12 }), (asked, totals) => {
        const judged = off({ ...asked, scopeItems: ['Roses'] }, goods(totals))
        if (judged.reason !== null) return
        const meant = asked.scope === 'all' ? totals : totals.map((total, n) => (n === 0 ? total : 0))
        expect(sum(judged.shares)).toBe(judged.discountInPaise)
        expect(judged.discountInPaise).toBeLessThanOrEqual(asked.mostInPaise ?? Infinity)
        for (const [n, share] of judged.shares.entries()) {
          expect(share).toBeGreaterThanOrEqual(0)
          expect(share).toBeLessThanOrEqual(meant[n] as number)
        }
      }),
    )
  })
})

/**
 * Requires fair parts: whole numbers that add up to the discount, each between zero and its line's total, and each less
 * than one paisa from its exact share.
 */
function requireFair(discount: number, totals: readonly number[]) {
  const whole = sum(totals)
  if (discount > whole) return
  const parts = spread(discount, totals)
  const isFair =
    sum(parts) === discount &&
    parts.every((part, n) => {
      const total = totals[n] as number
      const isWhole = Number.isInteger(part) && part >= 0 && part <= total
      // This is |part − discount·total/whole| < 1 in whole numbers.
      const distance = BigInt(part) * BigInt(whole) - BigInt(discount) * BigInt(total)
      return isWhole && (whole === 0 || (distance < BigInt(whole) && -distance < BigInt(whole)))
    })
  if (!isFair) throw new Error(`${discount} over ${totals} is ${parts}`)
}
