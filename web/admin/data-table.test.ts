import { expect, test } from 'vitest'
import { type Column, sortRows } from './data-table.tsx'

interface Row {
  name: string
  amount: string
}
const rows: Row[] = [
  { name: 'meera 10', amount: '900.00' },
  { name: 'Anand', amount: '12500.00' },
  { name: 'Meera 9', amount: '900.00' },
]
const name: Column<Row> = { header: 'Name', text: (row) => row.name }
const amount: Column<Row> = { ...name, header: 'Amount', order: (row) => Number(row.amount) }
const names = (sorted: readonly Row[]) => sorted.map((row) => row.name)

test('without a column the order stays the server’s', () => {
  expect(sortRows(rows, null)).toBe(rows)
})

test('words sort as people read them: no matter the case, numbers by their worth', () => {
  expect(names(sortRows(rows, name))).toEqual(['Anand', 'Meera 9', 'meera 10'])
  expect(names(sortRows(rows, name, true))).toEqual(['meera 10', 'Meera 9', 'Anand'])
})

test('money sorts as numbers, and equal rows stay as they came', () => {
  expect(names(sortRows(rows, amount, true))).toEqual(['Anand', 'meera 10', 'Meera 9'])
})

test('what came from the cache is not turned about', () => {
  sortRows(rows, name)
  expect(rows[0]?.name).toBe('meera 10')
})
