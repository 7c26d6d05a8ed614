import { ArrowLeft } from 'lucide-react'
import * as z from 'zod/mini'
import {
  type notePriorities,
  type noteStatuses,
  type StatusFeedback,
  type StudentFeedback,
  statusFeedbackInput,
} from '../../../../../contract/catalogue/feedback.ts'
import { plural } from '../../../../../contract/plural.ts'
import { rowsIn } from '../../../../lib/query.ts'
import { useUserName } from '../../../../lib/use-session.ts'
import { Badge } from '../../../../ui/badge.tsx'
import { Facts } from '../../../../ui/facts.tsx'
import { addedColumn, fewWords, wrapped } from '../../../list/columns.tsx'
import { byAge, optionsOf } from '../../../list/list-choices.ts'
import { SideLink } from '../../../list/list-head.tsx'
import type { CardProps } from '../../../record.ts'
import { callsOf } from '../../../record-calls.ts'
import { RecordCard, RowCell } from '../../../record-card.tsx'
import { area, choice, type Field, text } from '../../../record-fields.tsx'
import { recordSection } from '../../../record-section.tsx'
import { StateBadge, type StateWords, stateOptions } from '../../../state-badge.tsx'

type Status = (typeof noteStatuses)[number]
type Priority = (typeof notePriorities)[number]

const statusWords: Record<Status, StateWords> = {
  pending: { label: 'Pending', tone: 'outline' },
  'in-progress': { label: 'In progress', tone: 'marigold' },
  completed: { label: 'Completed', tone: 'leaf' },
  'on-hold': { label: 'On hold', tone: 'neutral' },
  cancelled: { label: 'Cancelled', tone: 'rose' },
}

const priorityWords: Record<Priority, StateWords> = {
  low: { label: 'Low', tone: 'neutral' },
  medium: { label: 'Medium', tone: 'outline' },
  high: { label: 'High', tone: 'rose' },
  urgent: { label: 'Urgent', tone: 'rose' },
}

const rule = statusFeedbackInput.shape
const words = { required: true, maxLength: 120 }
const statuses = stateOptions(statusWords)
const priorities = stateOptions(priorityWords)
const displayOptions = optionsOf({ enable: 'Enable', display: 'Display' })
const ownUse = { hint: 'For your own use while you write. It isn’t saved.' }
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
  namedBy: 'title',
  isDeletedForGood: true,
  texts: {
    add: 'Add Status Feedback',
    edit: 'Edit Status Feedback',
    added: 'Status feedback added successfully',
    addFailed: 'Failed to add status feedback. Please try again.',
    updated: 'Status feedback updated successfully',
    updateFailed: 'Failed to update status feedback. Please try again.',
    changed: 'Someone else changed this note.',
    keptDraft: 'We’ve kept what you typed for a new note.',
    loading: 'Loading status feedback…',
    notLoaded: 'We couldn’t load the status feedback',
    loadFailed: 'Failed to fetch data. Please try again.',
    refreshed: 'Status feedback refreshed successfully',
    counted: ({ count }) => plural(count, { one: '1 note', other: `${count} notes` }),
    deleteOne: () => 'Confirm delete',
    deleteText: ({ title }) => `“${title}” will be deleted.`,
    deleted: () => 'Status feedback deleted',
    deleteFailed: 'Failed to delete status feedback',
    empty: {
      title: 'No status feedback found',
      text: 'Keep notes for the team here. Visitors never see them.',
      add: 'Add First Status Feedback',
    },
  },
  list: {
    id: 'status-feedback',
    endpoint: 'GET /api/Feedback',
    isPublicToo: true,
    fixed: { kind: 'status' },
    search: { label: 'Search notes', placeholder: 'Title, text or name' },
    filters: [
      { name: 'status', label: 'Status', options: statuses },
      { name: 'priority', label: 'Priority', options: priorities },
    ],
    states: { filter: 'status', counted: 'notes' },
    sorts: byAge,
  },
  // The endpoint serves students' feedback too, so its rows are filtered.
  rows: (answer) => rowsIn<StudentFeedback | StatusFeedback>(answer).filter((row) => row.kind !== 'student'),
  columns: [
    ['title', { className: fewWords }],
    ['status', { cell: (item) => <StatusBadge item={item} />, isState: true }],
    ['priority', { cell: (item) => <PriorityBadge item={item} />, isState: true }],
    ['assigned_to', { className: wrapped }],
    ['created_by', { className: wrapped, isFolded: true }],
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
  toolbar: (
    <SideLink to="#feedback" icon={ArrowLeft}>
      Student feedback
    </SideLink>
  ),
})

/** Returns the badge of a value. A value that this release does not know is shown as it is. */
function wordsOf(words: Record<string, StateWords>, value: string): StateWords {
  return words[value] ?? { label: value, tone: 'outline' }
}

function NoteCard({ item, facts, actions }: CardProps<StatusFeedback>) {
  return (
    <RecordCard
      name={item.title}
      badges={
        <>
          <StatusBadge item={item} />
          <PriorityBadge item={item} />
        </>
      }
      actions={actions}
      rowUnder={facts(['Added'])[0]?.[1]}
      cells={
        <>
          <p className="line-clamp-2 grow-[2] whitespace-pre-line wrap-anywhere" title={item.description}>
            {item.description}
          </p>
          <RowCell top={`To ${item.assigned_to}`} under={`By ${item.created_by}`} />
        </>
      }
    >
      <p className="line-clamp-6 flex-1 whitespace-pre-line wrap-anywhere">{item.description}</p>
      <Facts small facts={facts(['Assigned to', 'Created by', 'Added'])} />
    </RecordCard>
  )
}

function StatusBadge({ item: { status } }: { item: StatusFeedback }) {
  return <StateBadge {...wordsOf(statusWords, status)} />
}

function PriorityBadge({ item: { priority } }: { item: StatusFeedback }) {
  const { label, tone } = wordsOf(priorityWords, priority)
  return (
    <Badge tone={tone}>
      <span className="sr-only">Priority: </span>
      {label}
    </Badge>
  )
}
