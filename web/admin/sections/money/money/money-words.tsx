import type { ChatSubject } from '../../../../../contract/messages/chat-words.ts'
import type {
  Confidence,
  Payable,
  PayableKind,
  StatementLine,
  Suggestion,
} from '../../../../../contract/money/money.ts'
import { dayText, formatRupees, joined, shortMomentText } from '../../../../../contract/words.ts'
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
  { header: 'Status', text: ({ status }) => statusWords[status] },
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

function chatAbout(row: Payable): ChatSubject {
  const { title, reference } = row
  return isSeat(row)
    ? { about: 'seat', name: null, courseTitle: title, reference }
    : { about: 'order', name: null, number: reference }
}

const whoAndWhat: readonly Column<Payable>[] = [
  bookedByColumn('min-w-36'),
  { header: 'Kind', text: ({ kind }) => payableNames[kind], isFolded: true },
  {
    header: 'For',
    text: ({ title, seats }) => joined([title, seats > 1 && `${seats} seats`]),
    className: `min-w-32 ${wrapped}`,
  },
  ...hiddenColumns<Payable>({ Email: ({ email }) => email }),
  {
    header: 'Phone',
    text: ({ phone }) => phone,
    cell: (row) => <PhoneLink phone={row.phone} chat={chatAbout(row)} />,
  },
]

export const backColumns: readonly Column<Payable>[] = [
  ...whoAndWhat,
  rupeesColumn('Refund due', ({ waits }) => waits),
]

export const waitingColumns: readonly Column<Payable>[] = [
  ...whoAndWhat,
  rupeesColumn('Due', ({ due }) => due),
  rupeesColumn('Amount', ({ amount }) => amount, { isHidden: true }),
  {
    header: 'Payment',
    text: ({ payment }) => paymentWords[payment].label,
    cell: ({ payment, holdUntil, paysAtSchool }) => (
      <>
        <StateBadge {...paymentWords[payment]} />
        {holdUntil && (
          <span className="mt-1 block text-sm text-ink-soft">
            {paysAtSchool ? 'Pays at the school by' : 'Held until'} {shortMomentText(holdUntil)}
          </span>
        )}
      </>
    ),
    className: 'min-w-32',
  },
]
