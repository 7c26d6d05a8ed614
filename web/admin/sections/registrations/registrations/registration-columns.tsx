import type {
  ClassRegistration,
  EventRegistration,
} from '../../../../../contract/registrations/registrations.ts'
import {
  formatRupees,
  shortDayText,
  shortMomentText,
  spreadsheetMoment,
} from '../../../../../contract/words.ts'
import { MailLink, PhoneLink } from '../../../contact-link.tsx'
import { bookedByColumn, emailColumn, hiddenColumns, wrapped } from '../../../list/columns.tsx'
import type { Column } from '../../../list/list-table.tsx'
import { couponText, groupText, paymentStates, restText, statusLabels } from '../../../seats/seat-facts.ts'
import { StateBadge } from '../../../state-badge.tsx'

export type Registration = EventRegistration | ClassRegistration
export type RegistrationKind = 'event' | 'class'

export function questionsText(question: string | null): string {
  return question?.trim() || 'No questions'
}

const contactLink =
  'link max-xl:inline-flex max-xl:min-h-11 max-xl:items-center xl:-my-2.5 xl:inline-block xl:py-2.5'

const bookedBy = bookedByColumn<Registration>('min-w-32')
const name: Column<Registration> = {
  ...bookedBy,
  cell: (row) => (
    <>
      {bookedBy.cell?.(row)}
      {row.group && <span className="block text-sm font-normal text-ink-soft">{groupText(row)}</span>}
    </>
  ),
}

const email = emailColumn<Registration>((row) => row.email, {
  cell: (row) => <MailLink email={row.email} className={contactLink} />,
  className: `min-w-32 ${wrapped}`,
  isFolded: true,
})

const phone: Column<Registration> = {
  header: 'Phone',
  text: (row) => row.phone,
  cell: (row) => (
    <PhoneLink
      phone={row.phone}
      className={`${contactLink} whitespace-nowrap`}
      chat={{
        about: 'seat',
        name: row.status === 'confirmed' ? row.name : null,
        courseTitle: 'event_title' in row ? row.event_title : row.course_title,
        reference: row.reference,
      }}
    />
  ),
  isFolded: true,
}

const status: Column<Registration> = {
  header: 'Status',
  text: (row) => statusLabels[row.status],
  cell: (row) => (
    <>
      {statusLabels[row.status]}
      {row.holdUntil !== null && (
        <span className="block text-ink-soft">
          {row.paysAtSchool ? 'Pays at the school by' : 'Held until'}{' '}
          <span className="whitespace-nowrap">{shortMomentText(row.holdUntil)}</span>
        </span>
      )}
    </>
  ),
  className: 'min-w-24',
  isFolded: true,
}

const payment: Column<Registration> = {
  header: 'Payment',
  text: (row) => paymentStates[row.payment].label,
  cell: (row) => (
    <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
      <StateBadge {...paymentStates[row.payment]} />
      <span className="font-bold">{formatRupees(row.amount)}</span>
      {row.payment === 'part' && <span className="basis-full font-bold">{restText(row)}</span>}
      {row.couponCode !== null && (
        <span className="basis-full text-ink-soft wrap-anywhere">{couponText(row)}</span>
      )}
    </span>
  ),
  className: 'min-w-44',
  isState: true,
}

const dayColumn = <Row,>(header: string, day: (row: Row) => string | null): Column<Row> => ({
  header,
  text: (row) => shortDayText(day(row)),
  csv: (row) => day(row) ?? '',
  className: 'min-w-24',
})

function hiddenMoment(header: string, at: (row: Registration) => string | null): Column<Registration> {
  const text = (words: (instant: string) => string) => (row: Registration) => {
    const instant = at(row)
    return instant === null ? '' : words(instant)
  }
  return { header, text: text(shortMomentText), csv: text(spreadsheetMoment), isHidden: true }
}

const more: readonly Column<Registration>[] = [
  ...hiddenColumns<Registration>({
    'Amount (INR)': (row) => row.amount,
    'Received (INR)': (row) => row.paid,
    'Due (INR)': (row) => row.due,
    Coupon: (row) => row.couponCode,
    'Discount (INR)': (row) => row.couponCode && row.discount,
  }),
  hiddenMoment('Hold until', (row) => row.holdUntil),
  ...hiddenColumns<Registration>({ Reference: (row) => row.reference, Together: groupText }),
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
          <span className="block text-ink-soft">Special requirements: {row.special_requirements}</span>
        )}
        {/* Staff look for the payment's reference in the bank's statement. */}
        {Number(row.due) > 0 && row.transaction_id && (
          <span className="block text-ink-soft">Payment reference: {row.transaction_id}</span>
        )}
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
  ...hiddenColumns<EventRegistration>({ 'Payment reference': (row) => row.transaction_id }),
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
    isFolded: true,
  },
  status,
  payment,
  ...more,
]
