import * as z from 'zod/mini'
import {
  type notePriorities,
  type noteStatuses,
  type StatusFeedback,
  statusFeedbackInput,
} from '../../../../contract/feedback.ts'
import { api } from '../../../lib/api.ts'
import { useUserName } from '../../../lib/use-session.ts'
import { area, choice, text } from '../../record-fields.tsx'
import type { FormParts, RecordForm } from '../../record-form.tsx'
import { type StateWords, stateOptions } from '../../state-badge.tsx'

type Status = (typeof noteStatuses)[number]
type Priority = (typeof notePriorities)[number]

export const statusWords: Record<Status, StateWords> = {
  pending: { label: 'Pending', tone: 'outline' },
  'in-progress': { label: 'In progress', tone: 'marigold' },
  completed: { label: 'Completed', tone: 'leaf' },
  'on-hold': { label: 'On hold', tone: 'neutral' },
  cancelled: { label: 'Cancelled', tone: 'rose' },
}

export const priorityWords: Record<Priority, StateWords> = {
  low: { label: 'Low', tone: 'neutral' },
  medium: { label: 'Medium', tone: 'outline' },
  high: { label: 'High', tone: 'marigold' },
  urgent: { label: 'Urgent', tone: 'rose' },
}

const rule = statusFeedbackInput.shape
const words = { required: true, maxLength: 120 }
// The form has these two and does not send them.
const ownUse = { hint: 'For your own use while you write; not saved.' }

const fields = {
  title: text('Title', rule.title, words),
  status: choice<Status>('Status', stateOptions(statusWords), { rule: rule.status, required: true }),
  priority: choice<Priority>('Priority', stateOptions(priorityWords), {
    rule: rule.priority,
    start: 'medium',
  }),
  assigned_to: text('Assigned to', rule.assigned_to, words),
  created_by: text('Created by', rule.created_by, words),
  description: area('Description', rule.description, { required: true, maxLength: 2000 }),
  customLabel: {
    ...text('Custom label', z.string(), { ...ownUse, maxLength: 60 }),
    read: () => '',
    write: () => undefined,
  },
  displayOption: {
    ...choice(
      'Display option',
      [
        { value: 'enable', label: 'Enable' },
        { value: 'display', label: 'Display' },
      ],
      ownUse,
    ),
    read: () => 'enable',
    write: () => undefined,
  },
}

function Layout({ input }: FormParts<StatusFeedback, typeof fields>) {
  return (
    <>
      {input('title')}
      <div className="grid gap-5 sm:grid-cols-2">
        {input('status')}
        {input('priority')}
        {input('assigned_to')}
        {input('created_by')}
      </div>
      {input('description')}
      <div className="grid gap-5 sm:grid-cols-2">
        {input('customLabel')}
        {input('displayOption')}
      </div>
    </>
  )
}

export const noteForm: RecordForm<StatusFeedback, typeof fields> = {
  name: 'status-feedback',
  what: 'note',
  title: 'Status Feedback',
  fields,
  useStart: () => ({ created_by: useUserName() ?? '' }),
  add: (body, options) => api('POST /api/status-feedback', { body }, options),
  update: ({ id }, body, options) => api('PUT /api/status-feedback/:id', { params: { id }, body }, options),
  find: async ({ id }) => (await api('GET /api/status-feedback/:id', { params: { id } })).data,
  sentences: {
    added: 'Status feedback added successfully',
    addFailed: 'Failed to add status feedback. Please try again.',
    updated: 'Status feedback updated successfully',
    updateFailed: 'Failed to update status feedback. Please try again.',
  },
  Layout,
}
