import { expect, test } from 'vitest'
import { axisTop, barHeight, shortRupees } from './money-by-week.tsx'

test.each([
  [0, 1000],
  [1, 1],
  [537_410, 600_000],
  [600_000, 600_000],
  [600_001, 800_000],
  [990, 1000],
])('the axis of a chart with a highest value of %i ends at %i', (highest, top) => {
  expect(axisTop(highest)).toBe(top)
})

test('a bar of the chart is as high as its amount; a small amount stays visible, and zero has no height', () => {
  expect(barHeight(300, 600)).toBe(0.5)
  expect(barHeight(1, 1_000_000)).toBe(0.012)
  expect(barHeight(0, 600)).toBe(0)
})

test.each([
  [0, '₹0'],
  [950, '₹950'],
  [40_000, '₹40 k'],
  [150_000, '₹1.5 L'],
  [12_500_000, '₹1.25 Cr'],
])('the axis of the chart shows the amount %i as %s', (amount, text) => {
  expect(shortRupees(amount)).toBe(text)
})
