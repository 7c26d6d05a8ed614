import type { ClassRegistration, EventRegistration } from '../../../../contract/registrations.ts'
import { formatRupees, shortDayText, shortMomentText, spreadsheetMoment } from '../../../../contract/words.ts'
import { MailLink, PhoneLink } from '../../contact-link.tsx'
import { bookedByColumn, emailColumn, wrapped } from '../../list/columns.tsx'
import type { Column } from '../../list/list-table.tsx'
import { paymentStates, statusLabels } from '../../seats/seat-facts.ts'
import { StateBadge } from '../../state-badge.tsx'

export type Registration = EventRegistration | ClassRegistration
export type RegistrationKind = 'event' | 'class'

/** Money can be recorded for a held seat, and for one whose hold has ended: it is seated again. */
export function canMarkPaid({ status }: Pick<Registration, 'status'>): boolean {
  return status === 'pending' || status === 'expired'
}

export function questionsText(question: string | null): string {
  return question?.trim() || 'No questions'
}

/** As high as a finger needs; in a table it takes the row's own space. */
const contactLink =
  'link max-xl:inline-flex max-xl:min-h-11 max-xl:items-center xl:-my-2.5 xl:inline-block xl:py-2.5'

const name = bookedByColumn<Registration>('min-w-32')

const email = emailColumn<Registration>((row) => row.email, {
  cell: (row) => <MailLink email={row.email} className={contactLink} />,
  className: `min-w-32 ${wrapped}`,
})

const phone: Column<Registration> = {
  header: 'Phone',
  text: (row) => row.phone,
  cell: (row) => <PhoneLink phone={row.phone} className={`${contactLink} whitespace-nowrap`} />,
}

const status: Column<Registration> = {
  header: 'Status',
  text: (row) => statusLabels[row.status],
  cell: (row) => (
    <>
      {statusLabels[row.status]}
      {row.holdUntil !== null && (
        <span className="block text-ink-soft">
          Held until <span className="whitespace-nowrap">{shortMomentText(row.holdUntil)}</span>
        </span>
      )}
    </>
  ),
  className: 'min-w-24',
}

const payment: Column<Registration> = {
  header: 'Payment',
  text: (row) => paymentStates[row.payment].label,
  cell: (row) => (
    <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
      <StateBadge {...paymentStates[row.payment]} />
      <span className="font-bold">{formatRupees(row.amount)}</span>
    </span>
  ),
  className: 'min-w-44',
}

const dayColumn = <Row,>(header: string, day: (row: Row) => string | null): Column<Row> => ({
  header,
  text: (row) => shortDayText(day(row)),
  csv: (row) => day(row) ?? '',
  className: 'min-w-24',
})

function hiddenMoment(header: string, at: (row: Registration) => string | null): Column<Registration> {
  const told = (words: (instant: string) => string) => (row: Registration) => {
    const instant = at(row)
    return instant === null ? '' : words(instant)
  }
  return { header, text: told(shortMomentText), csv: told(spreadsheetMoment), isHidden: true }
}

/** For the CSV, with numbers and days that a spreadsheet can reckon with. */
const more: readonly Column<Registration>[] = [
  { header: 'Amount (INR)', text: (row) => row.amount, isHidden: true },
  hiddenMoment('Hold until', (row) => row.holdUntil),
  { header: 'Reference', text: (row) => row.reference, isHidden: true },
  hiddenMoment('Received', (row) => row.created_at),
]

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
        {/* What staff look for in the bank's statement. */}
        {row.payment !== 'paid' && <span className="block text-ink-soft">Pays as {row.transaction_id}</span>}
      </>
    ),
    className: `min-w-32 ${wrapped}`,
  },
  dayColumn('Event Date', (row) => row.event_date),
  status,
  payment,
  {
    header: 'Special requirements',
    text: (row) => row.special_requirements ?? '',
    className: `min-w-32 ${wrapped}`,
    isHidden: true,
  },
  { header: 'Payment reference', text: (row) => row.transaction_id, isHidden: true },
  ...more,
]

export const classColumns: readonly Column<ClassRegistration>[] = [
  name,
  email,
  phone,
  { header: 'Course', text: (row) => row.course_title, className: `min-w-28 ${wrapped}` },
  dayColumn('Batch', (row) => row.batch),
  {
    header: 'Questions',
    text: (row) => questionsText(row.status_question),
    cell: (row) => (
      <span className={row.status_question?.trim() ? 'whitespace-pre-line' : 'text-ink-soft'}>
        {questionsText(row.status_question)}
      </span>
    ),
    className: `min-w-28 ${wrapped}`,
  },
  status,
  payment,
  ...more,
]
