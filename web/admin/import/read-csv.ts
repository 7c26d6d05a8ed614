import Papa from 'papaparse'

export interface CsvRecord {
  /** The row's number in the spreadsheet. */
  row: number
  cells: string[]
}

export class CsvError extends Error {}

/**
 * Reads the rows of a file, without blank rows. A first line `sep=;` names the separator; otherwise the separator is
 * guessed. @throws CsvError
 */
export function readCsv(text: string): CsvRecord[] {
  const whole = text.replace(/^\ufeff/, '').replace(/\r\n?/g, '\n')
  const said = /^"?sep=(?<sign>[^\n"])"?\n/i.exec(whole)
  const source = said ? whole.replace(said[0], '') : whole
  const before = said ? 1 : 0
  const delimiter = said?.groups?.['sign'] ?? separatorOf(source)
  const { data, errors } = Papa.parse<string[]>(source, { delimiter, newline: '\n' })
  const [wrong] = errors
  if (wrong) {
    const row = (wrong.row ?? 0) + 1 + before
    throw new CsvError(
      wrong.code === 'MissingQuotes'
        ? `Row ${row} has a quotation mark that is never closed.`
        : `Row ${row} has text after a closing quotation mark.`,
    )
  }
  return data
    .map((cells, at) => ({ row: at + 1 + before, cells: cells.map(withoutGuard) }))
    .filter(({ cells }) => cells.some((cell) => cell.trim() !== ''))
}

/** A letterhead has fewer lines than this. */
const linesSampled = 60

/**
 * Guesses the separator: the character that occurs equally often in most lines. Texts and letterheads contain commas as
 * well, but not regularly.
 */
function separatorOf(source: string): string {
  const lines = source.replaceAll(/"[^"]*"/g, '').split('\n', linesSampled)
  const found = [',', ';', '\t'].map((one) => {
    const counts = lines.map((line) => line.split(one).length - 1).filter((count) => count > 0)
    const like = [...Map.groupBy(counts, (count) => count)].map(([count, same]) => ({
      count,
      lines: same.length,
    }))
    const most = like.toSorted((a, b) => b.lines - a.lines || b.count - a.count)[0] ?? { count: 0, lines: 0 }
    return { one, ...most }
  })
  return found.toSorted((a, b) => b.lines - a.lines || b.count - a.count)[0]?.one ?? ','
}

/** Removes the apostrophe that `csvCell` puts before a text that looks like a formula. */
function withoutGuard(cell: string): string {
  return /^'\s*[=+\-@\t\r＝＋－＠]/.test(cell) ? cell.slice(1) : cell
}
