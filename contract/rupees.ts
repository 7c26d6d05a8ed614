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
