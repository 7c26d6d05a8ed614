import { expect, test } from 'vitest'
import { importRowsMax } from '../../../contract/row-import.ts'
import { readImport, textOfFile } from './import-file.ts'

const columns = [
  { name: 'title', header: 'Title', isRequired: true, example: '' },
  { name: 'price', header: 'Price', isRequired: true, example: '' },
  { name: 'note', header: 'Note', example: '' },
]

test('columns are found by their header, whatever its case and place; others are named and left out', () => {
  expect(readImport('PRICE, Seats taken ,title\n100,3,Roses\n\n200,4,Lilies', columns)).toEqual({
    rows: [
      { price: '100', title: 'Roses' },
      { price: '200', title: 'Lilies' },
    ],
    rowNumbers: [2, 4],
    ignored: [' Seats taken '],
  })
})

test.each([
  ['', 'The file is empty.'],
  ['Title,Price\n', 'The file has a first line and no rows beneath it.'],
  ['Note\nx', 'These columns are missing: “Title”, “Price”.'],
  ['Title\nx', 'The column “Price” is missing.'],
  [
    `Title,Price\n${'a,1\n'.repeat(importRowsMax + 1)}`,
    'The file has 1,001 rows. Please import at most 1,000',
  ],
])('a file that cannot be used says why: %.20j', (text, sentence) => {
  expect(() => readImport(text, columns)).toThrow(sentence)
})

test('a spreadsheet, a file that is too large, and one that is no text are refused with what to do', async () => {
  await expect(textOfFile(new File(['x'], 'classes.xlsx'))).rejects.toThrow('save it as CSV')
  await expect(textOfFile(new File(['x'.repeat(2 * 1024 * 1024 + 1)], 'a.csv'))).rejects.toThrow('2 MB')
  await expect(textOfFile(new File([new Uint8Array([0x52, 0xff, 0xfe])], 'a.csv'))).rejects.toThrow('UTF-8')
  await expect(textOfFile(new File(['Títle'], 'a.csv'))).resolves.toBe('Títle')
})
