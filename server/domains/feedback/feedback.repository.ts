import {
  type Insertable,
  type Selectable,
  type SqlBool,
  sql,
  type Transaction,
  type Updateable,
} from 'kysely'
import type { FeedbackQuery } from '../../../contract/feedback.ts'
import type { Queryable } from '../../db/open.ts'
import { type PageList, readPage } from '../../db/page.ts'
import { withRowLock } from '../../db/row-lock.ts'
import type { Schema } from '../../db/schema.ts'

export type StudentFeedbackRow = Selectable<Schema['student_feedback']>
export type StatusFeedbackRow = Selectable<Schema['status_feedback']>
export type FeedbackTable = 'student_feedback' | 'status_feedback'

const feedbackSorts: PageList<FeedbackQuery>['sorts'] = {
  newest: ['desc', 'created_at'],
  oldest: ['asc', 'created_at'],
}

const studentFeedbackList: PageList<FeedbackQuery> = {
  sorts: feedbackSorts,
  tie: ['id'],
  words: ['student_name', 'course_name', 'feedback_text'],
  filters: { rating: (rating) => sql<SqlBool>`rating = ${Number(rating)}` },
}

const statusFeedbackList: PageList<FeedbackQuery> = {
  sorts: feedbackSorts,
  tie: ['id'],
  words: ['title', 'description', 'assigned_to', 'created_by'],
  filters: { status: 'status', priority: 'priority' },
}

/** One page of what is not deleted, newest first unless told. */
export function listStudentFeedbackPage(db: Queryable, query: FeedbackQuery) {
  return readPage(
    db.selectFrom('student_feedback').selectAll().where('deleted_at', 'is', null),
    studentFeedbackList,
    query,
  )
}

export function listStatusFeedbackPage(db: Queryable, query: FeedbackQuery) {
  return readPage(
    db.selectFrom('status_feedback').selectAll().where('deleted_at', 'is', null),
    statusFeedbackList,
    query,
  )
}

/** One that is not deleted, held until the transaction ends. */
export async function lockFeedback<T extends FeedbackTable>(
  tx: Transaction<Schema>,
  table: T,
  id: string,
): Promise<Selectable<Schema[T]> | undefined> {
  const row = await tx
    .selectFrom(table as 'student_feedback')
    .selectAll()
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .$call(withRowLock(tx))
    .executeTakeFirst()
  return row as Selectable<Schema[T]> | undefined
}

export async function insertStudentFeedback(
  db: Queryable,
  row: Insertable<Schema['student_feedback']>,
): Promise<void> {
  await db.insertInto('student_feedback').values(row).execute()
}

export async function insertStatusFeedback(
  db: Queryable,
  row: Insertable<Schema['status_feedback']>,
): Promise<void> {
  await db.insertInto('status_feedback').values(row).execute()
}

export async function updateStatusFeedback(
  db: Queryable,
  id: string,
  changes: Updateable<Schema['status_feedback']>,
): Promise<void> {
  await db.updateTable('status_feedback').set(changes).where('id', '=', id).execute()
}

/** `deletedAt` null brings it back. */
export async function setFeedbackDeleted(
  db: Queryable,
  table: FeedbackTable,
  id: string,
  deletedAt: string | null,
): Promise<void> {
  await db
    .updateTable(table as 'student_feedback')
    .set({ deleted_at: deletedAt })
    .where('id', '=', id)
    .execute()
}
