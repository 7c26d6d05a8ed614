import { useId } from 'react'
import * as z from 'zod/mini'
import { closingNote, type Payable } from '../../../../contract/money.ts'
import { formatRupees } from '../../../../contract/words.ts'
import { api } from '../../../lib/api.ts'
import { Note } from '../../../ui/note.tsx'
import { TextArea } from '../../../ui/text-area.tsx'
import { FormDialog } from '../../form-dialog.tsx'
import { useRecordForm } from '../../record-form.tsx'
import { targetText } from './money-words.ts'

interface RefundValues {
  note: string
}

const rules = z.object({ note: closingNote }) as z.ZodMiniType<unknown, RefundValues>

/** Reading S4: money without a seat is a task, until it has a seat or is sent back. */
export function RefundDialog({
  open,
  onClose,
  row,
  onNoted,
}: {
  open: boolean
  onClose: () => void
  row: Payable
  onNoted: () => void
}) {
  const formId = useId()
  const { field, notice, isDirty, isSending, onSubmit } = useRecordForm<Payable, RefundValues>({
    name: 'refund',
    what: 'payment',
    item: null,
    rules,
    valuesOf: () => ({ note: '' }),
    labels: { note: 'Note' },
    send: ({ note }, _base, options) =>
      api(
        'POST /api/admin/money/refund',
        {
          body: { kind: row.kind === 'event-booking' ? 'event-booking' : 'enrolment', id: row.id, note },
        },
        options,
      ),
    sentences: {
      added: 'The refund is noted.',
      addFailed: 'Failed to note the refund. Please try again.',
      updated: '',
      updateFailed: '',
    },
    onSaved: onNoted,
  })
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title="Note refund"
      description={`${targetText(row)} · ${formatRupees(row.amount)}`}
      formId={formId}
      isDirty={isDirty}
      isSending={isSending}
      submitLabel="Note refund"
      sendingLabel="Noting..."
    >
      <form id={formId} noValidate onSubmit={onSubmit} className="flex flex-col gap-5">
        {notice}
        <Note tone="info">
          Send the money back first, by the bank or the UPI app: this only writes down that it was done.
        </Note>
        <TextArea
          label="Note"
          required
          hint="How, when, with which reference."
          rows={3}
          maxLength={500}
          {...field('note')}
        />
      </form>
    </FormDialog>
  )
}
