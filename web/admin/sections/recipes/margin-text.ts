import { formatRupees } from '../../../../contract/words.ts'

/** What is left of a price after the flowers, and how much of the price that is: `₹331.60 (66%)`. */
export function marginText(price: number, cost: number): string {
  const left = price - cost
  const sum = left < 0 ? `−${formatRupees(-left)}` : formatRupees(left)
  return price === 0 ? sum : `${sum} (${Math.round((left / price) * 100)}%)`
}
