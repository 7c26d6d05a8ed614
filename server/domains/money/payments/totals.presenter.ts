import type { ListTotals } from '../../../../contract/primitives.ts'
import { decimalRupees } from '../../../../contract/words.ts'

/** Sums are whole paise; null if there are too many rows to be summed up. */
export function presentTotals(sums: Record<'count' | 'amount' | 'paid' | 'due', number> | null): ListTotals {
  if (sums === null) return { count: null, amount: null, paid: null, due: null }
  return {
    count: sums.count,
    amount: decimalRupees(sums.amount),
    paid: decimalRupees(sums.paid),
    due: decimalRupees(sums.due),
  }
}
