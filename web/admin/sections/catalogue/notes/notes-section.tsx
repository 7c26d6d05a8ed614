import { ArrowLeft } from 'lucide-react'
import { Link } from 'react-router'
import * as z from 'zod/mini'
import {
  type StatusFeedback,
  type StudentFeedback,
  statusFeedbackInput,
} from '../../../../../contract/catalogue/feedback.ts'
import { rowsIn } from '../../../../lib/query.ts'
import { useUserName } from '../../../../lib/use-session.ts'
import { Icon } from '../../../../ui/icon.tsx'
import { addedColumn, fewWords, wrapped } from '../../../list/columns.tsx'
import { byAge, optionsOf } from '../../../list/list-choices.ts'
import { callsOf } from '../../../record-calls.ts'
import { area, choice, type Field, text } from '../../../record-fields.tsx'
import { recordSection } from '../../../record-section.tsx'
import { stateOptions } from '../../../state-badge.tsx'
import {
  NoteCard,
  type Priority,
  PriorityBadge,
  priorityWords,
  type Status,
  StatusBadge,
  statusWords,
} from './note-card.tsx'

const rule = statusFeedbackInput.shape
const words = { required: true, maxLength: 120 }
const statuses = stateOptions(statusWords)
const priorities = stateOptions(priorityWords)
const displayOptions = optionsOf({ enable: 'Enable', display: 'Display' })
const ownUse = { hint: 'For your own use while you write; not saved.' }
/** The form shows this field but does not send it. */
const unsent = (field: Field<unknown, string, string>, shown = '') => ({
  ...field,
  read: () => shown,
  write: () => undefined,
})

const fields = {
  title: text('Title', rule.title, words),
  status: choice<Status>('Status', statuses, { rule: rule.status, required: true }),
  priority: choice<Priority>('Priority', priorities, { rule: rule.priority, start: 'medium' }),
  assigned_to: text('Assigned to', rule.assigned_to, words),
  created_by: text('Created by', rule.created_by, words),
  description: area('Description', rule.description, { required: true, maxLength: 2000 }),
  customLabel: unsent(text('Custom label', z.string(), { ...ownUse, maxLength: 60 })),
  displayOption: unsent(choice('Display option', displayOptions, ownUse), 'enable'),
}

export default recordSection({
  kind: 'status-feedback',
  calls: callsOf('/api/status-feedback', 'edit', 'find'),
  names: ['status feedback', 'status feedback'],
  noun: ['note', 'notes'],
  what: 'note',
  namedBy: 'title',
  isDeletedForGood: true,
  verb: 'add',
  sentences: {
    deleteOne: () => 'Confirm delete',
    deleteText: ({ title }) => `“${title}” will be gone.`,
    deleteFailed: 'Failed to delete status feedback',
    deleted: () => 'Status feedback deleted',
  },
  list: {
    endpoint: 'GET /api/Feedback',
    isPublicToo: true,
    fixed: { kind: 'status' },
    search: { label: 'Search notes', placeholder: 'Title, words, name…' },
    filters: [
      { name: 'status', label: 'Status', options: statuses },
      { name: 'priority', label: 'Priority', options: priorities },
    ],
    sorts: byAge,
    failed: 'Failed to fetch data. Please try again.',
  },
  // An admin's answer may hold students' feedback too.
  rows: (answer) => rowsIn<StudentFeedback | StatusFeedback>(answer).filter((row) => row.kind !== 'student'),
  columns: [
    ['title', { className: fewWords }],
    ['status', { cell: (item) => <StatusBadge item={item} /> }],
    ['priority', { cell: (item) => <PriorityBadge item={item} /> }],
    ['assigned_to', { className: wrapped }],
    ['created_by', { className: wrapped }],
    { ...addedColumn, className: 'min-w-28' },
    'description',
  ],
  Card: NoteCard,
  form: {
    fields,
    lines: [
      'title',
      ['status', 'priority', 'assigned_to', 'created_by'],
      'description',
      ['customLabel', 'displayOption'],
    ],
    useStart: () => ({ created_by: useUserName() ?? '' }),
  },
  empty: { text: 'What the team has to remember stands here; visitors never see it.' },
  above: () => (
    <p className="mb-4">
      <Link to="#feedback" className="link inline-flex min-h-11 items-center gap-2">
        <Icon of={ArrowLeft} />
        Student feedback
      </Link>
    </p>
  ),
})
