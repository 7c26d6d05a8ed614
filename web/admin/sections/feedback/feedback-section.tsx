import { useQueryClient } from '@tanstack/react-query'
import { ClipboardList, Plus } from 'lucide-react'
import { type ReactNode, useId, useRef } from 'react'
import { Link } from 'react-router'
import { ratingNames, type StatusFeedback, type StudentFeedback } from '../../../../contract/feedback.ts'
import { schoolDayOf } from '../../../../contract/school-day.ts'
import { dayText } from '../../../../contract/words.ts'
import { api } from '../../../lib/api.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Rating } from '../../../ui/rating.tsx'
import { DeleteDialog } from '../../delete-dialog.tsx'
import { sayDeleted } from '../../deleted-toast.ts'
import { DraftNote, useDraft } from '../../kept-draft.tsx'
import { answerRows } from '../../list/answer-rows.ts'
import type { BulkAction } from '../../list/bulk.tsx'
import { List } from '../../list/list.tsx'
import { ListRows } from '../../list/list-rows.tsx'
import type { Column } from '../../list/list-table.tsx'
import { type ListDefinition, useList } from '../../list/use-list.ts'
import { useOpened } from '../../opened.tsx'
import { RowActions } from '../../row-actions.tsx'
import { useSectionAction } from '../../section-request.ts'
import { FeedbackDialog, type FeedbackValues, feedbackFormName, ratingOptions } from './feedback-dialog.tsx'

const failed = 'Failed to fetch data. Please try again.'

const definition: ListDefinition<'GET /api/Feedback'> = {
  id: 'feedback',
  endpoint: 'GET /api/Feedback',
  isPublicToo: true,
  fixed: { kind: 'student' },
  search: { label: 'Search feedback', placeholder: 'Student, course, words…' },
  filters: [{ name: 'rating', label: 'Rating', options: ratingOptions }],
  sorts: [
    { value: 'newest', label: 'Newest first' },
    { value: 'oldest', label: 'Oldest first' },
  ],
  sentences: {
    loading: 'Loading feedback…',
    loadFailed: failed,
    emptied: 'The feedback could not be loaded',
    refreshFailed: failed,
    refreshed: 'Feedback refreshed successfully',
  },
}

const ratingName = (rating: number) => ratingNames[rating as keyof typeof ratingNames] ?? ''
const addedDay = ({ created_at }: StudentFeedback) => schoolDayOf(new Date(created_at))

const columns: readonly Column<StudentFeedback>[] = [
  {
    header: 'Student',
    text: ({ student_name }) => student_name,
    className: 'min-w-36 [overflow-wrap:anywhere]',
  },
  {
    header: 'Course',
    text: ({ course_name }) => course_name,
    className: 'min-w-32 [overflow-wrap:anywhere]',
  },
  {
    header: 'Rating',
    text: ({ rating }) => `${rating} ${ratingName(rating)}`,
    cell: ({ rating }) => <Stars rating={rating} />,
    csv: ({ rating }) => String(rating),
  },
  { header: 'Added', text: (row) => dayText(addedDay(row)), csv: addedDay, className: 'min-w-28' },
  {
    header: 'Feedback',
    text: ({ feedback_text }) => feedback_text,
    className: 'min-w-64 whitespace-pre-line [overflow-wrap:anywhere]',
  },
]

/** Reading A3: an admin's answer may hold work notes too. */
const studentRows = (answer: unknown) =>
  answerRows<StudentFeedback | StatusFeedback>(answer).filter((row) => row.kind !== 'status')

type Wanted = { kind: 'form'; draft?: FeedbackValues } | { kind: 'delete'; item: StudentFeedback }

