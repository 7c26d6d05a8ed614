import type { Transaction } from 'kysely'
import { DomainError } from '../../../contract/errors.ts'
import type {
  FeedbackQuery,
  StatusFeedback,
  StatusFeedbackInput,
  StatusFeedbackPatch,
  StudentFeedback,
  StudentFeedbackInput,
} from '../../../contract/feedback.ts'
import type { Schema } from '../../db/schema.ts'
import type { Actor, AuditFields } from '../../platform/audit.ts'
import { mergePatch } from '../../platform/merge-patch.ts'
import type { Deps } from '../deps.ts'
import { presentStatusFeedback, presentStudentFeedback } from './feedback.presenter.ts'
import {
  insertStatusFeedback,
  insertStudentFeedback,
  listStatusFeedbackPage,
  listStudentFeedbackPage,
  lockFeedback,
  setFeedbackDeleted,
  updateStatusFeedback,
} from './feedback.repository.ts'

type Tx = Transaction<Schema>
type AnyFeedback = StudentFeedback | StatusFeedback

export type FeedbackService = ReturnType<typeof createFeedbackService>

/** What students say, for everybody, and the school's own work notes. */
export function createFeedbackService({ db, clock, ids, audit, bin }: Deps) {
  async function listForPublic(): Promise<StudentFeedback[]> {
    return (await listStudentFeedbackPage(db.read, {})).rows.map(presentStudentFeedback)
  }

  return {
    listForPublic,

    /** Both kinds, each row with its kind (reading A3); with `kind` one of them, page by page. */
    async listForAdmin(query: FeedbackQuery): Promise<{ rows: AnyFeedback[]; next: string | null }> {
      const students = async (asked: FeedbackQuery) => {
        const { rows, next } = await listStudentFeedbackPage(db.read, asked)
        return { rows: rows.map(presentStudentFeedback), next }
      }
      const notes = async (asked: FeedbackQuery) => {
        const { rows, next } = await listStatusFeedbackPage(db.read, asked)
        return { rows: rows.map(presentStatusFeedback), next }
      }
      if (query.kind === 'student') return students(query)
      if (query.kind === 'status') return notes(query)
      const firstPages = { ...query, cursor: undefined }
      return { rows: [...(await students(firstPages)).rows, ...(await notes(firstPages)).rows], next: null }
    },

    async addStudentFeedback(
      tx: Tx,
      input: StudentFeedbackInput,
      by: Actor | null,
    ): Promise<StudentFeedback> {
      const row = { ...input, id: ids.id(), created_at: clock.now(), deleted_at: null }
      await insertStudentFeedback(tx, row)
      await db.changes.mark(tx, 'feedback')
      await audit.record(tx, {
        by,
        action: 'added',
        kind: 'student-feedback',
        id: row.id,
        title: row.student_name,
        after: input,
      })
      return presentStudentFeedback(row)
    },

    /** Into the bin. @throws `not_found` */
    removeStudentFeedback(id: string, by: Actor | null): Promise<void> {
      return db.transaction(async (tx) => {
        const row = await lockFeedback(tx, 'student_feedback', id)
        if (!row) throw notFound('feedback')
        await setFeedbackDeleted(tx, 'student_feedback', id, clock.now())
        await db.changes.mark(tx, 'feedback')
        const { student_name, course_name, rating, feedback_text } = row
        await bin.put(tx, {
          by,
          kind: 'student-feedback',
          id,
          title: student_name,
          before: { student_name, course_name, rating, feedback_text },
        })
      })
    },

    async restoreStudentFeedback(tx: Tx, id: string): Promise<void> {
      await setFeedbackDeleted(tx, 'student_feedback', id, null)
      await db.changes.mark(tx, 'feedback')
    },

    async addStatusFeedback(tx: Tx, input: StatusFeedbackInput, by: Actor | null): Promise<StatusFeedback> {
      const row = { ...input, id: ids.id(), created_at: clock.now(), deleted_at: null, version: 1 }
      await insertStatusFeedback(tx, row)
      await audit.record(tx, {
        by,
        action: 'added',
        kind: 'status-feedback',
        id: row.id,
        title: row.title,
        after: input,
      })
      return presentStatusFeedback(row)
    },

    /** Absent fields stay (reading W3). @throws `not_found`; `conflict` where `version` is given and stale */
    updateStatusFeedback(
      id: string,
      { version, ...changes }: StatusFeedbackPatch,
      by: Actor | null,
    ): Promise<StatusFeedback> {
      return db.transaction(async (tx) => {
        const row = await lockFeedback(tx, 'status_feedback', id)
        if (!row) throw notFound('note')
        if (version !== undefined && version !== row.version) throw new DomainError('conflict')
        const changed = { ...mergePatch(row, changes), version: row.version + 1 }
        await updateStatusFeedback(tx, id, changed)
        await audit.record(tx, {
          by,
          action: 'changed',
          kind: 'status-feedback',
          id,
          title: changed.title,
          before: noteFields(row),
          after: noteFields(changed),
        })
        return presentStatusFeedback(changed)
      })
    },

    /** Into the bin. @throws `not_found` */
    removeStatusFeedback(id: string, by: Actor | null): Promise<void> {
      return db.transaction(async (tx) => {
        const row = await lockFeedback(tx, 'status_feedback', id)
        if (!row) throw notFound('note')
        await setFeedbackDeleted(tx, 'status_feedback', id, clock.now())
        await bin.put(tx, { by, kind: 'status-feedback', id, title: row.title, before: noteFields(row) })
      })
    },

    restoreStatusFeedback(tx: Tx, id: string): Promise<void> {
      return setFeedbackDeleted(tx, 'status_feedback', id, null)
    },
  }
}

function noteFields(row: StatusFeedbackInput | Record<keyof StatusFeedbackInput, string>): AuditFields {
  const { title, status, description, priority, assigned_to, created_by } = row
  return { title, status, description, priority, assigned_to, created_by }
}

function notFound(what: string): DomainError {
  return new DomainError('not_found', {
    message: `This ${what} is not there any more. Please refresh the list.`,
  })
}
