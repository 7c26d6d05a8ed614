import { useId } from 'react'
import type * as z from 'zod/mini'
import {
  type StatusFeedback,
  type StatusFeedbackInput,
  statusFeedbackInput,
} from '../../../../contract/feedback.ts'
import { listLimitMax } from '../../../../contract/primitives.ts'
import { api } from '../../../lib/api.ts'
import { useUserName } from '../../../lib/use-session.ts'
import { SelectField } from '../../../ui/select-field.tsx'
import { TextArea } from '../../../ui/text-area.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { FormDialog } from '../../form-dialog.tsx'
import { answerRows } from '../../list/answer-rows.ts'
import { useRecordForm } from '../../record-form-hook.tsx'
import { RecordHistory } from '../../record-history.tsx'
import { optionsOf, priorityWords, statusWords } from './note-words.ts'

/** Under which an unsaved form is kept. */
export const noteFormName = 'status-feedback'

export interface NoteValues {
  title: string
  status: string
  priority: string
  assigned_to: string
  created_by: string
  description: string
  /** B§3: the form holds these two and does not send them. */
  customLabel: string
  displayOption: string
}

async function findNote({ id }: StatusFeedback): Promise<StatusFeedback | null> {
  const answer = await api('GET /api/Feedback', { query: { kind: 'status', limit: listLimitMax } })
  return answerRows<StatusFeedback>(answer).find((note) => note.id === id) ?? null
}

/** B§5: a note of the team. */
export function NoteDialog({
  open,
  onClose,
  item,
  draft,
  onSaved,
}: {
  open: boolean
  onClose: () => void
  item: StatusFeedback | null
  draft: NoteValues | undefined
  onSaved: () => void
}) {
  const formId = useId()
  const userName = useUserName()
  const { field, notice, isDirty, isSending, onSubmit } = useRecordForm<StatusFeedback, NoteValues>({
    name: noteFormName,
    what: 'note',
    item,
    draft,
    rules: statusFeedbackInput as unknown as z.ZodMiniType<unknown, NoteValues>,
    valuesOf: (note) => ({
      title: note?.title ?? '',
      status: note?.status ?? 'pending',
      priority: note?.priority ?? 'medium',
      assigned_to: note?.assigned_to ?? '',
      created_by: note?.created_by ?? userName ?? '',
      description: note?.description ?? '',
      customLabel: '',
      displayOption: 'enable',
    }),
    labels: {
      title: 'Title',
      status: 'Status',
      priority: 'Priority',
      assigned_to: 'Assigned to',
      created_by: 'Created by',
      description: 'Description',
      customLabel: 'Custom label',
      displayOption: 'Display option',
    },
    send: ({ customLabel: _label, displayOption: _option, ...values }, base, options) => {
      // The rules have seen that status and priority are of theirs.
      const body = values as StatusFeedbackInput
      return base === null
        ? api('POST /api/status-feedback', { body }, options)
        : api(
            'PUT /api/status-feedback/:id',
            { params: { id: base.id }, body: { ...body, version: base.version } },
            options,
          )
    },
    find: findNote,
    sentences: {
      added: 'Status feedback added successfully',
      addFailed: 'Failed to add status feedback. Please try again.',
      updated: 'Status feedback updated successfully',
      updateFailed: 'Failed to update status feedback. Please try again.',
    },
    onSaved,
  })
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title={item === null ? 'Add Status Feedback' : 'Edit Status Feedback'}
      description={item?.title}
      formId={formId}
      isDirty={isDirty}
      isSending={isSending}
      submitLabel={item === null ? 'Add Status Feedback' : 'Save Changes'}
      sendingLabel={item === null ? 'Adding...' : 'Saving...'}
    >
      <form id={formId} noValidate onSubmit={onSubmit} className="flex flex-col gap-5">
        {notice}
        <TextField label="Title" required maxLength={120} {...field('title')} />
        <div className="grid gap-5 sm:grid-cols-2">
          <SelectField label="Status" required options={optionsOf(statusWords)} {...field('status')} />
          <SelectField label="Priority" options={optionsOf(priorityWords)} {...field('priority')} />
          <TextField label="Assigned to" required maxLength={120} {...field('assigned_to')} />
          <TextField label="Created by" required maxLength={120} {...field('created_by')} />
        </div>
        <TextArea label="Description" required rows={4} maxLength={2000} {...field('description')} />
        <div className="grid gap-5 sm:grid-cols-2">
          <TextField
            label="Custom label"
            hint="For your own use while you write; not saved."
            maxLength={60}
            {...field('customLabel')}
          />
          <SelectField
            label="Display option"
            hint="For your own use while you write; not saved."
            options={[
              { value: 'enable', label: 'Enable' },
              { value: 'display', label: 'Display' },
            ]}
            {...field('displayOption')}
          />
        </div>
        {item !== null && <RecordHistory kind="status-feedback" id={item.id} />}
      </form>
    </FormDialog>
  )
}
