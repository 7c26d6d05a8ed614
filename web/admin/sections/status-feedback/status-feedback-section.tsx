import { ArrowLeft, Plus } from 'lucide-react'
import { type ReactNode, useId, useRef } from 'react'
import { Link } from 'react-router'
import type { StatusFeedback, StudentFeedback } from '../../../../contract/feedback.ts'
import { schoolDayOf } from '../../../../contract/school-day.ts'
import { dayText } from '../../../../contract/words.ts'
import { api } from '../../../lib/api.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { DeleteDialog } from '../../delete-dialog.tsx'
import { sayDeleted } from '../../deleted-toast.ts'
import { DraftNote, useDraft } from '../../kept-draft.tsx'
import { answerRows } from '../../list/answer-rows.ts'
import { List } from '../../list/list.tsx'
import { ListRows } from '../../list/list-rows.tsx'
import type { Column } from '../../list/list-table.tsx'
import { type ListDefinition, useList } from '../../list/use-list.ts'
import { useOpened } from '../../opened.tsx'
import { RowActions } from '../../row-actions.tsx'
import { useSectionAction } from '../../section-request.ts'
import { NoteDialog, type NoteValues, noteFormName } from './note-dialog.tsx'
import { optionsOf, priorityWords, statusWords, wordsOf } from './note-words.ts'

const failed = 'Failed to fetch data. Please try again.'

const definition: ListDefinition<'GET /api/Feedback'> = {
  id: 'status-feedback',
  endpoint: 'GET /api/Feedback',
  isPublicToo: true,
  fixed: { kind: 'status' },
  search: { label: 'Search notes', placeholder: 'Title, words, name…' },
  filters: [
    { name: 'status', label: 'Status', options: optionsOf(statusWords) },
    { name: 'priority', label: 'Priority', options: optionsOf(priorityWords) },
  ],
  sorts: [
    { value: 'newest', label: 'Newest first' },
    { value: 'oldest', label: 'Oldest first' },
  ],
  sentences: {
    loading: 'Loading status feedback…',
    loadFailed: failed,
    emptied: 'The status feedback could not be loaded',
    refreshFailed: failed,
    refreshed: 'Status feedback refreshed successfully',
  },
}

const addedDay = ({ created_at }: StatusFeedback) => schoolDayOf(new Date(created_at))

const columns: readonly Column<StatusFeedback>[] = [
  { header: 'Title', text: ({ title }) => title, className: 'min-w-40 [overflow-wrap:anywhere]' },
  {
    header: 'Status',
    text: ({ status }) => wordsOf(statusWords, status).label,
    cell: ({ status }) => <StatusBadge status={status} />,
  },
  {
    header: 'Priority',
    text: ({ priority }) => wordsOf(priorityWords, priority).label,
    cell: ({ priority }) => <PriorityBadge priority={priority} />,
  },
  { header: 'Assigned to', text: ({ assigned_to }) => assigned_to, className: '[overflow-wrap:anywhere]' },
  { header: 'Created by', text: ({ created_by }) => created_by, className: '[overflow-wrap:anywhere]' },
  { header: 'Added', text: (row) => dayText(addedDay(row)), csv: addedDay, className: 'min-w-28' },
  {
    header: 'Description',
    text: ({ description }) => description,
    className: 'min-w-64 whitespace-pre-line [overflow-wrap:anywhere]',
  },
]

/** An answer of both kinds shows its notes alone (reading A3). */
const noteRows = (answer: unknown) =>
  answerRows<StudentFeedback | StatusFeedback>(answer).filter((row) => row.kind !== 'student')

type Wanted =
  | { kind: 'form'; item: StatusFeedback | null; draft?: NoteValues }
  | { kind: 'delete'; item: StatusFeedback }

