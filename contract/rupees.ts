// By hand, not by `Intl`: a server and a browser that know different locales say the same, and a formatter costs a
// slow phone 30 ms before the page comes alive (decision 0046).

/** A number with its digits in the Indian groups: `1250000` → `'12,50,000'`. */
export function grouped(value: number): string {
  const [whole = '', fraction] = String(value).split('.')
  // A number written in full has 21 digits at most.
  const groups = whole.replace(/\B(?=(?:\d{2}){0,9}\d{3}$)/g, ',')
  return fraction === undefined ? groups : `${groups}.${fraction}`
}

/** Rupees with the sign and Indian grouping: `12500` → `'₹12,500'`, `12500.5` → `'₹12,500.50'` (reading M7). */
export function formatRupees(amount: number | string): string {
  const value = Number(amount)
  const [whole, fraction] = (Number.isFinite(value) ? value : 0).toFixed(2).split('.')
  return `₹${grouped(Number(whole))}${fraction === '00' ? '' : `.${fraction}`}`
}

/** Paise as the wire's decimal string, `1250000` → `'12500.00'` (reading M7). */
export function decimalRupees(paise: number): string {
  const sign = paise < 0 ? '-' : ''
  const whole = Math.floor(Math.abs(paise) / 100)
  return `${sign}${whole}.${String(Math.abs(paise) % 100).padStart(2, '0')}`
}
