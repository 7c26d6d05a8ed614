import { expect, test } from 'vitest'
import { importRowsMax } from '../../../contract/row-import.ts'
import { readImport, textOfFile } from './import-file.ts'

const columns = [
  { name: 'title', header: 'Title', isRequired: true, example: '' },
  { name: 'price', header: 'Price', isRequired: true, example: '' },
  { name: 'note', header: 'Note', example: '' },
]

test('an import finds columns by their headers in any case and order; it reports unknown columns and leaves them out', () => {
  expect(readImport('PRICE, Seats taken ,title\n100,3,Roses\n\n200,4,Lilies', columns)).toEqual({
    rows: [
      { price: '100', title: 'Roses' },
      { price: '200', title: 'Lilies' },
    ],
    rowNumbers: [2, 4],
    ignored: [' Seats taken '],
  })
})

test('in an import file the row of headers may follow a letterhead or a row that names the separator', () => {
  const table = 'Title;Price;Note\nRoses, red;100;\n'
  const expected = { rows: [{ title: 'Roses, red', price: '100', note: '' }], ignored: [] }
  expect(readImport(`sep=;\n${table}`, columns)).toEqual({ ...expected, rowNumbers: [3] })
  expect(readImport(`Malar, Mylapore, Chennai\nPrinted on 14/01/2027\n\n${table}`, columns)).toEqual({
    ...expected,
    rowNumbers: [5],
  })
  expect(() => readImport('Malar\n\nTitle,Note\nRoses,x', columns)).toThrow('The column “Price” is missing.')
})

test('of two columns with the same header staff choose the one to import', () => {
  const text = 'Title,Price,Note,price,NOTE\nRoses,,a,100,\nLilies,90,b,200,c'
  const read = readImport(text, columns)
  expect(read.asked).toEqual([
    {
      column: columns[1],
      places: [
        { at: 1, example: '90' },
        { at: 3, example: '100' },
      ],
    },
    {
      column: columns[2],
      places: [
        { at: 2, example: 'a' },
        { at: 4, example: 'c' },
      ],
    },
  ])
  expect(readImport(text, columns, { price: 3 }).asked).toHaveLength(1)
  expect(readImport(text, columns, { price: 3, note: 2 })).toEqual({
    rows: [
      { title: 'Roses', price: '100', note: 'a' },
      { title: 'Lilies', price: '200', note: 'b' },
    ],
    rowNumbers: [2, 3],
    ignored: [],
  })
})

test.each([
  ['The file is empty. Choose another file.', ''],
  ['The file has column names but no rows. Add rows, or choose another file.', 'Title,Price\n'],
  ['These columns are missing: “Title”, “Price”.', 'Note\nx'],
  ['The column “Price” is missing.', 'Title\nx'],
  [
    'The file has 1,001 rows. You can import up to 1,000',
    `Title,Price\n${'a,1\n'.repeat(importRowsMax + 1)}`,
  ],
])('the import refuses an unusable file with the sentence: %s', (sentence, text) => {
  expect(() => readImport(text, columns)).toThrow(sentence)
})

test('a text file whose name ends in .xls is read; a real workbook or a web page with such a name is refused', async () => {
  await expect(textOfFile(new File(['Txn Date\tCredit'], 'sbi.xls'))).resolves.toBe('Txn Date\tCredit')
  const workbook = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1]
  const zipped = [0x50, 0x4b, 0x03, 0x04, 0x14]
  for (const [bytes, name] of [
    [workbook, 'a.xls'],
    [workbook, 'a.csv'],
    [zipped, 'a.xls'],
  ] as const) {
    await expect(textOfFile(new File([new Uint8Array(bytes)], name))).rejects.toThrow('a spreadsheet file')
  }
  await expect(textOfFile(new File(['\ufeff <html><table>'], 'a.xls'))).rejects.toThrow('a web page')
})

test('the import refuses a spreadsheet, a file that is too large and a file that is not UTF-8 text, with advice', async () => {
  await expect(textOfFile(new File(['x'], 'classes.xlsx'))).rejects.toThrow('Save it as CSV')
  await expect(textOfFile(new File(['x'.repeat(2 * 1024 * 1024 + 1)], 'a.csv'))).rejects.toThrow('2 MB')
  await expect(textOfFile(new File([new Uint8Array([0x52, 0xff, 0xfe])], 'a.csv'))).rejects.toThrow('UTF-8')
  await expect(textOfFile(new File(['Títle'], 'a.csv'))).resolves.toBe('Títle')
})
