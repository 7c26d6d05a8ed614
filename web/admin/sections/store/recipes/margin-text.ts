import { formatRupees } from '../../../../../contract/words.ts'

/** `₹331.60 (66%)` is the price less the flowers, and its share of the price. */
export function marginText(price: number, cost: number): string {
  const left = price - cost
  const sum = left < 0 ? `−${formatRupees(-left)}` : formatRupees(left)
  return price === 0 ? sum : `${sum} (${Math.round((left / price) * 100)}%)`
}