/** B§2, status feedback: the team's own notes. Not in the menu; Feedback leads here (reading B2). */
export default function StatusFeedbackSection() {
  const list = useList(definition)
  const { opened, show, close } = useOpened<Wanted>()
  const { draft, forget } = useDraft<StatusFeedback, NoteValues>(noteFormName)
  const heading = useRef<HTMLElement>(null)

  function changed() {
    close()
    void list.reload()
  }
  const add = () => show({ kind: 'form', item: null })
  useSectionAction('add', add)
  const actions = (item: StatusFeedback) => (
    <RowActions
      name={item.title}
      onEdit={() => show({ kind: 'form', item })}
      onDelete={() => show({ kind: 'delete', item })}
    />
  )

  return (
    <>
      {draft && (
        <DraftNote
          name={draft.values.title || 'a new note'}
          onContinue={() => {
            show({ kind: 'form', item: draft.item, draft: draft.values })
            forget()
          }}
          onDiscard={forget}
        />
      )}
      <p className="mb-4">
        <Link to="#feedback" className="link inline-flex min-h-11 items-center gap-2">
          <Icon of={ArrowLeft} />
          Student feedback
        </Link>
      </p>
      <List
        list={list}
        toolbar={
          <Button className="max-sm:grow" onClick={add}>
            <Icon of={Plus} />
            Add Status Feedback
          </Button>
        }
      >
        <ListRows
          list={list}
          noun={['note', 'notes']}
          rows={noteRows}
          rowKey={({ id }) => id}
          rowName={({ title }) => title}
          columns={columns}
          card={(item) => <NoteCard key={item.id} item={item} actions={actions(item)} />}
          actions={actions}
          empty={{
            title: 'No status feedback found',
            text: 'What the team has to remember stands here; visitors never see it.',
            action: <Button onClick={add}>Add First Status Feedback</Button>,
          }}
          fileName="status-feedback"
          headingRef={heading}
        />
      </List>
      {opened?.kind === 'form' && (
        <NoteDialog
          key={opened.turn}
          open={opened.isOpen}
          onClose={close}
          item={opened.item}
          draft={opened.draft}
          onSaved={changed}
        />
      )}
      {opened?.kind === 'delete' && (
        <DeleteDialog
          key={opened.turn}
          open={opened.isOpen}
          onClose={close}
          title="Confirm delete"
          failed="Failed to delete status feedback"
          run={() => api('DELETE /api/status-feedback/:id', { params: { id: opened.item.id } })}
          onDeleted={() => {
            // The button that opened the dialog goes with its card.
            heading.current?.focus()
            sayDeleted({
              kind: 'status-feedback',
              ids: [opened.item.id],
              description: 'Status feedback deleted',
              onRestored: changed,
            })
            changed()
          }}
        >
          “{opened.item.title}” will be gone.
        </DeleteDialog>
      )}
    </>
  )
}

function NoteCard({ item, actions }: { item: StatusFeedback; actions: ReactNode }) {
  const titleId = useId()
  return (
    <Card as="li" aria-labelledby={titleId} className="flex flex-col gap-3 p-4">
      <div className="flex flex-wrap gap-2">
        <StatusBadge status={item.status} />
        <PriorityBadge priority={item.priority} />
      </div>
      <h2 id={titleId} className="line-clamp-3 text-lg [overflow-wrap:anywhere]">
        {item.title}
      </h2>
      <p className="line-clamp-6 flex-1 whitespace-pre-line [overflow-wrap:anywhere]">{item.description}</p>
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 text-sm [overflow-wrap:anywhere]">
        <dt className="text-ink-soft">Assigned to</dt>
        <dd>{item.assigned_to}</dd>
        <dt className="text-ink-soft">Created by</dt>
        <dd>{item.created_by}</dd>
        <dt className="text-ink-soft">Added</dt>
        <dd>{dayText(addedDay(item))}</dd>
      </dl>
      <div className="border-t border-line pt-2">{actions}</div>
    </Card>
  )
}

function StatusBadge({ status }: { status: string }) {
  const { label, tone } = wordsOf(statusWords, status)
  return <Badge tone={tone}>{label}</Badge>
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
