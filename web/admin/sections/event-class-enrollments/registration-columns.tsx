import type { ClassRegistration, EventRegistration } from '../../../../contract/registrations.ts'
import { formatRupees } from '../../../../contract/rupees.ts'
import { momentText } from '../../../lib/school-time.ts'
import { Badge } from '../../../ui/badge.tsx'
import type { CsvColumn } from '../../csv.ts'
import type { Column } from '../../data-table.tsx'
import {
  holdText,
  paymentStates,
  questionsText,
  type Registration,
  shortDayText,
  statusLabels,
} from './registration-facts.ts'

const name: Column<Registration> = {
  header: 'Name',
  text: (row) => row.name,
  cell: (row) => (
    <>
      {row.name}
      <span className="block text-sm font-normal text-ink-soft">{row.reference}</span>
    </>
  ),
  className: 'min-w-36 [overflow-wrap:anywhere]',
}

const email: Column<Registration> = {
  header: 'Email',
  text: (row) => row.email,
  cell: (row) => (
    <a href={`mailto:${row.email}`} className="link">
      {row.email}
    </a>
  ),
  className: 'min-w-36 [overflow-wrap:anywhere]',
}

const phone: Column<Registration> = {
  header: 'Phone',
  text: (row) => row.phone,
  cell: (row) => (
    <a href={`tel:+91${row.phone}`} className="link whitespace-nowrap">
      {row.phone}
    </a>
  ),
}

const status: Column<Registration> = {
  header: 'Status',
  text: (row) => statusLabels[row.status],
  cell: (row) => (
    <>
      {statusLabels[row.status]}
      {row.holdUntil !== null && <span className="block text-ink-soft">{holdText(row)}</span>}
    </>
  ),
  className: 'min-w-24',
}

const payment: Column<Registration> = {
  header: 'Payment',
  text: (row) => paymentStates[row.payment].label,
  cell: (row) => {
    const { label, tone } = paymentStates[row.payment]
    return (
      <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <Badge tone={tone}>{label}</Badge>
        <span className="font-bold">{formatRupees(row.amount)}</span>
      </span>
    )
  },
  className: 'min-w-36',
}

export const eventColumns: readonly Column<EventRegistration>[] = [
  name,
  email,
  phone,
  {
    header: 'Event Title',
    text: (row) => row.event_title,
    cell: (row) => (
      <>
        {row.event_title}
        {row.special_requirements && (
          <span className="block text-ink-soft">Asks for: {row.special_requirements}</span>
        )}
      </>
    ),
    className: 'min-w-32 [overflow-wrap:anywhere]',
  },
  {
    header: 'Event Date',
    text: (row) => shortDayText(row.event_date),
    order: (row) => row.event_date ?? '~',
  },
  status,
  payment,
]

export const classColumns: readonly Column<ClassRegistration>[] = [
  name,
  email,
  phone,
  { header: 'Course', text: (row) => row.course_title, className: 'min-w-32 [overflow-wrap:anywhere]' },
  { header: 'Batch', text: (row) => shortDayText(row.batch), order: (row) => row.batch },
  {
    header: 'Questions',
    text: (row) => questionsText(row.status_question),
    cell: (row) => (
      <span className={row.status_question?.trim() ? 'whitespace-pre-line' : 'text-ink-soft'}>
        {questionsText(row.status_question)}
      </span>
    ),
    className: 'min-w-32 [overflow-wrap:anywhere]',
  },
  status,
  payment,
]

const csvOnly: readonly CsvColumn<Registration>[] = [
  { header: 'Hold until', text: (row) => (row.holdUntil ? momentText(row.holdUntil) : '') },
  { header: 'Reference', text: (row) => row.reference },
  { header: 'Received', text: (row) => momentText(row.created_at) },
]

/** A spreadsheet wants numbers and days it can reckon with. */
const csvAmount: CsvColumn<Registration> = { header: 'Amount (INR)', text: (row) => row.amount }

export const eventCsv: readonly CsvColumn<EventRegistration>[] = [
  ...eventColumns.filter((column) => column.header !== 'Event Date'),
  { header: 'Event Date', text: (row) => row.event_date ?? '' },
  { header: 'Special requirements', text: (row) => row.special_requirements ?? '' },
  csvAmount,
  ...csvOnly,
]

export const classCsv: readonly CsvColumn<ClassRegistration>[] = [
  ...classColumns.filter((column) => column.header !== 'Batch'),
  { header: 'Batch', text: (row) => row.batch },
  csvAmount,
  ...csvOnly,
]
