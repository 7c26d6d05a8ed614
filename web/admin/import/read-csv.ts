/** One record of a file, with the row that a spreadsheet shows it in. */
export interface CsvRecord {
  row: number
  cells: string[]
}

/**
 * The records of a CSV file, the header among them; blank lines are left out, and counted. Cells are parted by commas,
 * semicolons or tabs, whichever the first line has most of.
 *
 * @throws CsvError
 */
export function readCsv(text: string): CsvRecord[] {
  const source = text.replace(/^\ufeff/, '').replace(/\r\n?/g, '\n')
  const separator = separatorOf(source.split('\n', 1)[0] ?? '')
  const records: CsvRecord[] = []
  let cells: string[] = []
  let place = 0
  let row = 1
  while (place < source.length) {
    let cell: string
    if (source[place] === '"') {
      const end = closingQuote(source, place + 1)
      if (end === -1) throw new CsvError(`Row ${row} has a quotation mark that is never closed.`)
      cell = source.slice(place + 1, end).replaceAll('""', '"')
      place = end + 1
      const after = source[place]
      if (after !== undefined && after !== separator && after !== '\n') {
        throw new CsvError(`Row ${row} has letters after a closing quotation mark.`)
      }
    } else {
      const start = place
      while (place < source.length && source[place] !== separator && source[place] !== '\n') place++
      cell = source.slice(start, place)
    }
    cells.push(withoutGuard(cell))
    const isLineEnd = source[place] !== separator
    place++
    // A separator at the very end has an empty cell after it.
    if (!isLineEnd && place >= source.length) cells.push('')
    if (isLineEnd || place >= source.length) {
      if (cells.some((one) => one.trim() !== '')) records.push({ row, cells })
      cells = []
      row++
    }
  }
  return records
}

/** Why a file cannot be read, in a sentence for people. */
export class CsvError extends Error {}

function closingQuote(source: string, from: number): number {
  let end = source.indexOf('"', from)
  while (end !== -1 && source[end + 1] === '"') end = source.indexOf('"', end + 2)
  return end
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
