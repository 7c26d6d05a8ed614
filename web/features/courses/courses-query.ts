import type { Course } from '../../../contract/courses.ts'
import { query } from '../../lib/query.ts'
import { type CourseFacts, courseFacts } from './course-facts.ts'

export const coursesQuery = () => query('GET /api/courses')

/** The answer is an array, or has one in `data`. */
export function courseRowsOf(answer: unknown): (Partial<Course> & { id: string })[] {
  const rows = Array.isArray(answer) ? answer : (answer as { data?: unknown } | undefined)?.data
  return Array.isArray(rows) ? rows : []
}

export function coursesOf(answer: unknown): CourseFacts[] {
  return courseRowsOf(answer).map(courseFacts)
}
