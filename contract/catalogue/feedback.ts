import * as z from 'zod/mini'
import { defineEndpoint } from '../endpoint.ts'
import {
  anyId,
  id,
  inPart,
  instant,
  line,
  numeric,
  patchOf,
  sortedQuery,
  text,
  version,
  wrapped,
} from '../primitives.ts'
import { recordAt } from '../record-endpoints.ts'

export const studentFeedback = z.object({
  id,
  kind: z.literal('student'),
  student_name: z.string(),
  course_name: z.string(),
  feedback_text: z.string(),
  /** A whole number from 1 to 5. */
  rating: z.number(),
  created_at: instant,
})
export type StudentFeedback = z.output<typeof studentFeedback>

/** The names of the ratings. Pages show the best rating first. */
export const ratingNames = { 5: 'Excellent', 4: 'Very Good', 3: 'Good', 2: 'Fair', 1: 'Poor' } as const

export const noteStatuses = ['pending', 'in-progress', 'completed', 'on-hold', 'cancelled'] as const
export const notePriorities = ['low', 'medium', 'high', 'urgent'] as const

/** A work note, which only staff see. */
export const statusFeedback = z.object({
  id,
  kind: z.literal('status'),
  title: z.string(),
  status: z.string(),
  description: z.string(),
  priority: z.string(),
  assigned_to: z.string(),
  created_by: z.string(),
  created_at: instant,
  version,
})
export type StatusFeedback = z.output<typeof statusFeedback>

const ratingSentence = 'Choose a rating from 1 to 5'

export const studentFeedbackInput = z.object({
  student_name: line(120, { required: 'Student name is required' }),
  course_name: line(120, { required: 'Course name is required' }),
  rating: numeric(/^[1-5]$/, ratingSentence).check(
    z.refine((value) => Number.isInteger(value) && value >= 1 && value <= 5, ratingSentence),
  ),
  feedback_text: text(2000, { required: 'Feedback is required' }),
})
export type StudentFeedbackInput = z.output<typeof studentFeedbackInput>

const noteFields = {
  title: line(120, { required: 'Title is required' }),
  status: z.enum(noteStatuses, { error: 'Choose a status' }),
  description: text(2000, { required: 'Description is required' }),
  priority: z.enum(notePriorities, { error: 'Choose a priority' }),
  assigned_to: line(120, { required: 'Assignee is required' }),
  created_by: line(120, { required: 'Creator is required' }),
}

export const statusFeedbackInput = z.object({
  ...noteFields,
  priority: z._default(noteFields.priority, 'medium'),
})
export type StatusFeedbackInput = z.output<typeof statusFeedbackInput>

export const statusFeedbackPatch = patchOf(noteFields)
export type StatusFeedbackPatch = z.output<typeof statusFeedbackPatch>

export const feedbackQuery = z.object({
  ...sortedQuery(['newest', 'oldest']).shape,
  kind: z.optional(z.enum(['student', 'status'])),
  rating: z.optional(z.enum(['5', '4', '3', '2', '1'])),
  status: z.optional(z.enum(noteStatuses)),
  priority: z.optional(z.enum(notePriorities)),
})
export type FeedbackQuery = z.output<typeof feedbackQuery>

export const listFeedback = defineEndpoint('GET /api/Feedback', {
  summary:
    'List student feedback. With an admin token, the list also has status feedback and the kind of each row. With `kind`, it has one kind, page by page.',
  access: 'public',
  query: feedbackQuery,
  response: wrapped(z.array(z.union([studentFeedback, statusFeedback]))),
  // Our pages treat a response as a success only if it has `success: true` and `data`. The specification describes a
  // testimonial by four fields without an id, so the id may be missing.
  readAs: wrapped(
    z.array(
      z.union([
        inPart(studentFeedback.shape, {
          id: z.optional(anyId),
          student_name: z.string(),
          feedback_text: z.string(),
          rating: z.union([z.number(), z.string()]),
        }),
        inPart(statusFeedback.shape, { id: anyId, title: z.string() }),
      ]),
    ),
  ),
  topics: ['feedback', 'courses'],
  variesByCaller: true,
})

export const listTestimonials = defineEndpoint('GET /api/testimonials', {
  summary: 'List student feedback for the public pages',
  access: 'public',
  response: wrapped(z.array(studentFeedback)),
  topics: ['feedback', 'courses'],
})

const students = recordAt('/api/student-feedback', 'site', wrapped(studentFeedback))

export const addStudentFeedback = students.adds(
  'Create student feedback. The site shows it.',
  studentFeedbackInput,
)
export const deleteStudentFeedback = students.deletes(
  'Delete student feedback. It can be restored from the bin.',
)

const notes = recordAt('/api/status-feedback', 'notes', wrapped(statusFeedback))

export const addStatusFeedback = notes.adds('Create a work note (status feedback)', statusFeedbackInput)
export const getStatusFeedback = notes.reads('Get a work note (status feedback)')
export const updateStatusFeedback = notes.changes(
  'Change a work note (status feedback). Fields that are left out keep their values.',
  statusFeedbackPatch,
)
export const deleteStatusFeedback = notes.deletes(
  'Delete a work note (status feedback). It can be restored from the bin.',
)
