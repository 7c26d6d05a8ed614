import { ClipboardList } from 'lucide-react'
import { Link } from 'react-router'
import { ratingNames, type StatusFeedback, type StudentFeedback } from '../../../../contract/feedback.ts'
import { api } from '../../../lib/api.ts'
import { Icon } from '../../../ui/icon.tsx'
import { Rating } from '../../../ui/rating.tsx'
import { answerRows } from '../../list/answer-rows.ts'
import { addedColumn, addedText, fewWords, longText } from '../../list/columns.tsx'
import { byAge, listSentences } from '../../list/list-sentences.ts'
import type { Column } from '../../list/list-table.tsx'
import { type ListDefinition, useList } from '../../list/use-list.ts'
import { RecordCard } from '../../record-card.tsx'
import { type CardProps, RecordSection } from '../../record-section.tsx'
import { feedbackForm, ratingOptions } from './feedback-form.tsx'

const definition: ListDefinition<'GET /api/Feedback'> = {
  id: 'feedback',
  endpoint: 'GET /api/Feedback',
  isPublicToo: true,
  fixed: { kind: 'student' },
  search: { label: 'Search feedback', placeholder: 'Student, course, words…' },
  filters: [{ name: 'rating', label: 'Rating', options: ratingOptions }],
  sorts: byAge,
  sentences: listSentences('feedback', 'Failed to fetch data. Please try again.'),
}

const ratingName = (rating: number) => ratingNames[rating as keyof typeof ratingNames] ?? ''

const columns: readonly Column<StudentFeedback>[] = [
  { header: 'Student', text: ({ student_name }) => student_name, className: fewWords },
  { header: 'Course', text: ({ course_name }) => course_name, className: fewWords },
  {
    header: 'Rating',
    text: ({ rating }) => `${rating} ${ratingName(rating)}`,
    cell: ({ rating }) => <Stars rating={rating} />,
    csv: ({ rating }) => String(rating),
  },
  { ...addedColumn, className: 'min-w-28' },
  { header: 'Feedback', text: ({ feedback_text }) => feedback_text, className: longText },
]

/** An admin's answer may hold work notes too. */
const studentRows = (answer: unknown) =>
  answerRows<StudentFeedback | StatusFeedback>(answer).filter((row) => row.kind !== 'status')

/** What students say, and the way to the team's own notes. */
export default function FeedbackSection() {
  return (
    <RecordSection
      kind="student-feedback"
      noun={['review', 'reviews']}
      list={useList(definition)}
      rows={studentRows}
      nameOf={({ student_name }) => student_name}
      actionNameOf={({ student_name }) => `the feedback of ${student_name}`}
      columns={columns}
      Card={FeedbackCard}
      form={feedbackForm}
      draftName={({ student_name }) => student_name || 'a student'}
      remove={{
        run: ({ id }) => api('DELETE /api/student-feedback/:id', { params: { id } }),
        title: ({ student_name }) => `Delete the feedback of ${student_name}?`,
        failed: 'Failed to delete feedback. Please try again.',
        done: () => 'Student feedback deleted successfully',
        many: (count) =>
          count === 1 ? 'Delete this feedback?' : `Delete the feedback of ${count} students?`,
      }}
      empty={{
        title: 'No feedback found',
        text: 'What students say stands on the home page as soon as it is here.',
        add: 'Add First Feedback',
      }}
      fileName="feedback"
      // The home page and the about page show it too.
      shownIn={[['GET /api/Feedback', null], ['GET /api/testimonials']]}
      above={
        <p className="mb-4 flex flex-wrap items-center gap-x-4 text-ink-soft">
          What students say. The team’s own notes are in
          <Link to="#status-feedback" className="link inline-flex min-h-11 items-center gap-2">
            <Icon of={ClipboardList} />
            Status Feedback
          </Link>
        </p>
      }
    />
  )
}

function FeedbackCard({ item, selectBox, actions }: CardProps<StudentFeedback>) {
  return (
    <RecordCard
      name={item.student_name}
      under={<span className="line-clamp-2">{item.course_name}</span>}
      selectBox={selectBox}
      foot={
        <time dateTime={item.created_at} className="text-sm text-ink-soft">
          {addedText(item)}
        </time>
      }
      actions={actions}
    >
      <Stars rating={item.rating} />
      <p className="line-clamp-6 whitespace-pre-line [overflow-wrap:anywhere]">{item.feedback_text}</p>
    </RecordCard>
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
