import Papa from 'papaparse'

export interface CsvRecord {
  /** The number that a spreadsheet shows. */
  row: number
  cells: string[]
}

export class CsvError extends Error {}

/** Leaves out blank rows. A first line `sep=;` names the separator; else it is found in the lines. @throws CsvError */
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

/** A letterhead is shorter than this many lines. */
const linesSampled = 60

/** The separator stands equally often in most lines; words and a letterhead have commas too. */
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

/** Removes the apostrophe that `csvCell` puts before a formula. */
function withoutGuard(cell: string): string {
  return /^'\s*[=+\-@\t\r＝＋－＠]/.test(cell) ? cell.slice(1) : cell
}
