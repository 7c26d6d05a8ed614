import { ArrowLeft } from 'lucide-react'
import { Link } from 'react-router'
import type { StatusFeedback, StudentFeedback } from '../../../../contract/feedback.ts'
import { api } from '../../../lib/api.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { CardFacts } from '../../facts.tsx'
import { answerRows } from '../../list/answer-rows.ts'
import { addedColumn, addedText, fewWords, longText, wrapped } from '../../list/columns.tsx'
import { byAge, listSentences } from '../../list/list-sentences.ts'
import type { Column } from '../../list/list-table.tsx'
import { type ListDefinition, useList } from '../../list/use-list.ts'
import { RecordCard } from '../../record-card.tsx'
import { type CardProps, RecordSection } from '../../record-section.tsx'
import { StateBadge, type StateWords, stateOptions } from '../../state-badge.tsx'
import { noteForm, priorityWords, statusWords } from './note-form.tsx'

const definition: ListDefinition<'GET /api/Feedback'> = {
  id: 'status-feedback',
  endpoint: 'GET /api/Feedback',
  isPublicToo: true,
  fixed: { kind: 'status' },
  search: { label: 'Search notes', placeholder: 'Title, words, name…' },
  filters: [
    { name: 'status', label: 'Status', options: stateOptions(statusWords) },
    { name: 'priority', label: 'Priority', options: stateOptions(priorityWords) },
  ],
  sorts: byAge,
  sentences: listSentences('status feedback', 'Failed to fetch data. Please try again.'),
}

/** A value that this release does not know stands as it is. */
function wordsOf(words: Record<string, StateWords>, value: string): StateWords {
  return words[value] ?? { label: value, tone: 'outline' }
}

const columns: readonly Column<StatusFeedback>[] = [
  { header: 'Title', text: ({ title }) => title, className: fewWords },
  {
    header: 'Status',
    text: ({ status }) => wordsOf(statusWords, status).label,
    cell: ({ status }) => <StateBadge {...wordsOf(statusWords, status)} />,
  },
  {
    header: 'Priority',
    text: ({ priority }) => wordsOf(priorityWords, priority).label,
    cell: ({ priority }) => <PriorityBadge priority={priority} />,
  },
  { header: 'Assigned to', text: ({ assigned_to }) => assigned_to, className: wrapped },
  { header: 'Created by', text: ({ created_by }) => created_by, className: wrapped },
  { ...addedColumn, className: 'min-w-28' },
  { header: 'Description', text: ({ description }) => description, className: longText },
]

/** An admin's answer may hold what students say too. */
const noteRows = (answer: unknown) =>
  answerRows<StudentFeedback | StatusFeedback>(answer).filter((row) => row.kind !== 'student')

/** The team's own notes. Not in the menu; Feedback leads here. */
export default function StatusFeedbackSection() {
  return (
    <RecordSection
      kind="status-feedback"
      noun={['note', 'notes']}
      list={useList(definition)}
      rows={noteRows}
      nameOf={({ title }) => title}
      columns={columns}
      Card={NoteCard}
      form={noteForm}
      draftName={({ title }) => title || 'a new note'}
      remove={{
        run: ({ id }) => api('DELETE /api/status-feedback/:id', { params: { id } }),
        title: () => 'Confirm delete',
        text: ({ title }) => `“${title}” will be gone.`,
        failed: 'Failed to delete status feedback',
        done: () => 'Status feedback deleted',
      }}
      empty={{
        title: 'No status feedback found',
        text: 'What the team has to remember stands here; visitors never see it.',
        add: 'Add First Status Feedback',
      }}
      fileName="status-feedback"
      above={
        <p className="mb-4">
          <Link to="#feedback" className="link inline-flex min-h-11 items-center gap-2">
            <Icon of={ArrowLeft} />
            Student feedback
          </Link>
        </p>
      }
    />
  )
}

function NoteCard({ item, actions }: CardProps<StatusFeedback>) {
  return (
    <RecordCard
      name={item.title}
      badges={
        <>
          <StateBadge {...wordsOf(statusWords, item.status)} />
          <PriorityBadge priority={item.priority} />
        </>
      }
      actions={actions}
    >
      <p className="line-clamp-6 flex-1 whitespace-pre-line [overflow-wrap:anywhere]">{item.description}</p>
      <CardFacts
        facts={[
          ['Assigned to', item.assigned_to],
          ['Created by', item.created_by],
          ['Added', addedText(item)],
        ]}
      />
    </RecordCard>
  )
}

function PriorityBadge({ priority }: { priority: string }) {
  const { label, tone } = wordsOf(priorityWords, priority)
  return (
    <Badge tone={tone}>
      <span className="sr-only">Priority: </span>
      {label}
    </Badge>
  )
}
