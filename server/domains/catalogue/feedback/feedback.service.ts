import { type Selectable, type SqlBool, sql } from 'kysely'
import * as contract from '../../../../contract/catalogue/feedback.ts'
import type { Queryable } from '../../../db/open.ts'
import { countValues, type PageList, presentPage, readPage } from '../../../db/page.ts'
import type { Schema, Tx } from '../../../db/schema.ts'
import type { Actor } from '../../../platform/audit.ts'
import { presented } from '../../../platform/presented.ts'
import { recordsOf } from '../../../platform/records.ts'
import type { Deps } from '../../deps.ts'

const byAge: Pick<PageList<contract.FeedbackQuery>, 'sorts' | 'tie'> = {
  sorts: { newest: ['desc', 'created_at'], oldest: ['asc', 'created_at'] },
  tie: ['id'],
}
const saidList: PageList<contract.FeedbackQuery> = {
  ...byAge,
  words: ['student_name', 'course_name', 'feedback_text'],
  filters: { rating: (rating) => sql<SqlBool>`rating = ${Number(rating)}` },
}
const noteList: PageList<contract.FeedbackQuery> = {
  ...byAge,
  words: ['title', 'description', 'assigned_to', 'created_by'],
  filters: { status: 'status', priority: 'priority' },
}

const livingSaid = (db: Queryable) =>
  db.selectFrom('student_feedback').selectAll().where('deleted_at', 'is', null)
const livingNotes = (db: Queryable) =>
  db.selectFrom('status_feedback').selectAll().where('deleted_at', 'is', null)

export const countReviews = (db: Queryable) =>
  countValues(db, livingSaid(db), saidList, 'rating', ['5', '4', '3', '2', '1'])
export const countNotes = (db: Queryable) =>
  countValues(db, livingNotes(db), noteList, 'status', contract.noteStatuses)

/** Student feedback is public; status feedback is the team's internal notes. */
export function createFeedbackService(deps: Deps) {
  const { db, clock, ids } = deps
  const said = recordsOf(deps, 'student-feedback', {
    title: ({ student_name }) => student_name,
    fields: ['student_name', 'course_name', 'rating', 'feedback_text'],
  })
  const notes = recordsOf(deps, 'status-feedback', {
    title: ({ title }) => title,
    skipsBin: true,
    fields: ['title', 'status', 'description', 'priority', 'assigned_to', 'created_by'],
  })

  function listSaid(query: contract.FeedbackQuery, rows = livingSaid(db.read)) {
    return presentPage(readPage(rows, saidList, query), presentSaid)
  }
  function listNotes(query: contract.FeedbackQuery) {
    return presentPage(readPage(livingNotes(db.read), noteList, query), presentNote)
  }
  const newRow = () => ({ id: ids.id(), created_at: clock.now() })

  return {
    /** Leaves out feedback about a course that is off the site, unless a course with the same title is on the site. */
    async listForPublic() {
      const hidden = db.read
        .selectFrom('course')
        .select(sql`folded(title)`.as('title'))
        .where('deleted_at', 'is', null)
        .groupBy(sql`folded(title)`)
        .having((eb) => eb.fn.max('is_on_site'), '=', 0)
      return (await listSaid({}, livingSaid(db.read).where(sql`folded(course_name)`, 'not in', hidden))).rows
    },

    /** One page contains both kinds of feedback. */
    async listForAdmin(query: contract.FeedbackQuery) {
      if (query.kind === 'student') return listSaid(query)
      if (query.kind === 'status') return listNotes(query)
      const firstPage = { ...query, cursor: undefined }
      const [students, school] = [await listSaid(firstPage), await listNotes(firstPage)]
      return { rows: [...students.rows, ...school.rows], next: null }
    },

    addStudentFeedback: async (tx: Tx, input: contract.StudentFeedbackInput, by: Actor | null) =>
      presentSaid(await said.add(tx, { ...input, ...newRow() }, by)),
    removeStudentFeedback: said.remove,
    restoreStudentFeedback: said.restore,

    addStatusFeedback: async (tx: Tx, input: contract.StatusFeedbackInput, by: Actor | null) =>
      presentNote(await notes.add(tx, { ...input, ...newRow() }, by)),
    getStatusFeedback: async (id: string) => presentNote(await notes.get(db.read, id)),
    updateStatusFeedback: async (
      id: string,
      { version, ...changes }: contract.StatusFeedbackPatch,
      by: Actor | null,
    ) => presentNote(await notes.change(id, { by, version }, () => changes)),
    removeStatusFeedback: notes.remove,
    restoreStatusFeedback: notes.restore,
  }
}

function presentSaid(row: Selectable<Schema['student_feedback']>): contract.StudentFeedback {
  return presented(contract.studentFeedback, row, { kind: 'student' })
}

function presentNote(row: Selectable<Schema['status_feedback']>): contract.StatusFeedback {
  return presented(contract.statusFeedback, row, { kind: 'status' })
}
