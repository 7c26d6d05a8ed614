import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import type * as z from 'zod/mini'
import { ratingNames, type StudentFeedback, studentFeedbackInput } from '../../../../contract/feedback.ts'
import { api } from '../../../lib/api.ts'
import { query } from '../../../lib/query.ts'
import { SelectField } from '../../../ui/select-field.tsx'
import { TextArea } from '../../../ui/text-area.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { FormDialog } from '../../form-dialog.tsx'
import { useRecordForm } from '../../record-form-hook.tsx'

/** Under which an unsaved form is kept. */
export const feedbackFormName = 'student-feedback'

/** B§5: 5 to 1, labelled. */
export const ratingOptions = ([5, 4, 3, 2, 1] as const).map((rating) => ({
  value: String(rating),
  label: `${rating} - ${ratingNames[rating]}`,
}))

export interface FeedbackValues {
  student_name: string
  course_name: string
  rating: string
  feedback_text: string
}

/** B§5: what a student said. */
export function FeedbackDialog({
  open,
  onClose,
  draft,
  onSaved,
}: {
  open: boolean
  onClose: () => void
  draft: FeedbackValues | undefined
  onSaved: () => void
}) {
  const formId = useId()
  const coursesId = useId()
  const courses = useQuery(query('GET /api/courses'))
  const { field, notice, isDirty, isSending, onSubmit } = useRecordForm<StudentFeedback, FeedbackValues>({
    name: feedbackFormName,
    what: 'feedback',
    item: null,
    draft,
    rules: studentFeedbackInput as z.ZodMiniType<unknown, FeedbackValues>,
    valuesOf: () => ({ student_name: '', course_name: '', rating: '5', feedback_text: '' }),
    labels: {
      student_name: 'Student name',
      course_name: 'Course name',
      rating: 'Rating',
      feedback_text: 'Feedback',
    },
    send: (values, _base, options) =>
      api('POST /api/student-feedback', { body: { ...values, rating: Number(values.rating) } }, options),
    sentences: {
      added: 'Student feedback added successfully',
      addFailed: 'Failed to add feedback. Please try again.',
      updated: '',
      updateFailed: '',
    },
    onSaved,
  })
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title="Add Feedback"
      description="The home page shows it at once."
      formId={formId}
      isDirty={isDirty}
      isSending={isSending}
      submitLabel="Add Feedback"
      sendingLabel="Adding..."
    >
      <form id={formId} noValidate onSubmit={onSubmit} className="flex flex-col gap-5">
        {notice}
        <TextField label="Student name" required maxLength={120} {...field('student_name')} />
        <TextField
          label="Course name"
          required
          maxLength={120}
          list={coursesId}
          autoComplete="off"
          {...field('course_name')}
        />
        <datalist id={coursesId}>
          {courses.data?.map(({ id, title }) => (
            <option key={id} value={title} />
          ))}
        </datalist>
        <SelectField label="Rating" required options={ratingOptions} {...field('rating')} />
        <TextArea label="Feedback" required rows={5} maxLength={2000} {...field('feedback_text')} />
      </form>
    </FormDialog>
  )
}
