import { query } from '../../lib/query.ts'
import { type CourseFacts, courseFacts } from './course-facts.ts'

export const coursesQuery = () => query('GET /api/courses')

/** P§7: an array, or a wrapper with data. */
export function coursesOf(data: unknown): CourseFacts[] {
  const rows = Array.isArray(data) ? data : (data as { data?: unknown } | undefined)?.data
  return Array.isArray(rows) ? rows.map(courseFacts) : []
}
