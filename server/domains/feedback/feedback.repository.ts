import { listLimitMax } from '../../../contract/primitives.ts'
import type { Queryable } from '../../db/open.ts'

const studentColumns = ['id', 'student_name', 'course_name', 'feedback_text', 'rating', 'created_at'] as const
const statusColumns = [
  'id',
  'title',
  'status',
  'description',
  'priority',
  'assigned_to',
  'created_by',
  'created_at',
] as const

export type StudentFeedbackRow = Awaited<ReturnType<typeof listStudentFeedback>>[number]
export type StatusFeedbackRow = Awaited<ReturnType<typeof listStatusFeedback>>[number]

/** The newest first. */
export function listStudentFeedback(db: Queryable) {
  return db
    .selectFrom('student_feedback')
    .select(studentColumns)
    .where('deleted_at', 'is', null)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(listLimitMax)
    .execute()
}

/** The newest first. */
export function listStatusFeedback(db: Queryable) {
  return db
    .selectFrom('status_feedback')
    .select(statusColumns)
    .where('deleted_at', 'is', null)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(listLimitMax)
    .execute()
}
