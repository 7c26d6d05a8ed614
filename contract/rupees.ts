const indianNumber = new Intl.NumberFormat('en-IN', { maximumFractionDigits: 2 })

/** Rupees with the sign and Indian grouping: `12500` → `'₹12,500'` (reading M7). */
export function formatRupees(amount: number | string): string {
  const value = Number(amount)
  return `₹${indianNumber.format(Number.isFinite(value) ? value : 0)}`
}
