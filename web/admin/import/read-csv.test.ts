import fc from 'fast-check'
import { expect, test } from 'vitest'
import { csvOf } from '../list/csv.ts'
import { CsvError, readCsv } from './read-csv.ts'

const cellsOf = (text: string) => readCsv(text).map(({ cells }) => cells)

test.each([
  ['commas', 'Title,Price\nRoses,100'],
  ['semicolons', 'Title;Price\r\nRoses;100\r\n'],
  ['tabs', '\ufeffTitle\tPrice\rRoses\t100'],
])('a CSV file with %s between its cells is read', (_, text) => {
  expect(cellsOf(text)).toEqual([
    ['Title', 'Price'],
    ['Roses', '100'],
  ])
})

test.each([
  ['when the first line names the separator', 'sep=;\r\nTitle;Price\r\nRoses, red, and white;100'],
  ['when the first line names the separator in quotes', '"sep=;"\nTitle;Price\nRoses, red, and white;100'],
  [
    'when a letterhead with commas comes first',
    'Malar, Mylapore, Chennai\nTitle;Price\nRoses, red, and white;100\nLilies;90',
  ],
  ['when the cells contain many commas', 'Title;Price\na,b,c,d,e,f;1\na,b,c,d;2'],
])('semicolons are recognised as the separator %s', (_, text) => {
  expect(cellsOf(text).find(([title]) => title === 'Title')).toEqual(['Title', 'Price'])
})

test('the first line of a CSV file can name any separator, and is counted as a row', () => {
  expect(readCsv('sep=|\nTitle|Price\nRoses|100')).toEqual([
    { row: 2, cells: ['Title', 'Price'] },
    { row: 3, cells: ['Roses', '100'] },
  ])
  expect(() => readCsv('sep=;\nTitle\n"Lilies')).toThrow('Row 3 has a quotation mark')
})

test('a quoted CSV cell may contain quotes, commas and line ends; an empty last cell is kept', () => {
  expect(cellsOf('a,b\n"Roses, red\nand ""white""",\n')).toEqual([
    ['a', 'b'],
    ['Roses, red\nand "white"', ''],
  ])
})

test('blank lines of a CSV file are left out, and each row keeps its row number in a spreadsheet', () => {
  expect(readCsv('Title,Price\n\n"a\nb",1\n , \nRoses,100').map(({ row }) => row)).toEqual([1, 3, 5])
})

test('a CSV file with a quotation mark that is never closed is refused with the row number', () => {
  expect(() => readCsv('Title\nRoses\n"Lilies')).toThrow(
    new CsvError('Row 3 has a quotation mark that is never closed.'),
  )
  expect(() => readCsv('Title\n"Roses"s')).toThrow(CsvError)
})

test('every exported cell is read back unchanged, even if it begins like a formula', () => {
  // The reader leaves out empty rows, so the test also leaves out empty rows. A carriage return alone would end a line,
  // so no cell here contains a carriage return.
  const cell = fc
    .string({ unit: fc.constantFrom(...'ab,;"\n\t =+-@\' '.split('')) })
    .filter((one) => one[0] !== "'")
  fc.assert(
    fc.property(fc.array(fc.tuple(cell, cell), { minLength: 1 }), (rows) => {
      const columns = [
        { header: 'Title', text: (row: [string, string]) => row[0] },
        { header: 'Note', text: (row: [string, string]) => row[1] },
      ]
      const kept = rows.filter((row) => row.some((one) => one.trim() !== ''))
      expect(cellsOf(csvOf(columns, rows))).toEqual([['Title', 'Note'], ...kept])
    }),
  )
})
