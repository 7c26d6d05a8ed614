import type { ChatSubject } from '../../../../../contract/messages/chat-words.ts'
import type {
  Confidence,
  Payable,
  PayableKind,
  StatementLine,
  Suggestion,
} from '../../../../../contract/money/money.ts'
import { plural } from '../../../../../contract/plural.ts'
import { daysBetween, schoolDayOf } from '../../../../../contract/school-day.ts'
import { dayText, formatRupees, joined, shortMomentText } from '../../../../../contract/words.ts'
import { useSchoolToday } from '../../../../lib/use-school-today.ts'
import { cx } from '../../../../ui/class-names.ts'
import { PhoneLink } from '../../../contact-link.tsx'
import { bookedByColumn, hiddenColumns, rupeesColumn, wrapped } from '../../../list/columns.tsx'
import type { Column } from '../../../list/list-table.tsx'
import { recordKindNames } from '../../../record-kinds.ts'
import { isSeat, paymentStates } from '../../../seats/seat-facts.ts'
import { StateBadge, type StateWords } from '../../../state-badge.tsx'

export const confidenceWords: Record<Confidence, StateWords> = {
  certain: { label: 'Certain', tone: 'leaf' },
  likely: { label: 'Likely', tone: 'marigold' },
  unclear: { label: 'Unclear', tone: 'outline' },
}

export const paymentWords: Record<Payable['payment'], StateWords> = {
  ...paymentStates,
  attention: { label: 'No seat', tone: 'rose' },
}

export const payableNames: Record<PayableKind, string> = {
  enrolment: recordKindNames.enrolment.name,
  'event-booking': recordKindNames['event-booking'].name,
  order: recordKindNames.order.name,
  'order-charge': 'Re-delivery fee',
}

/** Writes `Meena Krishnan, Bridal Bouquets (MAL-7K3F-9QXD)`. */
export function targetText({ name, title, reference }: Payable): string {
  return `${name}, ${title} (${reference})`
}

export function actionText({ action, target }: Suggestion): string {
  if (action === 'recorded')
    return 'This seat or order was already marked as paid. Confirm to link the payment to it.'
  if (action === 'double')
    return 'This looks like a second payment. Match it with another seat or order, or refund it.'
  return target.status === 'expired'
    ? 'The hold has ended. Confirm to book the seat again if there is room.'
    : `${formatRupees(target.due)} is due.`
}

export function isConfirmable(suggestion: Suggestion | null, amount: string): suggestion is Suggestion {
  if (suggestion === null || suggestion.action === 'double') return false
  return suggestion.action === 'recorded' || suggestion.target.due === amount
}

export const statusWords: Record<StatementLine['status'], string> = {
  open: 'To settle',
  matched: 'Settled',
  refunded: 'Refunded',
  ignored: 'Not ours',
}

export const lineColumns: readonly Column<StatementLine>[] = [
  { header: 'Day', text: ({ day }) => dayText(day), csv: ({ day }) => day, className: 'min-w-28' },
  rupeesColumn('Amount', ({ amount }) => amount, { className: 'min-w-24' }),
  { header: 'Description', text: ({ description }) => description, className: `min-w-40 ${wrapped}` },
  { header: 'Reference', text: ({ reference }) => reference ?? '', className: wrapped },
  {
    header: 'Status',
    text: ({ status }) => statusWords[status],
    cell: ({ status, suggestion }) =>
      status === 'open' && suggestion ? (
        <StateBadge {...confidenceWords[suggestion.confidence]} />
      ) : (
        statusWords[status]
      ),
    isState: true,
  },
  {
    header: 'For',
    text: ({ target, suggestion, note }) =>
      target
        ? targetText(target)
        : suggestion
          ? `${confidenceWords[suggestion.confidence].label}: ${targetText(suggestion.target)}`
          : (note ?? ''),
    className: `min-w-48 ${wrapped}`,
  },
]

export function chatAbout(row: Payable): ChatSubject {
  const { title, reference } = row
  return isSeat(row)
    ? { about: 'seat', name: null, courseTitle: title, reference }
    : { about: 'order', name: null, number: reference }
}

const titleText = ({ title, seats }: Payable) => joined([title, seats > 1 && `${seats} seats`])

const whoAndWhat = (more: Pick<Column<Payable>, 'short'>): Column<Payable>[] => [
  bookedByColumn('max-w-44 min-w-36'),
  { header: 'Kind', text: ({ kind }) => payableNames[kind], isHidden: true, isFolded: true },
  {
    header: 'For',
    text: titleText,
    ...more,
    isCut: true,
    className: 'w-full max-w-0 min-w-40',
  },
  ...hiddenColumns<Payable>({ Email: ({ email }) => email }),
  {
    header: 'Phone',
    text: ({ phone }) => phone,
    cell: ({ phone }) => <PhoneLink phone={phone} />,
    isFolded: true,
  },
]

const strongRupees = (amount: string) => (
  <strong className="text-lg leading-6 text-ink">{formatRupees(amount)}</strong>
)

export const backColumns: readonly Column<Payable>[] = [
  ...whoAndWhat({ short: titleText }),
  rupeesColumn('Refund due', ({ waits }) => waits, { cell: ({ waits }) => strongRupees(waits) }),
]

export const waitingColumns: readonly Column<Payable>[] = [
  // A phone has no room for the column of the payment, so its hold begins the line.
  ...whoAndWhat({ short: (row) => joined([row.holdUntil && byText(row.holdUntil), titleText(row)], ' · ') }),
  {
    header: 'Payment',
    text: ({ payment }) => paymentWords[payment].label,
    cell: (row) => (
      <span className="flex flex-wrap items-center gap-x-2 [&>:first-child]:!py-0 [&>:first-child]:!leading-5">
        <StateBadge {...paymentWords[row.payment]} />
        <DueSince row={row} />
      </span>
    ),
    isState: true,
    className: 'min-w-54',
  },
  rupeesColumn('Due', ({ due }) => due, { cell: ({ due }) => strongRupees(due) }),
  rupeesColumn('Amount', ({ amount }) => amount, { isHidden: true }),
]

const byText = (holdUntil: string) => `By ${shortMomentText(holdUntil).split(',', 1)[0]}`

/** Says until when the seat or order is held; without a hold, for how many days the payment has been due. */
function DueSince({ row: { holdUntil, paysAtSchool, created_at } }: { row: Payable }) {
  const today = useSchoolToday()
  const [isLast, words] =
    holdUntil === null
      ? [false, sinceWords(daysBetween(schoolDayOf(new Date(created_at)), today))]
      : [
          schoolDayOf(new Date(holdUntil)) <= today,
          `${paysAtSchool ? 'Pays at the school by' : 'Held until'} ${shortMomentText(holdUntil)}`,
        ]
  return (
    <span className={cx('basis-full text-sm', isLast ? 'font-bold text-rose-ink' : 'text-ink-soft')}>
      {words}
    </span>
  )
}

const sinceWords = (days: number) =>
  days < 1 ? 'Due since today' : plural(days, { one: 'Due for 1 day', other: `Due for ${days} days` })
