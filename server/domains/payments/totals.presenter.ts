import type { ListTotals } from '../../../contract/primitives.ts'
import { decimalRupees } from '../../../contract/words.ts'

/** Sums of a list, of whole paise. */
export function presentTotals(sums: Record<'count' | 'amount' | 'paid' | 'due', number>): ListTotals {
  return {
    count: sums.count,
    amount: decimalRupees(sums.amount),
    paid: decimalRupees(sums.paid),
    due: decimalRupees(sums.due),
  }
}
