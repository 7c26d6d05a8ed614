import { use } from 'react'
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
import { Foldable } from '../../../foldable.tsx'
import {
  bookedByColumn,
  emailColumn,
  hiddenColumns,
  longText,
  ShortDay,
  wrapped,
} from '../../../list/columns.tsx'
import { type Column, InRow } from '../../../list/list-table.tsx'
import { couponText, groupText, paymentStates, restText, statusLabels } from '../../../seats/seat-facts.ts'
import { StateBadge } from '../../../state-badge.tsx'

export type Registration = EventRegistration | ClassRegistration
export type RegistrationKind = 'event' | 'class'

export function questionsText(question: string | null): string {
  return question?.trim() || 'No questions'
}

const contactLink =
  'link max-xl:inline-flex max-xl:min-h-11 max-xl:items-center xl:-my-2.5 xl:inline-block xl:py-2.5'

const bookedBy = bookedByColumn<Registration>('max-w-40 min-w-32')
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
  // A row has the address below the phone number.
  isHidden: true,
  isFolded: true,
})

const phone: Column<Registration> = {
  header: 'Phone',
  heading: 'Phone, email',
  text: (row) => row.phone,
  cell: (row) => <Contact row={row} />,
  className: 'w-44 min-w-44 max-w-44',
  isFolded: true,
}

function Contact({ row }: { row: Registration }) {
  const isInRow = use(InRow)
  const call = (
    <PhoneLink
      phone={row.phone}
      className={isInRow ? 'link' : `${contactLink} whitespace-nowrap`}
      chat={{
        about: 'seat',
        name: row.status === 'confirmed' ? row.name : null,
        courseTitle: 'event_title' in row ? row.event_title : row.course_title,
        reference: row.reference,
      }}
    />
  )
  if (!isInRow) return call
  return (
    <>
      <span className="flex items-center gap-1 whitespace-nowrap [&>a:nth-child(2)]:-my-2">{call}</span>
      <span className="block truncate [&_wbr]:hidden" title={row.email}>
        <MailLink email={row.email} />
      </span>
    </>
  )
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
  // A table shows the hold in the cell of the payment.
  isHidden: true,
  isFolded: true,
}

const payment: Column<Registration> = {
  header: 'Payment',
  text: (row) => paymentStates[row.payment].label,
  cell: (row) => (
    <span className="flex flex-wrap items-center gap-x-2 gap-y-0.5 [&>:first-child]:!py-0">
      <StateBadge {...paymentStates[row.payment]} />
      <span className="font-bold whitespace-nowrap">
        {row.payment === 'part' ? restText(row) : formatRupees(row.amount)}
      </span>
      {row.holdUntil !== null && (
        <span className="basis-full text-ink-soft">
          {row.paysAtSchool ? 'Pays at the school by' : 'Held until'}{' '}
          <span className="whitespace-nowrap">{shortMomentText(row.holdUntil)}</span>
        </span>
      )}
      {row.payment === 'part' && (
        <span className="basis-full text-ink-soft">of {formatRupees(row.amount)}</span>
      )}
      {row.couponCode !== null && (
        <span className="basis-full text-ink-soft wrap-anywhere">{couponText(row)}</span>
      )}
    </span>
  ),
  className: 'min-w-46',
  isState: true,
}

const seatDay = <Row,>(header: string, day: (row: Row) => string | null): Column<Row> => ({
  header,
  text: (row) => shortDayText(day(row)),
  cell: (row) => <ShortDay day={day(row)} none="Coming soon" />,
  csv: (row) => day(row) ?? '',
  className: 'whitespace-nowrap',
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

/** A row has one line below the title. A press shows the rest of it. */
function EventCell({ row }: { row: EventRegistration }) {
  const isInRow = use(InRow)
  // Staff look for the payment's reference in the bank's statement.
  const notes = [
    row.special_requirements && `Special requirements: ${row.special_requirements}`,
    Number(row.due) > 0 && row.transaction_id && `Payment reference: ${row.transaction_id}`,
  ].filter(Boolean)
  if (isInRow) {
    return (
      <>
        <span className="block truncate" title={row.event_title}>
          {row.event_title}
        </span>
        {notes.length > 0 && <Foldable text={notes.join('\n')} className={oneLine} />}
      </>
    )
  }
  return (
    <>
      {row.event_title}
      {notes.map((note) => (
        <span key={String(note)} className="block text-ink-soft">
          {note}
        </span>
      ))}
    </>
  )
}

const oneLine = 'block truncate text-ink-soft'

/** A row has the question below the course. A press shows the rest of it. */
function CourseCell({ row }: { row: ClassRegistration }) {
  const isInRow = use(InRow)
  if (!isInRow) return row.course_title
  const question = row.status_question?.trim()
  return (
    <>
      <span className="block truncate" title={row.course_title}>
        {row.course_title}
      </span>
      {question ? (
        <Foldable text={question} className={oneLine} />
      ) : (
        <span className="block text-ink-soft">{questionsText(null)}</span>
      )}
    </>
  )
}

export const eventColumns: readonly Column<EventRegistration>[] = [
  name,
  email,
  phone,
  {
    header: 'Event Title',
    text: (row) => row.event_title,
    cell: (row) => <EventCell row={row} />,
    className: 'w-full max-w-0 min-w-42',
  },
  seatDay('Event Date', (row) => row.event_date),
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
  {
    header: 'Course',
    heading: 'Course, questions',
    text: (row) => row.course_title,
    cell: (row) => <CourseCell row={row} />,
    className: 'w-full max-w-0 min-w-42',
  },
  seatDay('Batch', (row) => row.batch),
  {
    header: 'Questions',
    text: (row) => questionsText(row.status_question),
    className: longText,
    isHidden: true,
    isFolded: true,
  },
  status,
  payment,
  ...more,
]
