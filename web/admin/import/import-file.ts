import { type ImportColumn, importBytesMax, importRowsMax } from '../../../contract/row-import.ts'
import { grouped } from '../../../contract/words.ts'
import { CsvError, readCsv } from './read-csv.ts'

export interface ImportFile {
  rows: Record<string, string>[]
  /** By index in `rows`: the row's number in a spreadsheet. */
  rowNumbers: number[]
  ignored: string[]
}

/** The rows of a file, each cell under its column's name. Headers may have any case and order. @throws CsvError */
export function readImport(text: string, columns: readonly ImportColumn[]): ImportFile {
  const [head, ...records] = readCsv(text)
  if (head === undefined) throw new CsvError('The file is empty.')
  const same = (one: string, other: string) => one.trim().toLowerCase() === other.trim().toLowerCase()
  const found = head.cells.map((header) => columns.find((column) => same(column.header, header)) ?? null)
  const missing = columns.filter((column) => column.isRequired && !found.includes(column))
  if (missing.length > 0) {
    const names = missing.map(({ header }) => `“${header}”`).join(', ')
    throw new CsvError(
      missing.length === 1
        ? `The column ${names} is missing. The first line of the file has the names of the columns.`
        : `These columns are missing: ${names}. The first line of the file has the names of the columns.`,
    )
  }
  if (records.length === 0) throw new CsvError('The file has a first line and no rows beneath it.')
  if (records.length > importRowsMax) {
    throw new CsvError(
      `The file has ${grouped(records.length)} rows. Please import at most ${grouped(importRowsMax)} at a time.`,
    )
  }
  return {
    rows: records.map(({ cells }) =>
      Object.fromEntries(found.flatMap((column, n) => (column ? [[column.name, cells[n] ?? '']] : []))),
    ),
    rowNumbers: records.map(({ row }) => row),
    ignored: head.cells.filter((header, n) => found[n] === null && header.trim() !== ''),
  }
}

export async function textOfFile(file: File): Promise<string> {
  if (file.size > importBytesMax) throw new CsvError('The file is larger than 2 MB. Please divide it.')
  if (/\.(xlsx?|ods|numbers)$/i.test(file.name)) {
    throw new CsvError(
      'This is a spreadsheet’s own format. Please save it as CSV there, and choose that file.',
    )
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(await file.arrayBuffer())
  } catch {
    throw new CsvError('The file is no text in UTF-8. Please save it as “CSV UTF-8”, and choose that file.')
  }
}
