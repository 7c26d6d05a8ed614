import { use } from 'react'
import { schoolDayOf } from '../../../contract/school-day.ts'
import { dayText, formatRupees, momentText, shortDayText, shortMomentText } from '../../../contract/words.ts'
import { useSchoolToday } from '../../lib/use-school-today.ts'
import { EmailWords } from '../../ui/email-words.tsx'
import { StateBadge, type StateWords } from '../state-badge.tsx'
import { type Column, InRow } from './list-table.tsx'

/** Aligns figures at the right, so that their digits stand below each other. */
export const sum = 'text-right whitespace-nowrap tabular-nums'
export const wrapped = 'wrap-anywhere'
export const fewWords = 'min-w-40 wrap-anywhere'
export const longText = 'min-w-64 whitespace-pre-line wrap-anywhere'

export function emailColumn<Row>(email: (row: Row) => string, more?: Partial<Column<Row>>): Column<Row> {
  return {
    header: 'Email',
    text: email,
    cell: (row) => <EmailWords email={email(row)} />,
    isCut: true,
    className: 'max-w-52',
    ...more,
  }
}

type Added = { created_at: string }

export const addedText = ({ created_at }: Added) => dayText(schoolDayOf(new Date(created_at)))

export const addedColumn: Column<Added> = {
  header: 'Added',
  text: addedText,
  csv: ({ created_at }) => schoolDayOf(new Date(created_at)),
}

export function dayColumn<Row>(header: string, day: (row: Row) => string | null, none = ''): Column<Row> {
  return {
    header,
    text: (row) => dayText(day(row) ?? '') || none,
    cell: (row) => <ShortDay day={day(row)} none={none} />,
    short: (row) => (day(row) === null ? none : shortDayText(day(row))),
    csv: (row) => day(row) ?? '',
    className: 'whitespace-nowrap',
  }
}

/** A table leaves out the year of a day in this year. The tooltip has it. */
export function ShortDay({ day, none = '' }: { day: string | null; none?: string }) {
  const today = useSchoolToday()
  if (day === null) return none
  const words = shortDayText(day)
  return (
    <span title={dayText(day)}>{day.slice(0, 4) === today.slice(0, 4) ? words.slice(0, -6) : words}</span>
  )
}

/** A row has room for the short form alone. Its tooltip has the other form. */
function Moment({ at }: { at: string }) {
  const words = use(InRow) ? shortMomentText(at) : momentText(at)
  return (
    <time dateTime={at} title={momentText(at)} className="whitespace-nowrap">
      {words}
    </time>
  )
}

/** Makes a column for a point in time. The CSV has the server's text, or the date in the school's time zone. */
export function momentColumn<Row>(
  header: string,
  instant: (row: Row) => string | null,
  {
    none = '',
    isDayInCsv = false,
    ...more
  }: Partial<Column<Row>> & { none?: string; isDayInCsv?: boolean } = {},
): Column<Row> {
  return {
    header,
    text: (row) => {
      const at = instant(row)
      return at === null ? none : momentText(at)
    },
    short: (row) => {
      const at = instant(row)
      return at === null ? none : shortMomentText(at)
    },
    cell: (row) => {
      const at = instant(row)
      return at === null ? none : <Moment at={at} />
    },
    csv: (row) => {
      const at = instant(row) ?? ''
      return isDayInCsv && at !== '' ? schoolDayOf(new Date(at)) : at
    },
    ...more,
  }
}

export function stateColumn<Row>(header: string, stateOf: (row: Row) => StateWords): Column<Row> {
  return {
    header,
    text: (row) => stateOf(row).label,
    cell: (row) => <StateBadge {...stateOf(row)} />,
    isState: true,
  }
}

/** Columns that are hidden until somebody chooses them: `hiddenColumns({ Zone: ({ zone }) => zone })`. */
export function hiddenColumns<Row>(
  texts: Readonly<Record<string, (row: Row) => string | null>>,
): Column<Row>[] {
  return Object.entries(texts).map(([header, text]) => ({
    header,
    text: (row) => text(row) ?? '',
    isHidden: true,
  }))
}

/** Makes a column of sums in rupees. The CSV has the bare number. */
export function rupeesColumn<Row>(
  header: string,
  amount: (row: Row) => number | string,
  more?: Partial<Column<Row>>,
): Column<Row> {
  return {
    header,
    text: (row) => formatRupees(amount(row)),
    csv: (row) => String(amount(row)),
    isSum: true,
    className: sum,
    ...more,
  }
}

export function bookedByColumn<Row extends { name: string; reference: string }>(width: string): Column<Row> {
  return {
    header: 'Name',
    text: ({ name }) => name,
    cell: ({ name, reference }) => (
      <>
        {name}
        <span className="block text-sm font-normal text-ink-soft">{reference}</span>
      </>
    ),
    isCut: true,
    className: width,
  }
}
