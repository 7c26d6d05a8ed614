import { formatRupees, momentText } from '../../../contract/words.ts'
import { EmailWords } from '../../ui/email-words.tsx'
import type { Column } from './list-table.tsx'

/** Breaks a word that is longer than its column. */
export const wrapped = '[overflow-wrap:anywhere]'

export function emailColumn<Row>(email: (row: Row) => string, more?: Partial<Column<Row>>): Column<Row> {
  return {
    header: 'Email',
    text: email,
    cell: (row) => <EmailWords email={email(row)} />,
    className: wrapped,
    ...more,
  }
}

/** An instant in school time; in the CSV as the server wrote it. */
export function momentColumn<Row>(
  header: string,
  instant: (row: Row) => string | null,
  { none = '', ...more }: Partial<Column<Row>> & { /** Where there is no instant. */ none?: string } = {},
): Column<Row> {
  return {
    header,
    text: (row) => {
      const at = instant(row)
      return at === null ? none : momentText(at)
    },
    csv: (row) => instant(row) ?? '',
    ...more,
  }
}

/** A sum; in the CSV a bare number. */
export function rupeesColumn<Row>(
  header: string,
  amount: (row: Row) => number | string,
  more?: Partial<Column<Row>>,
): Column<Row> {
  return {
    header,
    text: (row) => formatRupees(amount(row)),
    csv: (row) => String(amount(row)),
    ...more,
  }
}
