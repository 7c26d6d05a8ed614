import type {
  FeedbackQuery,
  StatusFeedback,
  StatusFeedbackInput,
  StatusFeedbackPatch,
  StudentFeedback,
  StudentFeedbackInput,
} from '../../../contract/feedback.ts'
import { type Page, presentPage } from '../../db/page.ts'
import type { Tx } from '../../db/schema.ts'
import type { Actor } from '../../platform/audit.ts'
import { recordsOf } from '../../platform/records.ts'
import type { Deps } from '../deps.ts'
import { presentStatusFeedback, presentStudentFeedback } from './feedback.presenter.ts'
import { listStatusFeedbackPage, listStudentFeedbackPage } from './feedback.repository.ts'

export type FeedbackService = ReturnType<typeof createFeedbackService>

/** What students say, for everybody, and the school's own work notes. */
export function createFeedbackService(deps: Deps) {
  const { db, clock, ids } = deps
  const said = recordsOf(deps, {
    kind: 'student-feedback',
    table: 'student_feedback',
    topic: 'feedback',
    gone: 'feedback-gone',
    title: ({ student_name }) => student_name,
    fields: ({ student_name, course_name, rating, feedback_text }) => ({
      student_name,
      course_name,
      rating,
      feedback_text,
    }),
  })
  const notes = recordsOf(deps, {
    kind: 'status-feedback',
    table: 'status_feedback',
    gone: 'note-gone',
    title: ({ title }) => title,
    fields: ({ title, status, description, priority, assigned_to, created_by }) => ({
      title,
      status,
      description,
      priority,
      assigned_to,
      created_by,
    }),
  })

  const listSaid = (query: FeedbackQuery) =>
    presentPage(listStudentFeedbackPage(db.read, query), presentStudentFeedback)
  const listNotes = (query: FeedbackQuery) =>
    presentPage(listStatusFeedbackPage(db.read, query), presentStatusFeedback)
  const newRow = () => ({ id: ids.id(), created_at: clock.now(), deleted_at: null })

  return {
    async listForPublic(): Promise<StudentFeedback[]> {
      return (await listSaid({})).rows
    },

    /** Both kinds together; with `kind` one of them, page by page. */
    async listForAdmin(query: FeedbackQuery): Promise<Page<StudentFeedback | StatusFeedback>> {
      if (query.kind === 'student') return listSaid(query)
      if (query.kind === 'status') return listNotes(query)
      const firstPage = { ...query, cursor: undefined }
      const [students, school] = [await listSaid(firstPage), await listNotes(firstPage)]
      return { rows: [...students.rows, ...school.rows], next: null }
    },

    async addStudentFeedback(
      tx: Tx,
      input: StudentFeedbackInput,
      by: Actor | null,
    ): Promise<StudentFeedback> {
      return presentStudentFeedback(await said.add(tx, { ...input, ...newRow() }, by))
    },
    removeStudentFeedback: said.remove,
    restoreStudentFeedback: said.restore,

    async addStatusFeedback(tx: Tx, input: StatusFeedbackInput, by: Actor | null): Promise<StatusFeedback> {
      return presentStatusFeedback(await notes.add(tx, { ...input, ...newRow() }, by))
    },

    /** @throws `not_found` */
    getStatusFeedback: async (id: string): Promise<StatusFeedback> =>
      presentStatusFeedback(await notes.get(db.read, id)),
    /** Absent fields stay. @throws `not_found`; `conflict` where `version` is given and stale */
    async updateStatusFeedback(
      id: string,
      { version, ...changes }: StatusFeedbackPatch,
      by: Actor | null,
    ): Promise<StatusFeedback> {
      return presentStatusFeedback(await notes.change(id, { by, version }, () => changes))
    },
    removeStatusFeedback: notes.remove,
    restoreStatusFeedback: notes.restore,
  }
}
