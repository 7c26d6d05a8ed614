import { grouped } from '../../../../contract/words.ts'

/** A round figure at or above the highest column, for the line over it. */
export function axisTop(highest: number): number {
  if (highest <= 0) return 1000
  const unit = 10 ** Math.floor(Math.log10(highest))
  return [1, 2, 3, 4, 5, 6, 8, 10].map((times) => times * unit).find((top) => top >= highest) ?? 10 * unit
}

/** 0 to 1, and never so low that a little money cannot be seen. */
export function barHeight(amount: number, top: number): number {
  if (amount <= 0) return 0
  return Math.max(0.012, Math.min(1, amount / top))
}

/** Rupees as an axis has room for: `₹1.5 L`, `₹40 k` (a lakh is 1,00,000, a crore 1,00,00,000). */
export function shortRupees(amount: number): string {
  const units = [
    [10_000_000, ' Cr'],
    [100_000, ' L'],
    [1000, ' k'],
  ] as const
  const [size, name] = units.find(([least]) => amount >= least) ?? [1, '']
  return `₹${grouped(Number((amount / size).toFixed(2)))}${name}`
}
