import { expect, test } from 'vitest'
import { differenceChange, percentChange } from './change-label.ts'

test.each([
  [118, 100, '+18%'],
  [112, 100, '+12%'],
  [16, 13, '+23%'],
  [97, 100, '-3%'],
  [1000, 1001, '0%'],
  [100, 100, '0%'],
])('a total of %i that was %i earlier is shown with the change %s', (now, before, label) => {
  expect(percentChange(now, before)).toBe(label)
})

test('a figure without an earlier value is shown with “No earlier data”', () => {
  expect(percentChange(5, 0)).toBe('No earlier data')
  expect(percentChange(0, 0)).toBe('No earlier data')
  expect(differenceChange(4.5, null)).toBe('No earlier data')
  expect(differenceChange(null, 4.5)).toBe('No earlier data')
})

test.each([
  [4.7, 4.5, '+0.2'],
  [4.5, 4.7, '-0.2'],
  [4.5, 4.52, '0.0'],
])('an average of %f that was %f earlier is shown with the change %s', (now, before, label) => {
  expect(differenceChange(now, before)).toBe(label)
})
