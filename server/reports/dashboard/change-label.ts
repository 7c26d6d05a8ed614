import { noEarlierData } from '../../../contract/system/dashboard.ts'

/** Writes the change of a total as a percentage of the earlier value: `+18%`, `-3%`, `0%`. */
export function percentChange(now: number, before: number): string {
  if (before <= 0) return noEarlierData
  return `${signed(Math.round(((now - before) / before) * 100))}%`
}

/** Writes the change of an average in its own unit: `+0.2`. Null means that there were no values to average. */
export function differenceChange(now: number | null, before: number | null): string {
  if (now === null || before === null) return noEarlierData
  return signed(Math.round((now - before) * 10) / 10, 1)
}

function signed(value: number, digits = 0): string {
  // `Math.abs` keeps the sign of `-0` out of the text.
  const text = Math.abs(value).toFixed(digits)
  return value > 0 ? `+${text}` : value < 0 ? `-${text}` : text
}
