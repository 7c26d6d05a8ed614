import type { Selectable } from 'kysely'
import { refusal, sentenceOf } from '../../../contract/errors.ts'
import { type Student, type StudentInput, student, studentRow } from '../../../contract/students.ts'
import type { Queryable } from '../../db/open.ts'
import type { Schema, Tx } from '../../db/schema.ts'
import type { Actor } from '../../platform/audit.ts'
import { presented } from '../../platform/presented.ts'
import { recordsOf } from '../../platform/records.ts'
import { createRowImport } from '../../platform/row-import.ts'
import type { Deps } from '../deps.ts'

export type StudentsService = ReturnType<typeof createStudentsService>

type StudentRow = Selectable<Schema['student']>

export function createStudentsService(deps: Deps) {
  const { db, clock, ids } = deps
  const records = recordsOf(deps, 'student', {
    title: ({ name }) => name,
    fields: ['name', 'email', 'phone', 'note'],
  })

  async function add(tx: Tx, input: StudentInput, by: Actor): Promise<Student> {
    const row = {
      id: ids.id(),
      name: input.name,
      email: input.email,
      phone: input.phone || null,
      note: input.note || null,
      created_at: clock.now(),
      deleted_at: null,
    }
    if (!(await insertStudent(tx, row))) throw refusal('student-known', { at: 'email' })
    await records.added(tx, [row], by)
    return presentStudent(row)
  }

  return {
    add,

    imports: createRowImport(db, {
      schema: studentRow,
      unique: {
        column: 'email',
        keyOf: ({ email }) => email,
        listTaken: listKnownEmails,
        taken: sentenceOf('conflict', { reason: 'student-known' }),
      },
      async add(tx, students, by) {
        for (const student of students) await add(tx, student, by)
      },
    }),

    delete: records.remove,

    /** @throws `conflict` where another one has the address by now */
    async restore(tx: Tx, id: string): Promise<void> {
      if (!(await records.restore(tx, id))) throw refusal('student-known')
    },
  }
}

async function listKnownEmails(db: Queryable, emails: readonly string[]): Promise<string[]> {
  if (emails.length === 0) return []
  const students = db.selectFrom('student').select('email').where('deleted_at', 'is', null)
  return (await students.where('email', 'in', emails).execute()).map(({ email }) => email)
}

/** Takes the place of a deleted student with the same address. False where a living one has it. */
async function insertStudent(tx: Tx, row: StudentRow): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('student')
    .values(row)
    .onConflict((conflict) =>
      conflict.column('email').doUpdateSet(row).where('student.deleted_at', 'is not', null),
    )
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

function presentStudent(row: StudentRow): Student {
  return presented(student, row, { source: 'Call Students', course: row.note, isByHand: true })
}
