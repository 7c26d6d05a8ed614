import Papa from 'papaparse'

/** One record of a file, with the row that a spreadsheet shows it in. */
export interface CsvRecord {
  row: number
  cells: string[]
}

/** Why a file cannot be read, in a sentence for people. */
export class CsvError extends Error {}

/**
 * The records of a CSV file, the header among them; blank lines are left out, and counted. Cells are parted by commas,
 * semicolons or tabs, whichever the first line has most of.
 *
 * @throws CsvError
 */
export function readCsv(text: string): CsvRecord[] {
  const source = text.replace(/^\ufeff/, '').replace(/\r\n?/g, '\n')
  const delimiter = separatorOf(source.split('\n', 1)[0] ?? '')
  const { data, errors } = Papa.parse<string[]>(source, { delimiter, newline: '\n' })
  const [wrong] = errors
  if (wrong) {
    const what =
      wrong.code === 'MissingQuotes'
        ? 'a quotation mark that is never closed'
        : 'letters after a closing quotation mark'
    throw new CsvError(`Row ${(wrong.row ?? 0) + 1} has ${what}.`)
  }
  return data
    .map((cells, at) => ({ row: at + 1, cells: cells.map(withoutGuard) }))
    .filter(({ cells }) => cells.some((cell) => cell.trim() !== ''))
}

function separatorOf(line: string): string {
  const outside = line.replaceAll(/"[^"]*"/g, '')
  const counts = [',', ';', '\t'].map((one) => ({ one, count: outside.split(one).length }))
  return counts.reduce((best, next) => (next.count > best.count ? next : best)).one
}

/** What `csvCell` put before a formula is not part of the words. */
function withoutGuard(cell: string): string {
  return /^'\s*[=+\-@\t\r＝＋－＠]/.test(cell) ? cell.slice(1) : cell
}
