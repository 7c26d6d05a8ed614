import { expect, test } from 'vitest'
import { decimalRupees, formatRupees, grouped } from './rupees.ts'

test.each([
  [0, '₹0'],
  [999, '₹999'],
  [1000, '₹1,000'],
  [12500, '₹12,500'],
  ['12500.00', '₹12,500'],
  ['12500.5', '₹12,500.50'],
  ['99999.99', '₹99,999.99'],
  [100000, '₹1,00,000'],
  ['1234567.05', '₹12,34,567.05'],
  [987654321, '₹98,76,54,321'],
  [-1500, '₹-1,500'],
  ['none', '₹0'],
  [Number.POSITIVE_INFINITY, '₹0'],
])('%s in words is %s', (amount, words) => {
  expect(formatRupees(amount)).toBe(words)
})

test('groups are those of Intl in India', () => {
  const indian = new Intl.NumberFormat('en-IN', { maximumFractionDigits: 2 })
  const values = Array.from({ length: 3_000 }, (_, n) => Math.floor(1.009 ** n) + (n % 4) / 4).filter(
    (value) => value < Number.MAX_SAFE_INTEGER / 4,
  )
  for (const value of [...values, ...values.map((one) => -one)]) {
    expect(grouped(value)).toBe(indian.format(value))
  }
})

test.each([
  [0, '0.00'],
  [5, '0.05'],
  [1250000, '12500.00'],
  [-150, '-1.50'],
])('%d paise are %s', (paise, decimal) => {
  expect(decimalRupees(paise)).toBe(decimal)
})
