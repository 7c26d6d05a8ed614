export interface CsvColumn<Row> {
  header: string
  text: (row: Row) => string
}

/**
 * Makes a CSV text from a list. Strangers typed some of the cells, so a cell that a spreadsheet would run as a formula
 * gets an apostrophe.
 */
export function csvOf<Row>(columns: readonly CsvColumn<Row>[], rows: readonly Row[]): string {
  const lines = [
    columns.map(({ header }) => header),
    ...rows.map((row) => columns.map(({ text }) => text(row))),
  ]
  return lines.map((cells) => cells.map(csvCell).join(',')).join('\r\n')
}

export function csvCell(text: string): string {
  // Spreadsheets ignore blanks before a formula.
  const safe = /^\s*[=+\-@\t\r＝＋－＠]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

export function downloadCsv(fileName: string, csv: string): void {
  // The byte order mark tells spreadsheets that this is UTF-8.
  downloadFile(fileName, new Blob(['\ufeff', csv], { type: 'text/csv;charset=utf-8' }))
}

export function downloadFile(fileName: string, content: Blob): void {
  const url = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = url
  link.download = fileName
  link.click()
  URL.revokeObjectURL(url)
}
