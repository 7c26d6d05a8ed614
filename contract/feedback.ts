import * as z from 'zod/mini'
import { defineEndpoint } from './endpoint.ts'
import { id, instant, wrapped } from './primitives.ts'

export const studentFeedback = z.object({
  id,
  kind: z.literal('student'),
  student_name: z.string(),
  course_name: z.string(),
  feedback_text: z.string(),
  /** 1 to 5. */
  rating: z.number(),
  created_at: instant,
})
export type StudentFeedback = z.output<typeof studentFeedback>

/** Internal work notes; the admin's alone (reading A3). */
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
})
export type StatusFeedback = z.output<typeof statusFeedback>

export const listFeedback = defineEndpoint({
  method: 'GET',
  path: '/api/Feedback',
  summary: 'Student feedback; with an admin token status feedback too, each row with its kind',
  access: 'public',
  response: wrapped(z.array(z.union([studentFeedback, statusFeedback]))),
  topics: ['feedback'],
  variesByCaller: true,
})

export const listTestimonials = defineEndpoint({
  method: 'GET',
  path: '/api/testimonials',
  summary: 'Student feedback for the public pages',
  access: 'public',
  response: wrapped(z.array(studentFeedback)),
  topics: ['feedback'],
})

/** B§5: the rating's names, best first. */
export const ratingNames = { 5: 'Excellent', 4: 'Very Good', 3: 'Good', 2: 'Fair', 1: 'Poor' } as const
