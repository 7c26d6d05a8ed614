import { useQuery } from '@tanstack/react-query'
import { ClipboardList } from 'lucide-react'
import {
  ratingNames,
  type StatusFeedback,
  type StudentFeedback,
  studentFeedbackInput,
} from '../../../../../contract/catalogue/feedback.ts'
import { plural } from '../../../../../contract/plural.ts'
import { query, rowsIn } from '../../../../lib/query.ts'
import { Rating } from '../../../../ui/rating.tsx'
import { addedColumn, addedText, fewWords } from '../../../list/columns.tsx'
import { byAge } from '../../../list/list-choices.ts'
import { SideLink } from '../../../list/list-head.tsx'
import type { CardProps } from '../../../record.ts'
import { callsOf } from '../../../record-calls.ts'
import { RecordCard } from '../../../record-card.tsx'
import { area, choice, text } from '../../../record-fields.tsx'
import { recordSection } from '../../../record-section.tsx'

function useCourses() {
  const courses = useQuery(query('GET /api/courses'))
  return courses.data?.map(({ title }) => ({ value: title })) ?? []
}

const ratingOptions = ([5, 4, 3, 2, 1] as const).map((rating) => ({
  value: String(rating),
  label: `${rating} - ${ratingNames[rating]}`,
}))

const ratingName = (rating: number) => ratingNames[rating as keyof typeof ratingNames] ?? ''

const rule = studentFeedbackInput.shape
const words = { required: true, maxLength: 120 }

const fields = {
  student_name: text('Student name', rule.student_name, words),
  course_name: text('Course name', rule.course_name, {
    ...words,
    autoComplete: 'off',
    useProposals: useCourses,
  }),
  rating: { ...choice('Rating', ratingOptions, { rule: rule.rating, required: true }), write: Number },
  feedback_text: area('Feedback', rule.feedback_text, { required: true, maxLength: 2000, rows: 5 }),
}

export default recordSection({
  kind: 'student-feedback',
  calls: callsOf('/api/student-feedback'),
  namedBy: 'student_name',
  actionNameOf: ({ student_name }) => `the feedback from ${student_name}`,
  texts: {
    add: 'Add Feedback',
    edit: 'Edit Feedback',
    added: 'Student feedback added successfully',
    addFailed: 'Failed to add feedback. Please try again.',
    updated: 'Feedback updated successfully',
    updateFailed: 'Failed to update feedback. Please try again.',
    changed: 'Someone else changed this feedback.',
    keptDraft: 'We’ve kept the feedback you typed.',
    loading: 'Loading feedback…',
    notLoaded: 'We couldn’t load the feedback',
    loadFailed: 'Failed to fetch data. Please try again.',
    refreshed: 'Feedback refreshed successfully',
    counted: ({ count }) => plural(count, { one: '1 review', other: `${count} reviews` }),
    deleteOne: ({ student_name }) => `Delete the feedback from ${student_name}?`,
    deleteMany: ({ count }) =>
      plural(count, { one: 'Delete this feedback?', other: `Delete the feedback from ${count} students?` }),
    deleted: () => 'Student feedback deleted successfully',
    deleteFailed: 'Failed to delete feedback. Please try again.',
    empty: {
      title: 'No feedback found',
      text: 'Feedback appears on the home page as soon as you add it.',
      add: 'Add First Feedback',
    },
  },
  list: {
    id: 'feedback',
    endpoint: 'GET /api/Feedback',
    isPublicToo: true,
    fixed: { kind: 'student' },
    search: { label: 'Search feedback', placeholder: 'Student, course or text' },
    states: { filter: 'rating', counted: 'reviews' },
    filters: [{ name: 'rating', label: 'Rating', options: ratingOptions }],
    sorts: byAge,
  },
  // The endpoint serves work notes too, so its rows are filtered.
  rows: (answer) => rowsIn<StudentFeedback | StatusFeedback>(answer).filter((row) => row.kind !== 'status'),
  columns: [
    ['student_name', { header: 'Student', className: fewWords }],
    ['course_name', { header: 'Course', className: fewWords, isFolded: true }],
    [
      'rating',
      {
        text: ({ rating }) => `${rating} ${ratingName(rating)}`,
        cell: ({ rating }) => <Stars rating={rating} />,
        csv: ({ rating }) => String(rating),
      },
    ],
    { ...addedColumn, className: 'min-w-28', isFolded: true },
    'feedback_text',
  ],
  Card: FeedbackCard,
  form: { description: 'It appears on the home page right away.', fields },
  shownIn: [['GET /api/Feedback', null], ['GET /api/testimonials']],
  toolbar: (
    <SideLink to="#status-feedback" icon={ClipboardList}>
      Status Feedback
    </SideLink>
  ),
})

function FeedbackCard({ item, selectBox, actions }: CardProps<StudentFeedback>) {
  return (
    <RecordCard
      name={item.student_name}
      under={<span className="line-clamp-2">{item.course_name}</span>}
      selectBox={selectBox}
      foot={
        <time
          dateTime={item.created_at}
          className="text-sm text-ink-soft in-[[data-row]]:w-38 in-[[data-row]]:text-right"
        >
          {addedText(item)}
        </time>
      }
      actions={actions}
      rowUnder={item.course_name}
      cells={
        <>
          <p className="line-clamp-2 grow-[2] whitespace-pre-line wrap-anywhere" title={item.feedback_text}>
            {item.feedback_text}
          </p>
          <div className="w-44 !flex-none">
            <Stars rating={item.rating} />
          </div>
        </>
      }
    >
      <Stars rating={item.rating} />
      <p className="line-clamp-6 whitespace-pre-line wrap-anywhere">{item.feedback_text}</p>
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
