import {
  type Insertable,
  type Selectable,
  type SqlBool,
  sql,
  type Transaction,
  type Updateable,
} from 'kysely'
import { type CursorValues, searchPattern } from '../../db/cursor.ts'
import type { Queryable } from '../../db/open.ts'
import { withRowLock } from '../../db/row-lock.ts'
import type { Schema } from '../../db/schema.ts'

export type StudentFeedbackRow = Selectable<Schema['student_feedback']>
export type StatusFeedbackRow = Selectable<Schema['status_feedback']>
export type FeedbackTable = 'student_feedback' | 'status_feedback'

export interface FeedbackPage {
  limit: number
  isOldestFirst?: boolean
  search?: string | null
  /** Instant and id of the row before the page. */
  after?: CursorValues | null
  /** Column → the value it has to have; undefined is any. */
  having?: Record<string, string | number | undefined>
}

const searched = {
  student_feedback: "student_name || ' ' || course_name || ' ' || feedback_text",
  status_feedback: "title || ' ' || description || ' ' || assigned_to || ' ' || created_by",
}

/** Of those that are not deleted one page, newest first unless told. */
export async function listFeedbackPage<T extends FeedbackTable>(
  db: Queryable,
  table: T,
  { limit, isOldestFirst = false, search = null, after = null, having = {} }: FeedbackPage,
): Promise<Selectable<Schema[T]>[]> {
  const [direction, beyond] = isOldestFirst ? (['asc', '>'] as const) : (['desc', '<'] as const)
  let rows = db
    // One of the two is enough for the types: what is named here both have.
    .selectFrom(table as 'student_feedback')
    .selectAll()
    .where('deleted_at', 'is', null)
    .orderBy('created_at', direction)
    .orderBy('id', direction)
    .limit(limit)
  for (const [column, value] of Object.entries(having)) {
    if (value !== undefined) rows = rows.where(sql<SqlBool>`${sql.ref(column)} = ${value}`)
  }
  if (search !== null) {
    const words = sql.raw(`lower(${searched[table]})`)
    rows = rows.where(sql<SqlBool>`${words} like ${searchPattern(search)} escape '\\'`)
  }
  if (after !== null) {
    rows = rows.where(sql<SqlBool>`(created_at, id) ${sql.raw(beyond)} (${after[0]}, ${after[1]})`)
  }
  return (await rows.execute()) as unknown as Selectable<Schema[T]>[]
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
