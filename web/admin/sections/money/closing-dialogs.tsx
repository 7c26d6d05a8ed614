import type { ComponentProps } from 'react'
import * as z from 'zod/mini'
import { closingNote, type Payable, type StatementLine } from '../../../../contract/money.ts'
import { formatRupees } from '../../../../contract/words.ts'
import { api } from '../../../lib/api.ts'
import { useSentForm } from '../../../lib/use-checked-form.ts'
import type { Openable } from '../../../ui/lazy-dialog.tsx'
import { Note } from '../../../ui/note.tsx'
import { SelectField } from '../../../ui/select-field.tsx'
import { TextArea } from '../../../ui/text-area.tsx'
import { toast } from '../../../ui/toast-store.ts'
import { SentFormDialog } from '../../form-dialog.tsx'
import { sayFailed } from '../../use-deed.ts'
import { targetText } from './money-words.tsx'

const closingRules = z.object({ outcome: z.enum(['refunded', 'ignored']), note: closingNote })

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
    rules: closingRules,
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
      <NoteField
        hint="For whoever looks later: how and when it was sent back, or what it was."
        {...form.field('note')}
      />
    </SentFormDialog>
  )
}

/** Notes that money for which no seat was left is sent back. */
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
      <NoteField hint="How, when, with which reference." {...form.field('note')} />
    </SentFormDialog>
  )
}

const NoteField = (field: Omit<ComponentProps<typeof TextArea>, 'label'>) => (
  <TextArea label="Note" required rows={3} maxLength={500} {...field} />
)
