import type { StatusFeedback, StudentFeedback } from '../../../contract/feedback.ts'
import type { StatusFeedbackRow, StudentFeedbackRow } from './feedback.repository.ts'

export function presentStudentFeedback(row: StudentFeedbackRow): StudentFeedback {
  return {
    id: row.id,
    kind: 'student',
    student_name: row.student_name,
    course_name: row.course_name,
    feedback_text: row.feedback_text,
    rating: row.rating,
    created_at: row.created_at,
  }
}

export function presentStatusFeedback(row: StatusFeedbackRow): StatusFeedback {
  return {
    id: row.id,
    kind: 'status',
    title: row.title,
    status: row.status,
    description: row.description,
    priority: row.priority,
    assigned_to: row.assigned_to,
    created_by: row.created_by,
    created_at: row.created_at,
    version: row.version,
  }
}
