import { atSchool, paymentMethods } from '../../../../contract/money/payment-methods.ts'
import type { ListTotals } from '../../../../contract/primitives.ts'
import type { PaymentOptions } from '../../../../contract/registrations/enrolments.ts'
import { decimalRupees } from '../../../../contract/words.ts'
import type { PaymentMeans } from '../../../platform/payments/provider.ts'

export function presentPayment(
  means: PaymentMeans,
  {
    checking,
    isDue,
    method,
    isHeld = false,
    offersSchool = false,
  }: {
    checking: boolean
    isDue: boolean
    method: string | null
    /** True if a seat or stock is held for the payment. Only then can the payer choose to pay at the school. */
    isHeld?: boolean
    offersSchool?: boolean
  },
): PaymentOptions {
  const place = method === atSchool ? 'chosen' : offersSchool ? 'offered' : null
  const chosen = paymentMethods.find((one) => one === method)
  const upi =
    isDue && 'upi' in means && means.upi.id !== '' ? { ...means.upi, ...(chosen && { chosen }) } : null
  return { provider: means.provider, checking, upi, ...(isHeld && place && { atSchool: place }) }
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
