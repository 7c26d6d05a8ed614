import * as z from 'zod/mini'
import { closingNote, type StatementLine } from '../../../../contract/money.ts'
import { formatRupees } from '../../../../contract/words.ts'
import { api } from '../../../lib/api.ts'
import { useSentForm } from '../../../lib/use-checked-form.ts'
import type { Openable } from '../../../ui/lazy-dialog.tsx'
import { SelectField } from '../../../ui/select-field.tsx'
import { TextArea } from '../../../ui/text-area.tsx'
import { toast } from '../../../ui/toast-store.ts'
import { SentFormDialog } from '../../form-dialog.tsx'
import { sayFailed } from '../../use-deed.ts'

const rules = z.object({ outcome: z.enum(['refunded', 'ignored']), note: closingNote })

const outcomes = [
  { value: 'refunded', label: 'Sent back' },
  { value: 'ignored', label: 'Not ours (interest, own transfer…)' },
]

/** Money that belongs to nothing here: what became of it. */
export function CloseLineDialog({
  line,
  onClosed,
  ...dialog
}: Openable & { line: StatementLine; onClosed: () => void }) {
  const form = useSentForm({
    rules,
    defaults: { outcome: line.suggestion?.action === 'double' ? 'refunded' : 'ignored', note: '' },
    send: (body, keyed) =>
      api('POST /api/admin/money/lines/:id/close', { params: { id: line.id }, body }, keyed(body)),
    onSent: () => {
      toast({ title: 'Success', description: 'The line is off the list.', tone: 'success' })
      onClosed()
    },
    onRefused: (error) => sayFailed(error, 'Failed to close the line. Please try again.'),
  })
  return (
    <SentFormDialog
      {...dialog}
      title="Close without a match"
      description={`${formatRupees(line.amount)} · ${line.reference ?? line.description}`}
      form={form}
      isToldAbove
      submitLabel="Close line"
      sendingLabel="Closing..."
    >
      <SelectField label="What became of it" options={outcomes} {...form.field('outcome')} />
      <TextArea
        label="Note"
        required
        hint="For whoever looks later: how and when it was sent back, or what it was."
        rows={3}
        maxLength={500}
        {...form.field('note')}
      />
    </SentFormDialog>
  )
}
