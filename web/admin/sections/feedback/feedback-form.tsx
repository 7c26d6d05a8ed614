import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { ratingNames, type StudentFeedback, studentFeedbackInput } from '../../../../contract/feedback.ts'
import { api } from '../../../lib/api.ts'
import { query } from '../../../lib/query.ts'
import { area, choice, text } from '../../record-fields.tsx'
import type { FormParts, RecordForm } from '../../record-form.tsx'

export const ratingOptions = ([5, 4, 3, 2, 1] as const).map((rating) => ({
  value: String(rating),
  label: `${rating} - ${ratingNames[rating]}`,
}))

const rule = studentFeedbackInput.shape

const fields = {
  student_name: text('Student name', rule.student_name, { required: true, maxLength: 120 }),
  course_name: text('Course name', rule.course_name, { required: true, maxLength: 120, autoComplete: 'off' }),
  rating: { ...choice('Rating', ratingOptions, { rule: rule.rating, required: true }), write: Number },
  feedback_text: area('Feedback', rule.feedback_text, { required: true, maxLength: 2000, rows: 5 }),
}

function Layout({ input }: FormParts<StudentFeedback, typeof fields>) {
  const coursesId = useId()
  const courses = useQuery(query('GET /api/courses'))
  return (
    <>
      {input('student_name')}
      {input('course_name', { list: coursesId })}
      <datalist id={coursesId}>
        {courses.data?.map(({ id, title }) => (
          <option key={id} value={title} />
        ))}
      </datalist>
      {input('rating')}
      {input('feedback_text')}
    </>
  )
}

export const feedbackForm: RecordForm<StudentFeedback, typeof fields> = {
  name: 'student-feedback',
  what: 'feedback',
  title: 'Feedback',
  description: 'The home page shows it at once.',
  fields,
  add: (body, options) => api('POST /api/student-feedback', { body }, options),
  sentences: {
    added: 'Student feedback added successfully',
    addFailed: 'Failed to add feedback. Please try again.',
  },
  Layout,
}
