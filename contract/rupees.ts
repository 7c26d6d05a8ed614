const indianNumber = new Intl.NumberFormat('en-IN', {
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
  trailingZeroDisplay: 'stripIfInteger',
})

/** Rupees with the sign and Indian grouping: `12500` → `'₹12,500'` (reading M7). */
export function formatRupees(amount: number | string): string {
  const value = Number(amount)
  return `₹${indianNumber.format(Number.isFinite(value) ? value : 0)}`
}

/** Paise as the wire's decimal string, `1250000` → `'12500.00'` (reading M7). */
export function decimalRupees(paise: number): string {
  const sign = paise < 0 ? '-' : ''
  const whole = Math.floor(Math.abs(paise) / 100)
  return `${sign}${whole}.${String(Math.abs(paise) % 100).padStart(2, '0')}`
}
