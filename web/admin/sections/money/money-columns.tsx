import type { Payable, StatementLine } from '../../../../contract/money.ts'
import { dayText, formatRupees, momentText } from '../../../../contract/words.ts'
import { bookedByColumn, rupeesColumn, wrapped } from '../../list/columns.tsx'
import type { Column } from '../../list/list-table.tsx'
import { StateBadge } from '../../state-badge.tsx'
import { confidenceWords, kindNames, paymentWords, targetText } from './money-words.ts'

const statusWords: Record<StatementLine['status'], string> = {
  open: 'To settle',
  matched: 'Settled',
  refunded: 'Sent back',
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

export const waitingColumns: readonly Column<Payable>[] = [
  bookedByColumn('min-w-36'),
  { header: 'Kind', text: ({ kind }) => kindNames[kind] },
  { header: 'For', text: ({ title }) => title, className: `min-w-32 ${wrapped}` },
  { header: 'Email', text: ({ email }) => email, isHidden: true },
  { header: 'Phone', text: ({ phone }) => phone },
  {
    header: 'Due',
    text: ({ due, amount, payment }) => formatRupees(payment === 'attention' ? amount : due),
    csv: ({ due }) => due,
  },
  {
    header: 'Payment',
    text: ({ payment }) => paymentWords[payment].label,
    cell: ({ payment, holdUntil }) => (
      <>
        <StateBadge {...paymentWords[payment]} />
        {holdUntil && (
          <span className="mt-1 block text-sm text-ink-soft">Held until {momentText(holdUntil)}</span>
        )}
      </>
    ),
    className: 'min-w-32',
  },
]
