import * as z from 'zod/mini'
import { type Payable, refundBody } from '../../../contract/money/money.ts'
import type { MoneyMethod } from '../../../contract/money/payment-methods.ts'
import { formatRupees } from '../../../contract/words.ts'
import { api } from '../../lib/api.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import type { Openable } from '../../ui/lazy-dialog.tsx'
import { Note } from '../../ui/note.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { SentDialog } from '../form-dialog.tsx'
import { isSeat } from '../seats/seat-facts.ts'
import { SumAndMethod } from './sum-and-method.tsx'

const rules = z.pick(refundBody, { amount: true, method: true, note: true, keepsRest: true, tell: true })

/** Records a refund: of money that waits, or of a part of what was paid for a seat. */
export function RefundDialog({ row, onNoted, ...dialog }: Openable & { row: Payable; onNoted: () => void }) {
  const waits = Number(row.waits)
  const paid = Number(row.amount) - Number(row.due)
  const hasEnded = isSeat(row) && (row.status === 'cancelled' || row.status === 'expired')
  return (
    <SentDialog
      {...dialog}
      draft={`refund-of-${row.id}`}
      title="Record refund"
      description={`${row.name}, ${row.title} (${row.reference})`}
      isToldAbove
      submit={['Record refund', 'Recording...']}
      rules={rules}
      defaults={{
        amount: waits > 0 ? String(waits) : '',
        method: '' as MoneyMethod,
        note: '',
        keepsRest: false,
        tell: true,
      }}
      send={({ amount = 0, ...said }, keyed) => {
        const body = { kind: row.kind, id: row.id, ...said, waits: row.waits, amount: amount / 100 }
        return api('POST /api/admin/money/refund', { body }, keyed(body))
      }}
      done={{ title: 'Success', description: 'Refund recorded' }}
      onSent={onNoted}
      failed="We couldn’t record the refund. Try again."
    >
      {(field, { form }) => (
        <>
          <Note tone="info">
            Send the money first, from your bank or UPI app. This only records the refund.
            {waits === 0 &&
              !hasEnded &&
              ' The price of the seat goes down by the same amount, so nothing becomes due.'}
          </Note>
          <SumAndMethod
            sum={{ hint: mostText({ waits, paid, hasEnded }), ...field('amount') }}
            method={{ label: 'Refund method', ...field('method') }}
          />
          <TextArea
            label="Note"
            hint="The reason and the payment reference"
            required
            rows={3}
            maxLength={500}
            {...field('note')}
          />
          {isSeat(row) && waits > 0 && Number(form.watch('amount')) < waits && (
            <Checkbox
              label="The school keeps the rest"
              hint="Leave this off to refund the rest later, or to move it to another batch."
              {...field('keepsRest')}
            />
          )}
          {isSeat(row) && <Checkbox label="Tell the student" {...field('tell')} />}
        </>
      )}
    </SentDialog>
  )
}

function mostText({ waits, paid, hasEnded }: { waits: number; paid: number; hasEnded: boolean }): string {
  if (!hasEnded) return `Up to ${formatRupees(waits > 0 ? waits : paid)}`
  return waits > 0
    ? `${formatRupees(waits)} is to be refunded. You can also refund what the school kept.`
    : 'Up to what the school kept'
}
