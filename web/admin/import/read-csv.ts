import Papa from 'papaparse'

export interface CsvRecord {
  /** As a spreadsheet counts. */
  row: number
  cells: string[]
}

/** Why a file cannot be read, in a sentence for people. */
export class CsvError extends Error {}

/**
 * The records of a CSV file with its header, without blank lines. Cells are separated by the comma, semicolon or tab,
 * whichever the first line has most of. @throws CsvError
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

/** Removes the apostrophe that `csvCell` puts before a formula. */
function withoutGuard(cell: string): string {
  return /^'\s*[=+\-@\t\r＝＋－＠]/.test(cell) ? cell.slice(1) : cell
}
