import { Check, Link2, RotateCcw, Split, X } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import type { StatementLine } from '../../../../../contract/money/money.ts'
import { dayText, formatRupees } from '../../../../../contract/words.ts'
import { api } from '../../../../lib/api.ts'
import { Badge } from '../../../../ui/badge.tsx'
import { Card } from '../../../../ui/card.tsx'
import type { useDialog } from '../../../../ui/lazy-dialog.tsx'
import { ReverseDialog } from '../../../money/reverse-dialog.tsx'
import { TrailButton } from '../../../money/trail-dialog.tsx'
import { RowButton } from '../../../row-actions.tsx'
import { StateBadge } from '../../../state-badge.tsx'
import { useAction } from '../../../use-action.ts'
import {
  actionText,
  confidenceWords,
  isConfirmable,
  paymentWords,
  statusWords,
  targetText,
} from './money-words.tsx'
import { CloseLineDialog, MatchDialog, type Refused, useConfirmation } from './settling.tsx'
import { SplitDialog } from './split-dialog.tsx'

export function LineCard({ line, actions }: { line: StatementLine; actions: ReactNode }) {
  const amountId = useId()
  const { suggestion, target } = line
  return (
    <Card as="li" aria-labelledby={amountId} className="flex flex-col gap-3 p-4">
      <div className="flex flex-wrap items-baseline justify-between gap-x-3">
        <h2 id={amountId} className="font-display text-xl">
          {formatRupees(line.amount)}
        </h2>
        <time dateTime={line.day} className="text-sm text-ink-soft">
          {dayText(line.day)}
        </time>
      </div>
      <p className="text-sm wrap-anywhere">
        {line.description || 'No description'}
        {line.reference && <span className="block text-ink-soft">Reference {line.reference}</span>}
      </p>
      <div className="flex flex-1 flex-col items-start gap-2 border-t border-line pt-3 text-sm">
        {target ? (
          <>
            <StateBadge
              {...paymentWords[target.payment]}
              {...(target.payment === 'paid' && { label: 'Settled' })}
            />
            <p className="wrap-anywhere">{targetText(target)}</p>
          </>
        ) : suggestion ? (
          <>
            <StateBadge {...confidenceWords[suggestion.confidence]} />
            <p className="font-bold wrap-anywhere">{targetText(suggestion.target)}</p>
            <p className="text-ink-soft">Based on {suggestion.why.join(', ')}.</p>
            <p className="text-ink-soft">{actionText(suggestion)}</p>
          </>
        ) : line.status === 'open' ? (
          <>
            <Badge tone="outline">No match</Badge>
            <p className="text-ink-soft">No unpaid seat or order matches this payment.</p>
          </>
        ) : (
          <>
            <Badge>{statusWords[line.status]}</Badge>
            <p className="wrap-anywhere">{line.note}</p>
          </>
        )}
        {line.decidedBy && <p className="text-ink-soft">Decided by {line.decidedBy}</p>}
      </div>
      {actions}
    </Card>
  )
}

export function LineActions({
  line,
  show,
  onConfirmed,
  onChanged,
}: {
  line: StatementLine
  show: ReturnType<typeof useDialog>['show']
  onConfirmed: (refused: Refused[]) => void
  onChanged: () => void
}) {
  const name = `${formatRupees(line.amount)}, ${line.reference ?? line.description}`
  const confirm = useConfirmation(onConfirmed)
  const reopen = useAction({
    run: () => api('POST /api/admin/money/lines/:id/reopen', { params: { id: line.id } }),
    done: { title: 'Payment reopened', description: 'You can match it again.' },
    onDone: onChanged,
  })
  const match = () => show((props) => <MatchDialog {...props} line={line} onMatched={onChanged} />)
  const split = () => show((props) => <SplitDialog {...props} line={line} onSplit={onChanged} />)
  const close = () => show((props) => <CloseLineDialog {...props} line={line} onClosed={onChanged} />)
  const { receipt, target } = line
  if (line.status === 'matched') {
    if (receipt === null || target === null) return null
    return (
      <div className="flex flex-wrap gap-2">
        <TrailButton target={target} show={show} onChanged={onChanged} />
        <RowButton
          label="Undo match"
          of={name}
          variant="outline"
          icon={RotateCcw}
          onClick={() =>
            show((props) => (
              <ReverseDialog
                {...props}
                entry={{ id: receipt }}
                kind={target.kind}
                about={`${formatRupees(line.amount)} · ${targetText(target)}`}
                onReversed={onChanged}
              />
            ))
          }
        />
      </div>
    )
  }
  if (line.status !== 'open') {
    return (
      <RowButton
        label="Reopen"
        of={name}
        variant="outline"
        icon={RotateCcw}
        busy={reopen.isPending}
        onClick={() => reopen.mutate()}
      />
    )
  }
  return (
    <div className="flex flex-wrap gap-2">
      {isConfirmable(line.suggestion, line.amount) && (
        <RowButton
          label="Confirm"
          of={name}
          variant="primary"
          icon={Check}
          busy={confirm.isPending}
          onClick={() => confirm.mutate([line])}
        />
      )}
      <RowButton label="Match manually" of={name} hasColon variant="outline" icon={Link2} onClick={match} />
      <RowButton label="Split" of={name} icon={Split} onClick={split} />
      <RowButton label="Close" of={name} icon={X} onClick={close} />
    </div>
  )
}
