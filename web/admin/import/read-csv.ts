import Papa from 'papaparse'

export interface CsvRecord {
  /** As a spreadsheet counts. */
  row: number
  cells: string[]
}

/** Why a file cannot be read, in a sentence for people. */
export class CsvError extends Error {}

/**
 * The records of a CSV file with its header, without blank lines. Cells are separated as a first line `sep=;` says, else by
 * the comma, semicolon or tab. @throws CsvError
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
    const what =
      wrong.code === 'MissingQuotes'
        ? 'a quotation mark that is never closed'
        : 'letters after a closing quotation mark'
    throw new CsvError(`Row ${(wrong.row ?? 0) + 1 + before} has ${what}.`)
  }
  return data
    .map((cells, at) => ({ row: at + 1 + before, cells: cells.map(withoutGuard) }))
    .filter(({ cells }) => cells.some((cell) => cell.trim() !== ''))
}

/** So many lines tell how cells are separated: below a letterhead there are some of the table. */
const linesLookedAt = 60

/** The one of which most lines have the same number: words have commas too, and a letterhead has its own. */
function separatorOf(source: string): string {
  const lines = source.replaceAll(/"[^"]*"/g, '').split('\n', linesLookedAt)
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

/** Removes the apostrophe that `csvCell` puts before a formula. */
function withoutGuard(cell: string): string {
  return /^'\s*[=+\-@\t\r＝＋－＠]/.test(cell) ? cell.slice(1) : cell
}
