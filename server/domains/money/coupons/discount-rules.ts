import { folded } from '../../../../contract/folded.ts'
import type { CouponKind, CouponScope } from '../../../../contract/money/coupon-facts.ts'

/** Sums are in paise. Days are dates in the school's time zone. */
export interface CouponTerms {
  kind: CouponKind
  percent: number | null
  amountInPaise: number | null
  startsOn: string | null
  endsOn: string | null
  minimumInPaise: number | null
  mostInPaise: number | null
  scope: CouponScope
  scopeItems: readonly string[]
}

export interface PricedLine {
  productId: string
  categories: readonly string[]
  totalInPaise: number
}

/**
 * Either seats in a course, by default one, at a price per seat, or goods with a delivery fee. The fee is null while it
 * is unknown.
 */
export type Basket =
  | { courseId: string; priceInPaise: number; seats?: number }
  | { lines: readonly PricedLine[]; feeInPaise: number | null }

export interface Discount {
  discountInPaise: number
  feeDiscountInPaise: number
  /** The discount of each line, 0 if the coupon does not apply to it. The shares add up to `discountInPaise`. */
  shares: number[]
}

type Judged =
  | (Discount & { reason: null })
  | { reason: 'early'; startsOn: string }
  | { reason: 'over'; endsOn: string }
  | { reason: 'below'; minimumInPaise: number }
  | { reason: 'for-courses' | 'for-store' | 'not-for-this' | 'nothing-off' }

export function judge(terms: CouponTerms, basket: Basket, today: string): Judged {
  const { startsOn, endsOn, minimumInPaise } = terms
  if (startsOn !== null && today < startsOn) return { reason: 'early', startsOn }
  if (endsOn !== null && today > endsOn) return { reason: 'over', endsOn }
  const isCourse = 'courseId' in basket
  if (isCourse ? !isForCourses(terms) : terms.scope === 'courses') {
    return { reason: isCourse ? 'for-store' : 'for-courses' }
  }
  const totals = isCourse
    ? Array.from({ length: basket.seats ?? 1 }, () => basket.priceInPaise)
    : basket.lines.map(({ totalInPaise }) => totalInPaise)
  if (minimumInPaise !== null && sum(totals) < minimumInPaise) return { reason: 'below', minimumInPaise }
  const isMeant = isCourse
    ? totals.map(() => isCourseMeant(terms, basket.courseId))
    : basket.lines.map((line) => isLineMeant(terms, line))
  if (!isMeant.includes(true)) return { reason: 'not-for-this' }
  const meant = totals.map((total, n) => (isMeant[n] ? total : 0))
  const fee = isCourse ? 0 : basket.feeInPaise
  const discountInPaise = offLines(terms, sum(meant))
  const feeDiscountInPaise = terms.kind === 'free-delivery' ? atMost(fee ?? 0, terms.mostInPaise) : 0
  const isFeeUnknown = terms.kind === 'free-delivery' && fee === null
  if (discountInPaise + feeDiscountInPaise === 0 && !isFeeUnknown) return { reason: 'nothing-off' }
  return { reason: null, discountInPaise, feeDiscountInPaise, shares: spread(discountInPaise, meant) }
}

/** Half a paisa is rounded up; the discount never exceeds `base`. */
function offLines({ kind, percent, amountInPaise, mostInPaise }: CouponTerms, base: number): number {
  if (kind === 'percent') return atMost(Math.floor((base * (percent ?? 0) + 50) / 100), mostInPaise)
  return kind === 'rupees' ? atMost(Math.min(amountInPaise ?? 0, base), mostInPaise) : 0
}

/**
 * Divides a discount over lines in proportion to their totals, by largest remainder. The parts are whole numbers, add
 * up to the discount, and never exceed their line. Earlier lines win ties.
 */
export function spread(discount: number, totals: readonly number[]): number[] {
  const whole = BigInt(sum(totals))
  if (whole === 0n) return totals.map(() => 0)
  // The multiplication can exceed the largest integer that a number holds exactly.
  const exact = totals.map((total) => BigInt(discount) * BigInt(total))
  const parts = exact.map((product) => Number(product / whole))
  const byRemainder = exact
    .map((product, n) => ({ n, remainder: product % whole }))
    .sort((a, b) => (a.remainder === b.remainder ? a.n - b.n : a.remainder > b.remainder ? -1 : 1))
  for (const { n } of byRemainder.slice(0, discount - sum(parts))) parts[n] = (parts[n] ?? 0) + 1
  return parts
}

function isForCourses({ kind, scope }: CouponTerms): boolean {
  return (scope === 'all' || scope === 'courses') && kind !== 'free-delivery'
}

function isCourseMeant({ scope, scopeItems }: CouponTerms, courseId: string): boolean {
  return scope === 'all' || scopeItems.length === 0 || scopeItems.includes(courseId)
}

function isLineMeant({ scope, scopeItems }: CouponTerms, line: PricedLine): boolean {
  if (scope === 'products') return scopeItems.includes(line.productId)
  if (scope !== 'categories') return true
  const wanted = new Set(scopeItems.map(folded))
  return line.categories.some((name) => wanted.has(folded(name)))
}

function atMost(paise: number, most: number | null): number {
  return most === null ? paise : Math.min(paise, most)
}

function sum(amounts: readonly number[]): number {
  return amounts.reduce((total, amount) => total + amount, 0)
}
