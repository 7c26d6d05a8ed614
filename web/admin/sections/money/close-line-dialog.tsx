import { useId } from 'react'
import * as z from 'zod/mini'
import { closingNote, type StatementLine } from '../../../../contract/money.ts'
import { formatRupees } from '../../../../contract/words.ts'
import { api } from '../../../lib/api.ts'
import { SelectField } from '../../../ui/select-field.tsx'
import { TextArea } from '../../../ui/text-area.tsx'
import { FormDialog } from '../../form-dialog.tsx'
import { useRecordForm } from '../../record-form.tsx'

interface CloseValues {
  outcome: string
  note: string
}

const rules = z.object({ outcome: z.string(), note: closingNote }) as z.ZodMiniType<unknown, CloseValues>

const outcomes = [
  { value: 'refunded', label: 'Sent back' },
  { value: 'ignored', label: 'Not ours (interest, own transfer…)' },
]

/** Money that belongs to nothing here: what became of it. */
export function CloseLineDialog({
  open,
  onClose,
  line,
  onClosed,
}: {
  open: boolean
  onClose: () => void
  line: StatementLine
  onClosed: () => void
}) {
  const formId = useId()
  const { field, notice, isDirty, isSending, onSubmit } = useRecordForm<StatementLine, CloseValues>({
    name: 'statement-line',
    what: 'line',
    item: null,
    rules: rules,
    valuesOf: () => ({ outcome: line.suggestion?.action === 'double' ? 'refunded' : 'ignored', note: '' }),
    labels: { outcome: 'What became of it', note: 'Note' },
    send: ({ outcome, note }, _base, options) =>
      api(
        'POST /api/admin/money/lines/:id/close',
        { params: { id: line.id }, body: { outcome: outcome === 'refunded' ? 'refunded' : 'ignored', note } },
        options,
      ),
    sentences: {
      added: 'The line is off the list.',
      addFailed: 'Failed to close the line. Please try again.',
      updated: '',
      updateFailed: '',
    },
    onSaved: onClosed,
  })
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title="Close without a match"
      description={`${formatRupees(line.amount)} · ${line.reference ?? line.description}`}
      formId={formId}
      isDirty={isDirty}
      isSending={isSending}
      submitLabel="Close line"
      sendingLabel="Closing..."
    >
      <form id={formId} noValidate onSubmit={onSubmit} className="flex flex-col gap-5">
        {notice}
        <SelectField label="What became of it" options={outcomes} {...field('outcome')} />
        <TextArea
          label="Note"
          required
          hint="For whoever looks later: how and when it was sent back, or what it was."
          rows={3}
          maxLength={500}
          {...field('note')}
        />
      </form>
    </FormDialog>
  )
}
