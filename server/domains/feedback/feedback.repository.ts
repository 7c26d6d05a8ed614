import { type Selectable, type SqlBool, sql } from 'kysely'
import type { FeedbackQuery } from '../../../contract/feedback.ts'
import type { Queryable } from '../../db/open.ts'
import { type PageList, readPage } from '../../db/page.ts'
import type { Schema } from '../../db/schema.ts'

export type StudentFeedbackRow = Selectable<Schema['student_feedback']>
export type StatusFeedbackRow = Selectable<Schema['status_feedback']>

const sorts: PageList<FeedbackQuery>['sorts'] = {
  newest: ['desc', 'created_at'],
  oldest: ['asc', 'created_at'],
}

const studentFeedbackList: PageList<FeedbackQuery> = {
  sorts,
  tie: ['id'],
  words: ['student_name', 'course_name', 'feedback_text'],
  filters: { rating: (rating) => sql<SqlBool>`rating = ${Number(rating)}` },
}

const statusFeedbackList: PageList<FeedbackQuery> = {
  sorts,
  tie: ['id'],
  words: ['title', 'description', 'assigned_to', 'created_by'],
  filters: { status: 'status', priority: 'priority' },
}

export function listStudentFeedbackPage(db: Queryable, query: FeedbackQuery) {
  const rows = db.selectFrom('student_feedback').selectAll().where('deleted_at', 'is', null)
  return readPage(rows, studentFeedbackList, query)
}

export function listStatusFeedbackPage(db: Queryable, query: FeedbackQuery) {
  const rows = db.selectFrom('status_feedback').selectAll().where('deleted_at', 'is', null)
  return readPage(rows, statusFeedbackList, query)
}
