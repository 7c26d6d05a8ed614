import { useQuery } from '@tanstack/react-query'
import type { MoneyEntry, Payable, PayableKind } from '../../../contract/money/money.ts'
import { type MoneyMethod, moneyMethodWords } from '../../../contract/money/payment-methods.ts'
import { dayText, formatRupees, joined } from '../../../contract/words.ts'
import { ReceiptSheet } from '../../features/money/receipt/receipt-sheet.tsx'
import { api } from '../../lib/api.ts'
import { query, useStale } from '../../lib/query.ts'
import { useSendsEmails } from '../../lib/school.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { type Openable, useDialog } from '../../ui/lazy-dialog.tsx'
import { Loading } from '../../ui/spinner.tsx'
import { RetryLine } from '../lost-list.tsx'
import { useMailPromise } from '../mail-promise.ts'
import { PrintButton } from '../print-button.tsx'
import { RowButton } from '../row-actions.tsx'
import { isSeat } from '../seats/seat-facts.ts'
import { useAction } from '../use-action.ts'
import { useRight } from '../use-right.ts'
import { RefundDialog } from './refund-dialog.tsx'
import { ReverseDialog } from './reverse-dialog.tsx'

export function MoneyTrail({
  kind,
  id,
  onChanged,
  isAwaited = false,
}: {
  kind: PayableKind
  id: string
  onChanged: () => void
  /** True if nothing else is shown, so that the trail says when it is loading and when no money was received. */
  isAwaited?: boolean
}) {
  const result = useQuery(query('GET /api/admin/money/of/:kind/:id', { params: { kind, id } }))
  const mayChange = useRight('money')
  const { show, dialog } = useDialog()
  const stale = useStale()
  const trail = result.data?.data
  if (trail === undefined) {
    if (result.isError) {
      return <RetryLine onRetry={() => void result.refetch()}>We couldn’t load the payments.</RetryLine>
    }
    return isAwaited ? <Loading className="!py-4">Loading the payments…</Loading> : null
  }
  if (trail.entries.length === 0) return isAwaited ? <p>No payments yet</p> : null
  function changed() {
    stale('GET /api/admin/money/of/:kind/:id')
    onChanged()
  }
  return (
    <section aria-label="Payments" className="flex flex-col gap-2">
      <h3 className="text-lg">Payments</h3>
      <ul className="divide-y divide-line border-y border-line">
        {trail.entries.map((entry) => (
          <li key={entry.id} className="flex flex-wrap items-start gap-x-4 gap-y-1 py-2">
            <Entry entry={entry} isReversed={wasReversed(entry, trail.entries)} />
            {entry.number !== null && (
              <RowButton
                label="Receipt"
                of={entry.number}
                onClick={() =>
                  show((props) => (
                    <ReceiptDialog
                      {...props}
                      entry={entry}
                      payable={trail.payable}
                      subject={id}
                      isVoid={wasReversed(entry, trail.entries)}
                    />
                  ))
                }
              />
            )}
            {mayChange && entry.kind === 'received' && Number(entry.left) > 0 && (
              <RowButton
                label="Reverse"
                of={entryText(entry)}
                onClick={() =>
                  show((props) => <ReverseDialog {...props} entry={entry} kind={kind} onReversed={changed} />)
                }
              />
            )}
          </li>
        ))}
      </ul>
      {mayChange && canRefund(trail) && (
        <Button
          size="sm"
          variant="outline"
          className="self-start"
          // The button is busy until the money is loaded again, because its form begins with the sum that waits now.
          busy={result.isFetching}
          onClick={() =>
            show((props) => <RefundDialog {...props} row={{ ...trail.payable, id }} onNoted={changed} />)
          }
        >
          Record refund
        </Button>
      )}
      {dialog}
    </section>
  )
}

/**
 * Money that waits can be refunded. A seat can also refund a part of the money that paid for it, or that the school kept
 * when the seat ended.
 */
function canRefund({ payable, entries }: { payable: Payable; entries: readonly MoneyEntry[] }): boolean {
  return Number(payable.waits) > 0 || (isSeat(payable) && entries.some(({ left }) => Number(left) > 0))
}

const kindWords = { received: '', refund: 'Refund', reversal: 'Reversal' }

const methodAndDay = ({ method, day }: MoneyEntry) => [moneyMethodWords[method as MoneyMethod], dayText(day)]

const entryText = (entry: MoneyEntry): string =>
  joined([formatRupees(Math.abs(Number(entry.amount))), ...methodAndDay(entry)])

const wasReversed = ({ id, kind, left }: MoneyEntry, entries: readonly MoneyEntry[]): boolean =>
  kind === 'received' &&
  Number(left) === 0 &&
  entries.some(({ receipt, kind }) => receipt === id && kind === 'reversal')

function Entry({ entry, isReversed }: { entry: MoneyEntry; isReversed: boolean }) {
  const { kind, amount, total, reference, note, by } = entry
  const isShared = Math.abs(Number(total)) !== Math.abs(Number(amount))
  return (
    <div className="min-w-0 flex-1 basis-52">
      <p>
        <strong className={isReversed ? 'line-through' : undefined}>
          {Number(amount) < 0 && '−'}
          {formatRupees(Math.abs(Number(amount)))}
        </strong>{' '}
        {joined([kindWords[kind], ...methodAndDay(entry)])}
        {isShared && ` · of ${formatRupees(Math.abs(Number(total)))}`}
      </p>
      <p className="text-sm text-ink-soft">{joined([reference, note, by && `by ${by}`], ' · ')}</p>
    </div>
  )
}

function ReceiptDialog({
  entry,
  payable,
  subject,
  isVoid,
  ...dialog
}: Openable & { entry: MoneyEntry; payable: Payable; subject: string; isVoid: boolean }) {
  const told = useMailPromise()
  const sendsEmails = useSendsEmails()
  const mail = useAction({
    run: () =>
      api('POST /api/admin/money/receipts/:id/letter', {
        params: { id: entry.id },
        body: { kind: payable.kind, subject },
      }),
    done: {
      title: sendsEmails ? 'On its way' : 'Receipt not sent yet',
      description: told(`We’ll e-mail the receipt to ${payable.email}.`),
    },
  })
  return (
    <Dialog
      {...dialog}
      closeOnOutsidePress
      title={`Receipt ${entry.number}`}
      closeLabel="Close"
      footer={
        <>
          {payable.email !== '' && (
            <Button variant="outline" busy={mail.isPending} onClick={() => mail.mutate()}>
              E-mail receipt
            </Button>
          )}
          <PrintButton variant="primary" />
        </>
      }
    >
      <ReceiptSheet
        receipt={{
          number: entry.number ?? '',
          day: entry.day,
          name: payable.name,
          title: payable.title,
          reference: payable.reference,
          amount: entry.amount,
          // An expired or cancelled seat or order owes nothing.
          rest: payable.status === 'cancelled' || payable.status === 'expired' ? '0.00' : payable.due,
          method: entry.method && moneyMethodWords[entry.method as MoneyMethod],
          isVoid,
        }}
      />
    </Dialog>
  )
}
