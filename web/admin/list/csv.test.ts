import { expect, test } from 'vitest'
import { csvCell, csvOf } from './csv.ts'

test.each(['=1+1', '+91 98400', '-5', '@SUM(A1)', '\t=1', '\r=1', ' =1', '＝1+1'])(
  'a cell that begins like a formula is exported as text: %j',
  (text) => {
    expect(csvCell(text).replace(/^"/, '')).toMatch(/^'/)
  },
)

test('a formula with quotation marks is exported as one cell of text', () => {
  expect(csvCell('=HYPERLINK("http://x","y")')).toBe(`"'=HYPERLINK(""http://x"",""y"")"`)
})

test('a cell with an ordinary text is exported unchanged', () => {
  expect(csvCell('Meera - Anna Nagar')).toBe('Meera - Anna Nagar')
  expect(csvCell('')).toBe('')
})

test('cells with a comma or a line break are exported in quotes', () => {
  const rows = [{ name: 'Anand, R.', note: 'first\nsecond' }]
  const columns = [
    { header: 'Name', text: (row: (typeof rows)[0]) => row.name },
    { header: 'Note', text: (row: (typeof rows)[0]) => row.note },
  ]
  expect(csvOf(columns, rows)).toBe('Name,Note\r\n"Anand, R.","first\nsecond"')
})
