import type { EndpointInput } from '../../../contract/endpoint.ts'
import type { Api, ApiKey } from '../../../contract/index.ts'
import {
  type ImportBody,
  type ImportColumn,
  importBytesMax,
  importRowsMax,
} from '../../../contract/row-import.ts'
import { grouped } from '../../../contract/words.ts'
import type { Openable } from '../../ui/lazy-dialog.tsx'
import { CsvError, readCsv } from './read-csv.ts'

type ImportKey = {
  [K in ApiKey]: EndpointInput<Api[K]>['body'] extends ImportBody
    ? K extends `${string}/import`
      ? K
      : never
    : never
}[ApiKey]

export interface ImportDialogProps extends Openable {
  endpoint: ImportKey
  columns: readonly ImportColumn[]
  title: string
  /** The beginning of the names of the files that staff can download. */
  fileName: string
  onImported: () => void
  onTakenBack: () => void
}

export interface ImportFile {
  rows: Record<string, string>[]
  /** The row's number in a spreadsheet, by its index in `rows`. */
  rowNumbers: number[]
  ignored: string[]
  /** Columns that the file has more than once. Staff choose one of the columns before the rows are read. */
  asked?: { column: ImportColumn; places: { at: number; example: string }[] }[]
}

/** A letterhead may stand above the column names, so at most this many rows are searched for column names. */
export const headerWithin = 40

/**
 * Reads the rows of a file. Column names may have any case and order; `picked` is the position of a column that the
 * file has several times.
 * @throws CsvError
 */
export function readImport(
  text: string,
  columns: readonly ImportColumn[],
  picked: Readonly<Record<string, number>> = {},
): ImportFile {
  const all = readCsv(text)
  const same = (one: string, other: string) => one.trim().toLowerCase() === other.trim().toLowerCase()
  const columnsOf = (cells: readonly string[]) =>
    cells.map((header) => columns.find((column) => same(column.header, header)) ?? null)
  const missingIn = (cells: readonly string[]) => {
    const found = columnsOf(cells)
    return columns.filter((column) => column.isRequired && !found.includes(column))
  }
  const [first, ...others] = all.slice(0, headerWithin)
  if (first === undefined) throw new CsvError('The file is empty. Choose another file.')
  const head = others.reduce(
    (best, next) => (missingIn(next.cells).length < missingIn(best.cells).length ? next : best),
    first,
  )
  const missing = missingIn(head.cells)
  if (missing.length > 0) {
    const names = missing.map(({ header }) => `“${header}”`).join(', ')
    throw new CsvError(
      missing.length === 1
        ? `The column ${names} is missing. Put the column names in the first row.`
        : `These columns are missing: ${names}. Put the column names in the first row.`,
    )
  }
  const records = all.slice(all.indexOf(head) + 1)
  if (records.length === 0)
    throw new CsvError('The file has column names but no rows. Add rows, or choose another file.')
  if (records.length > importRowsMax) {
    throw new CsvError(
      `The file has ${grouped(records.length)} rows. You can import up to ${grouped(importRowsMax)} at a time.`,
    )
  }
  const found = columnsOf(head.cells)
  const placesOf = (column: ImportColumn) => found.flatMap((one, at) => (one === column ? [at] : []))
  const exampleAt = (at: number) => records.find(({ cells }) => cells[at]?.trim())?.cells[at]?.trim() ?? ''
  const asked = columns
    .filter(({ name }) => picked[name] === undefined)
    .map((column) => ({ column, places: placesOf(column).map((at) => ({ at, example: exampleAt(at) })) }))
    .filter(({ places }) => places.length > 1)
  const isRead = (column: ImportColumn | null, at: number): column is ImportColumn =>
    column !== null && (picked[column.name] ?? at) === at
  return {
    rows: records.map(({ cells }) =>
      Object.fromEntries(
        found.flatMap((column, at) => (isRead(column, at) ? [[column.name, cells[at] ?? '']] : [])),
      ),
    ),
    rowNumbers: records.map(({ row }) => row),
    ignored: head.cells.filter((header, n) => found[n] === null && header.trim() !== ''),
    ...(asked.length > 0 && { asked }),
  }
}

const workbookSentence = 'This is a spreadsheet file. Save it as CSV, then choose the CSV file.'
/**
 * The first bytes of spreadsheet files that are not text: first the old format `.xls`, then the present format `.xlsx`.
 */
const workbookStarts = [
  [0xd0, 0xcf, 0x11, 0xe0],
  [0x50, 0x4b, 0x03, 0x04],
]

export async function textOfFile(file: File): Promise<string> {
  if (file.size > importBytesMax)
    throw new CsvError('The file is larger than 2 MB. Split it into smaller files.')
  if (/\.(xlsx|xlsm|xlsb|ods|numbers)$/i.test(file.name)) throw new CsvError(workbookSentence)
  const bytes = new Uint8Array(await file.arrayBuffer())
  // The first bytes decide, because some banks give a text file with tabs the ending `.xls`.
  if (workbookStarts.some((start) => start.every((byte, at) => bytes[at] === byte))) {
    throw new CsvError(workbookSentence)
  }
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new CsvError('We can’t read this file. Save it as “CSV UTF-8”, then choose that file.')
  }
  if (/^\ufeff?\s*<(?:!doctype|html|head|meta|style|table|\?xml)\b/i.test(text)) {
    throw new CsvError(
      'This file is a web page, not a spreadsheet. Open it in a spreadsheet, save it as CSV, then choose the CSV file.',
    )
  }
  return text
}
