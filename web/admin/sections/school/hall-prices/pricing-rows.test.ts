import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  incompleteRows,
  labelOf,
  newRow,
  type PricingRow,
  priceTyped,
  timeChoices,
  toPricing,
  toRows,
  unpricedRows,
} from './pricing-rows.ts'

const weekdays: PricingRow = {
  key: 'weekdays',
  rowId: 'weekdays',
  day: 'Weekdays',
  startTime: '10:00',
  startAmPm: 'AM',
  endTime: '06:00',
  endAmPm: 'PM',
  price: '2000',
}

test('the times to choose for a hall price are the quarter hours from 01:00 to 12:45', () => {
  expect(timeChoices).toHaveLength(48)
  expect([timeChoices[0], timeChoices[1], timeChoices.at(-1)]).toEqual(['01:00', '01:15', '12:45'])
})

test('the stored label of a hall price is read into a form row and written back unchanged', () => {
  const map = { weekdays: { label: 'Weekdays 10:00 AM - 6:00 PM', price: '2000' } }
  expect(toRows(map)).toEqual([weekdays])
  expect(toPricing(toRows(map))).toEqual(map)
})

test('a stored label in an unknown format becomes the day of a form row without times', () => {
  const [row] = toRows({ any: { label: 'Temple festivals, by the day', price: '9000' } })
  expect(row).toMatchObject({
    day: 'Temple festivals, by the day',
    startTime: '',
    endTime: '',
    price: '9000',
  })
  expect(incompleteRows(row ? [row] : [])).toEqual([1])
})

test('the check of hall prices lists the numbers of rows without a day, a start or an end', () => {
  const rows = [
    weekdays,
    { ...weekdays, day: ' ' },
    { ...weekdays, startTime: '' },
    { ...weekdays, endTime: '' },
  ]
  expect(incompleteRows(rows)).toEqual([2, 3, 4])
  expect(incompleteRows([newRow('x')])).toEqual([1])
})

test('the check of hall prices lists the numbers of rows without a valid price', () => {
  const prices = ['', '.', '2000', '2000.5', '2000.555', '1.2.3']
  expect(unpricedRows(prices.map((price) => ({ ...weekdays, price })))).toEqual([1, 2, 5, 6])
})

test.each([
  ['2,500', '2500'],
  ['₹ 2500.50', '2500.50'],
  ['-1', '1'],
  ['1e3', '13'],
  ['1.2.3', '1.23'],
  ['abc', ''],
])('a price typed as %j becomes %j', (typed, taken) => {
  expect(priceTyped(typed)).toBe(taken)
})

test('hall prices are saved with every row, and saving them again changes nothing', () => {
  const half = fc.constantFrom('AM' as const, 'PM' as const)
  const row = fc.record({
    key: fc.constant(null),
    rowId: fc.constant('new'),
    // A label is split at its first digit, so the day has no digits.
    day: fc.stringMatching(/^[A-Za-z][A-Za-z &]{0,20}[A-Za-z]$/),
    startTime: fc.constantFrom(...timeChoices),
    startAmPm: half,
    endTime: fc.constantFrom(...timeChoices),
    endAmPm: half,
    price: fc.constantFrom('0', '2500', '99.50'),
  })
  fc.assert(
    fc.property(fc.array(row, { minLength: 1, maxLength: 8 }), (rows) => {
      const saved = toPricing(rows)
      expect(Object.values(saved).map(({ label }) => label)).toEqual(rows.map(labelOf))
      expect(toPricing(toRows(saved))).toEqual(saved)
    }),
  )
})