/** B§2, Feedback: what students say; the site shows it. */
export default function FeedbackSection() {
  const list = useList(definition)
  const queryClient = useQueryClient()
  const { opened, show, close } = useOpened<Wanted>()
  const { draft, forget } = useDraft<StudentFeedback, FeedbackValues>(feedbackFormName)
  const heading = useRef<HTMLElement>(null)

  function changed() {
    close()
    void list.reload()
    // The home page and the about page show it too.
    void queryClient.invalidateQueries({ queryKey: ['GET /api/Feedback', null] })
    void queryClient.invalidateQueries({ queryKey: ['GET /api/testimonials'] })
  }
  const sayGone = (gone: readonly StudentFeedback[]) =>
    sayDeleted({
      kind: 'student-feedback',
      ids: gone.map(({ id }) => id),
      description: 'Student feedback deleted successfully',
      onRestored: changed,
    })
  const remove = ({ id }: StudentFeedback) => api('DELETE /api/student-feedback/:id', { params: { id } })
  const deleteMany: BulkAction<StudentFeedback> = {
    label: 'Delete',
    tone: 'danger',
    question: (count) =>
      count === 1 ? 'Delete this feedback?' : `Delete the feedback of ${count} students?`,
    text: 'This action is irreversible.',
    run: remove,
    sayDone: sayGone,
  }
  const add = () => show({ kind: 'form' })
  useSectionAction('add', add)
  const deleteButton = (item: StudentFeedback) => (
    <RowActions
      name={`the feedback of ${item.student_name}`}
      onDelete={() => show({ kind: 'delete', item })}
    />
  )

  return (
    <>
      {draft && (
        <DraftNote
          name={draft.values.student_name || 'a student'}
          onContinue={() => {
            show({ kind: 'form', draft: draft.values })
            forget()
          }}
          onDiscard={forget}
        />
      )}
      <p className="mb-4 flex flex-wrap items-center gap-x-4 text-ink-soft">
        What students say. The team’s own notes are in
        <Link to="#status-feedback" className="link inline-flex min-h-11 items-center gap-2">
          <Icon of={ClipboardList} />
          Status Feedback
        </Link>
      </p>
      <List
        list={list}
        toolbar={
          <Button className="max-sm:grow" onClick={add}>
            <Icon of={Plus} />
            Add Feedback
          </Button>
        }
      >
        <ListRows
          list={list}
          noun={['review', 'reviews']}
          rows={studentRows}
          rowKey={({ id }) => id}
          rowName={({ student_name }) => student_name}
          columns={columns}
          card={(item, selectBox) => (
            <FeedbackCard key={item.id} item={item} selectBox={selectBox} actions={deleteButton(item)} />
          )}
          actions={deleteButton}
          empty={{
            title: 'No feedback found',
            text: 'What students say stands on the home page as soon as it is here.',
            action: <Button onClick={add}>Add First Feedback</Button>,
          }}
          fileName="feedback"
          bulk={[deleteMany]}
          headingRef={heading}
        />
      </List>
      {opened?.kind === 'form' && (
        <FeedbackDialog
          key={opened.turn}
          open={opened.isOpen}
          onClose={close}
          draft={opened.draft}
          onSaved={changed}
        />
      )}
      {opened?.kind === 'delete' && (
        <DeleteDialog
          key={opened.turn}
          open={opened.isOpen}
          onClose={close}
          title={`Delete the feedback of ${opened.item.student_name}?`}
          failed="Failed to delete feedback. Please try again."
          run={() => remove(opened.item)}
          onDeleted={() => {
            // The button that opened the dialog goes with its card.
            heading.current?.focus()
            sayGone([opened.item])
            changed()
          }}
        />
      )}
    </>
  )
}

function FeedbackCard({
  item,
  selectBox,
  actions,
}: {
  item: StudentFeedback
  selectBox: ReactNode
  actions: ReactNode
}) {
  const nameId = useId()
  return (
    <Card as="li" aria-labelledby={nameId} className="flex flex-col gap-3 p-4">
      <div className="flex items-start justify-between gap-2">
        <div className="min-w-0">
          <h2 id={nameId} className="line-clamp-2 text-lg [overflow-wrap:anywhere]">
            {item.student_name}
          </h2>
          <p className="line-clamp-2 text-sm text-ink-soft [overflow-wrap:anywhere]">{item.course_name}</p>
        </div>
        {selectBox && <span className="-mt-2 -mr-2">{selectBox}</span>}
      </div>
      <Stars rating={item.rating} />
      <p className="line-clamp-6 flex-1 whitespace-pre-line [overflow-wrap:anywhere]">{item.feedback_text}</p>
      <div className="flex flex-wrap items-center justify-between gap-2 border-t border-line pt-2">
        <time dateTime={item.created_at} className="text-sm text-ink-soft">
          {dayText(addedDay(item))}
        </time>
        {actions}
      </div>
    </Card>
  )
}

function Stars({ rating }: { rating: number }) {
  return (
    <span className="flex flex-wrap items-center gap-2 text-sm">
      <Rating value={rating} />
      <span className="text-ink-soft">{ratingName(rating)}</span>
    </span>
  )
}
