import * as z from 'zod/mini'
import { closingNote, type Payable } from '../../../../contract/money.ts'
import { formatRupees } from '../../../../contract/words.ts'
import { api } from '../../../lib/api.ts'
import { useSentForm } from '../../../lib/use-checked-form.ts'
import type { Openable } from '../../../ui/lazy-dialog.tsx'
import { Note } from '../../../ui/note.tsx'
import { TextArea } from '../../../ui/text-area.tsx'
import { toast } from '../../../ui/toast-store.ts'
import { SentFormDialog } from '../../form-dialog.tsx'
import { sayFailed } from '../../use-deed.ts'
import { targetText } from './money-words.ts'

/** Reading S4: money without a seat is a task, until it has a seat or is sent back. */
export function RefundDialog({ row, onNoted, ...dialog }: Openable & { row: Payable; onNoted: () => void }) {
  const form = useSentForm({
    rules: z.object({ note: closingNote }),
    defaults: { note: '' },
    send: ({ note }, keyed) => {
      const kind = row.kind === 'event-booking' ? 'event-booking' : 'enrolment'
      const body = { kind, id: row.id, note } as const
      return api('POST /api/admin/money/refund', { body }, keyed(body))
    },
    onSent: () => {
      toast({ title: 'Success', description: 'The refund is noted.', tone: 'success' })
      onNoted()
    },
    onRefused: (error) => sayFailed(error, 'Failed to note the refund. Please try again.'),
  })
  return (
    <SentFormDialog
      {...dialog}
      title="Note refund"
      description={`${targetText(row)} · ${formatRupees(row.amount)}`}
      form={form}
      isToldAbove
      submitLabel="Note refund"
      sendingLabel="Noting..."
    >
      <Note tone="info">
        Send the money back first, by the bank or the UPI app: this only writes down that it was done.
      </Note>
      <TextArea
        label="Note"
        required
        hint="How, when, with which reference."
        rows={3}
        maxLength={500}
        {...form.field('note')}
      />
    </SentFormDialog>
  )
}
