import { markPaidBody } from '../../../../contract/enrolments.ts'
import type { Order } from '../../../../contract/orders.ts'
import { formatRupees } from '../../../../contract/words.ts'
import { api } from '../../../lib/api.ts'
import type { Openable } from '../../../ui/lazy-dialog.tsx'
import { Note } from '../../../ui/note.tsx'
import { TextArea } from '../../../ui/text-area.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { SentDialog } from '../../form-dialog.tsx'
import { sayFailed } from '../../use-deed.ts'

/** Money may still come for an order whose hold has ended, for none that somebody cancelled. */
export function canMarkPaid({ paymentstatus, status, endedBy }: Order): boolean {
  return paymentstatus === 'pending' && (status !== 'cancelled' || endedBy === 'hold')
}

export function MarkOrderPaidDialog({
  order,
  onChanged,
  ...dialog
}: Openable & {
  order: Order
  /** After a refusal too: the money may be recorded all the same, without flowers for it. */
  onChanged: () => void
}) {
  return (
    <SentDialog
      {...dialog}
      title="Mark paid"
      description={`${order.ordernumber} · ${order.customername} · ${formatRupees(order.total)}`}
      submitLabel="Mark paid"
      sendingLabel="Recording..."
      rules={markPaidBody}
      defaults={{ reference: '', note: '' }}
      send={(typed, keyed) => {
        const body = { reference: typed.reference || undefined, note: typed.note || undefined }
        return api('POST /api/admin/orders/:id/payment', { params: { id: order.id }, body }, keyed(body))
      }}
      done={{ title: 'Payment recorded', description: `${order.ordernumber} is confirmed.` }}
      onSent={onChanged}
      onRefused={(error) => {
        sayFailed(error, 'Failed to record the payment. Please try again.')
        if (error.status !== 401) onChanged()
      }}
    >
      {(field, { sending }) => (
        <>
          {order.endedBy === 'hold' && !sending.isError && (
            <Note tone="warning">
              This order was not paid in time. If its flowers and its slot are still to be had, they are taken
              again.
            </Note>
          )}
          <TextField
            label="Reference"
            hint="The bank's or UPI reference (optional)"
            maxLength={80}
            autoComplete="off"
            {...field('reference')}
          />
          <TextArea label="Note" hint="For the team (optional)" rows={3} maxLength={500} {...field('note')} />
        </>
      )}
    </SentDialog>
  )
}
