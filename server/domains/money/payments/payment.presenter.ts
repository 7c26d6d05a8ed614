import { paymentMethods } from '../../../../contract/money/payment-methods.ts'
import type { ListTotals } from '../../../../contract/primitives.ts'
import type { PaymentOptions } from '../../../../contract/registrations/enrolments.ts'
import { decimalRupees } from '../../../../contract/words.ts'
import type { PaymentMeans } from '../../../platform/payments/provider.ts'

export function presentPayment(
  means: PaymentMeans,
  { checking, isDue, method }: { checking: boolean; isDue: boolean; method: string | null },
): PaymentOptions {
  const chosen = paymentMethods.find((one) => one === method)
  const upi = isDue && 'upi' in means ? { ...means.upi, ...(chosen && { chosen }) } : null
  return { provider: means.provider, checking, upi }
}

/** Sums are whole paise; null if there are too many rows to add up. */
export function presentTotals(sums: Record<'count' | 'amount' | 'paid' | 'due', number> | null): ListTotals {
  if (sums === null) return { count: null, amount: null, paid: null, due: null }
  return {
    count: sums.count,
    amount: decimalRupees(sums.amount),
    paid: decimalRupees(sums.paid),
    due: decimalRupees(sums.due),
  }
}
