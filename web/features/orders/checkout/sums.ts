import { formatRupees } from '../../../../contract/words.ts'

export interface Sums {
  subtotal: number
  fee: number | null
  discount: number
  total: number
}

/** Rupees; added as paise, because sums of decimal fractions are not exact. */
export function sumsOf(subtotal: number, fee: number | null, discount = 0): Sums {
  const paise = (rupees: number) => Math.round(rupees * 100)
  const total = paise(subtotal) + paise(fee ?? 0) - paise(discount)
  return { subtotal, fee, discount, total: Math.max(0, total) / 100 }
}

/** The label has no amount until a time is chosen, because its fee raises the total. */
export function payLabel({ fee, total }: Sums): string {
  if (fee === null) return 'Pay'
  return total > 0 ? `Pay ${formatRupees(total)}` : 'Order'
}
